#include "app/bugs.h"

#include <bitset>

namespace room {
namespace {

constexpr NamedBug kBugs[] = {
    {"pipeline-reordered", Bug::kPipelineReordered, "of two requests that came together the second is answered first"},
    {"foreign-commit-unseen", Bug::kForeignCommitUnseen, "the cache misses what another process commits"},
    {"every-coding-read", Bug::kEveryCodingRead, "Accept-Encoding is read past the 16th coding, where Rack stops"},
    {"error-page-200", Bug::kErrorPage200, "a rejected post is answered with 200"},
    {"etag-without-frame", Bug::kEtagWithoutFrame, "a frame carries the ETag of the whole page"},
    {"vary-lost-on-304", Bug::kVaryLostOn304, "304 comes without Vary"},
    {"head-content-length", Bug::kHeadContentLength, "HEAD says Content-Length: 0"},
    {"set-cookie-joined", Bug::kSetCookieJoined, "several cookies share one Set-Cookie line"},
    {"header-order", Bug::kHeaderOrder, "Content-Type goes before the security fields"},
    {"em-dash-mangled", Bug::kEmDashMangled, "an em dash becomes a hyphen"},
    {"last-newline-lost", Bug::kLastNewlineLost, "a page ends without its newline"},
    {"boundary-reused", Bug::kBoundaryReused, "every multipart answer has the same boundary"},
    {"cache-key-without-host", Bug::kCacheKeyWithoutHost, "one host is answered with another's page"},
    {"body-on-304", Bug::kBodyOn304, "304 carries a body"},
    {"strong-tag", Bug::kStrongTag, "a weak ETag is sent as a strong one"},
    {"gzip-mtime-now", Bug::kGzipMtimeNow, "the gzip header has the clock where it should have Last-Modified"},
    {"lower-case-attribute", Bug::kLowerCaseAttribute, "HttpOnly is written httponly"},
    {"surplus-after-204", Bug::kSurplusAfter204, "a newline follows a 204"},
    {"revoked-session-accepted", Bug::kRevokedSessionAccepted, "a session still opens doors after signing out"},
    {"truncated-for-slow-reader", Bug::kTruncatedForSlowReader, "what a full socket doesn't take is dropped"},
    {"write-lost", Bug::kWriteLost, "a message is acknowledged and not kept"},
    {"write-twice", Bug::kWriteTwice, "a message is written twice"},
    {"write-to-other-room", Bug::kWriteToOtherRoom, "a message goes to another room"},
    {"write-not-searchable", Bug::kWriteNotSearchable, "the search never hears of a message"},
};

std::bitset<std::size(kBugs)>& planted() {
  static std::bitset<std::size(kBugs)> bugs;
  return bugs;
}

}  // namespace

std::span<const NamedBug> all_bugs() {
  return kBugs;
}

bool plant_bug(std::string_view name) {
  for (const NamedBug& known : kBugs) {
    if (known.name != name) continue;
    planted().set(static_cast<unsigned>(known.bug));
    return true;
  }
  return false;
}

bool has_bug(Bug bug) {
  return planted().test(static_cast<unsigned>(bug));
}

}  // namespace room

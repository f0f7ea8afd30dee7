#pragma once

#include <span>
#include <string_view>

namespace room {

/// Defects of a kind that real ports have shipped, planted to show that the verifier finds each. A run has those
/// that `--bug NAME` names, and none by itself.
enum class Bug : unsigned {
  kPipelineReordered,
  kForeignCommitUnseen,
  kEveryCodingRead,
  kErrorPage200,
  kEtagWithoutFrame,
  kVaryLostOn304,
  kHeadContentLength,
  kSetCookieJoined,
  kHeaderOrder,
  kEmDashMangled,
  kLastNewlineLost,
  kBoundaryReused,
  kCacheKeyWithoutHost,
  kBodyOn304,
  kStrongTag,
  kGzipMtimeNow,
  kLowerCaseAttribute,
  kSurplusAfter204,
  kRevokedSessionAccepted,
  kTruncatedForSlowReader,
  kWriteLost,
  kWriteTwice,
  kWriteToOtherRoom,
  kWriteNotSearchable,
};

struct NamedBug {
  std::string_view name;
  Bug bug;
  std::string_view what;
};

std::span<const NamedBug> all_bugs();

/// Plants the bug of that name; false where there is none. Before the server starts.
bool plant_bug(std::string_view name);

bool has_bug(Bug bug);

}  // namespace room

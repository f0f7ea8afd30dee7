#include "wire/content_coding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <set>
#include <string>

#include "wire/encode.h"

namespace httparity {
namespace {

using namespace std::string_literals;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kPage = "<!DOCTYPE html><title>Room 1</title><p class=\"message\">Hello</p>";

struct Coder {
  const char* name;
  std::string (*encode)(std::string_view);
};

const Coder kCoders[] = {
    {"gzip", [](std::string_view text) { return gzip(text); }},
    {"deflate", zlib},
    {"deflate", raw_deflate},
    {"br", brotli},
    {"zstd", [](std::string_view text) { return zstd(text); }},
};

std::string large() {
  std::string text;
  for (int i = 0; text.size() < 300'000; ++i) text += std::to_string(i * 7919) + (i % 3 == 0 ? "\n" : " ");
  return text;
}

TEST(ContentCodings, JoinsItsFieldLinesAndLeavesOutIdentity) {
  const Message response =
      index_message("HTTP/1.1 200 OK\r\nContent-Encoding: GZip, ,identity\r\nX: 1\r\ncontent-encoding: br\r\n\r\n");
  EXPECT_THAT(content_codings(response), ElementsAre("gzip", "br"));
}

TEST(DecodeContent, GivesThePayloadWhereNothingIsCoded) {
  const Message response = index_message("HTTP/1.1 200 OK\r\n\r\n");
  const Decoded decoded = decode_content(response, gzip(kPage));
  EXPECT_EQ(decoded.plaintext, gzip(kPage));
  EXPECT_THAT(decoded.codings, IsEmpty());
}

TEST(Decode, ReadsEachCoding) {
  for (const Coder& coder : kCoders) {
    for (const std::string& text : {""s, "x"s, kPage, large()}) {
      const Decoded decoded = decode(coder.encode(text), {coder.name});
      EXPECT_EQ(decoded.status, DecodeStatus::kDecoded) << coder.name;
      EXPECT_EQ(decoded.plaintext, text) << coder.name;
    }
  }
  EXPECT_EQ(decode(gzip(kPage), {"x-gzip"}).plaintext, kPage);
  EXPECT_THAT(decode(raw_deflate(kPage), {"deflate"}).notes, ElementsAre(CodingNote::kRawDeflate));
  EXPECT_THAT(decode(zlib(kPage), {"deflate"}).notes, IsEmpty());
}

TEST(Decode, UndoesStackedCodingsLastFirst) {
  const Decoded decoded = decode(zstd(brotli(gzip(kPage))), {"gzip", "br", "zstd"});
  EXPECT_EQ(decoded.status, DecodeStatus::kDecoded);
  EXPECT_EQ(decoded.plaintext, kPage);
  EXPECT_THAT(decoded.codings, ElementsAre("gzip", "br", "zstd"));
}

TEST(Decode, CallsEveryCutStreamTruncated) {
  for (const Coder& coder : kCoders) {
    const std::string stream = coder.encode(kPage);
    const std::size_t trailer = coder.name == "gzip"s ? 8 : coder.encode == zlib ? 4 : 0;
    for (std::size_t size = 0; size + trailer < stream.size(); ++size) {
      const Decoded decoded = decode(stream.substr(0, size), {coder.name});
      EXPECT_EQ(decoded.status, DecodeStatus::kTruncated) << coder.name << " " << size;
      EXPECT_TRUE(kPage.starts_with(decoded.plaintext));
    }
  }
}

TEST(Decode, CallsAForeignStreamCorrupt) {
  for (const char* name : {"gzip", "zstd", "br"}) {
    EXPECT_EQ(decode(kPage, {name}).status, DecodeStatus::kCorrupt) << name;
  }
  EXPECT_EQ(decode("\x07\xff\xff\xff", {"deflate"}).status, DecodeStatus::kCorrupt) << "block type 3";
  EXPECT_EQ(decode("\x78\xbb\x01\x02\x03\x04", {"deflate"}).status, DecodeStatus::kCorrupt) << "a preset dictionary";
  EXPECT_EQ(decode(gzip(kPage).substr(0, 10) + "\x07\xff\xff\xff", {"gzip"}).status, DecodeStatus::kCorrupt);
  EXPECT_EQ(decode(gzip(kPage), {"gzip", "gzip"}).status, DecodeStatus::kCorrupt) << "an inner layer";
}

TEST(Decode, NotesAnOddTrailerOfAStreamThatEnds) {
  const std::string stream = gzip(kPage);
  const auto check = [](const std::string& bytes, const char* coding, CodingNote note) {
    const Decoded decoded = decode(bytes, {coding});
    EXPECT_EQ(decoded.status, DecodeStatus::kDecoded) << coding_note_name(note);
    EXPECT_EQ(decoded.plaintext, kPage);
    EXPECT_THAT(decoded.notes, ElementsAre(note));
  };
  for (const std::size_t missing : {1U, 4U, 8U}) {
    check(stream.substr(0, stream.size() - missing), "gzip", CodingNote::kTrailerMissing);
  }
  for (const std::size_t from_end : {1U, 8U}) {
    std::string wrong = stream;
    wrong[wrong.size() - from_end] ^= 1;
    check(wrong, "gzip", CodingNote::kTrailerWrong);
  }
  for (const std::string& junk : {"\0\0"s, "\x1f"s, "\x1f\x1f"s, "junk"s}) {
    check(stream + junk, "gzip", CodingNote::kTrailingBytes);
    check(zlib(kPage) + junk, "deflate", CodingNote::kTrailingBytes);
    check(brotli(kPage) + junk, "br", CodingNote::kTrailingBytes);
    check(zstd(kPage) + junk, "zstd", CodingNote::kTrailingBytes);
  }
  const std::string wrapped = zlib(kPage);
  check(wrapped.substr(0, wrapped.size() - 4), "deflate", CodingNote::kTrailerMissing);
  check(wrapped.substr(0, wrapped.size() - 1) + "!", "deflate", CodingNote::kTrailerWrong);
  const std::string frame = zstd(kPage);
  check(frame.substr(0, frame.size() - 1) + static_cast<char>(frame.back() ^ 1), "zstd", CodingNote::kTrailerWrong);
}

TEST(Decode, ReadsSeveralMembersAndFrames) {
  const Decoded members = decode(gzip("one ") + gzip("") + gzip("two"), {"gzip"});
  EXPECT_EQ(members.plaintext, "one two");
  EXPECT_THAT(members.notes, ElementsAre(CodingNote::kSeveralMembers));
  const std::string skippable = "\x55\x2a\x4d\x18\x03\0\0\0abc"s;
  const Decoded frames = decode(zstd("one ") + skippable + zstd("two", false), {"zstd"});
  EXPECT_EQ(frames.plaintext, "one two");
  EXPECT_THAT(frames.notes, ElementsAre(CodingNote::kSeveralMembers));
  EXPECT_EQ(decode(gzip("one") + gzip("two").substr(0, 12), {"gzip"}).status, DecodeStatus::kTruncated);
}

TEST(Decode, ReadsAHeaderWithEveryPart) {
  const std::string header = "\x1f\x8b\x08\x1e\0\0\0\0\0\x03\x03\0abcname\0comment\0"s;
  const std::string rest = gzip(kPage).substr(10);
  const Decoded decoded = decode(header + "\x79\x71" + rest, {"gzip"});
  EXPECT_EQ(decoded.plaintext, kPage);
  EXPECT_THAT(decoded.notes, IsEmpty());
  EXPECT_THAT(decode(header + "\x79\x70" + rest, {"gzip"}).notes, ElementsAre(CodingNote::kHeaderCrcWrong));
}

TEST(Decode, LeavesAnUnknownCodingAlone) {
  for (const char* name : {"compress", "xgzip", "gzipx", "\"gzip\""}) {
    const Decoded decoded = decode(gzip(kPage), {name});
    EXPECT_EQ(decoded.status, DecodeStatus::kUnknown) << name;
    EXPECT_EQ(decoded.plaintext, "");
  }
}

TEST(Decode, NamesTheLimitThatStopsIt) {
  Limits limits;
  limits.decoded_bytes = 1000;
  const std::string text = large();
  for (const Coder& coder : kCoders) {
    const Decoded decoded = decode(coder.encode(text), {coder.name}, limits);
    EXPECT_EQ(decoded.status, DecodeStatus::kTooLarge) << coder.name;
    EXPECT_EQ(decoded.limit, Limit::kDecodedBytes) << coder.name;
    EXPECT_EQ(decoded.plaintext, text.substr(0, 1000)) << coder.name;
  }
  EXPECT_EQ(decode(gzip(text.substr(0, 1000)), {"gzip"}, limits).status, DecodeStatus::kDecoded);
  EXPECT_EQ(decode("", {"gzip", "gzip", "gzip", "gzip"}).limit, Limit::kCodings);
  EXPECT_EQ(decode("\x28\xb5\x2f\xfd\x00\xa8\x01\x00\x00"s, {"zstd"}).limit, Limit::kWindowBytes)
      << "a window of 2 GiB";
}

TEST(Decode, HoldsInnerLayersToTheLimitsToo) {
  Limits limits;
  limits.decoded_bytes = 10'000;
  // The inner stream is one member header with a comment of a megabyte: it gives no plaintext at all.
  const std::string inner = "\x1f\x8b\x08\x10\0\0\0\0\0\x03"s + std::string(1 << 20, 'c');
  const Decoded decoded = decode(gzip(inner), {"gzip", "gzip"}, limits);
  EXPECT_EQ(decoded.status, DecodeStatus::kTooLarge);
  EXPECT_EQ(decoded.limit, Limit::kDecodedBytes);
}

TEST(Decode, DoesNotJudgeTheRatioOfASmallPlaintext) {
  const std::string zeros(std::size_t{4} << 20, '\0');
  EXPECT_EQ(decode(zstd(zeros), {"zstd"}).status, DecodeStatus::kDecoded);
  EXPECT_EQ(decode(gzip(zeros), {"gzip"}).plaintext, zeros);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#elif defined(__has_feature)
constexpr bool kSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
constexpr bool kSanitized = false;
#endif

// KiB of memory that a process of its own has held at most after decoding; -1 where it didn't stop at the ratio.
long peak_kib_of(const std::string& stream, const std::string& coding) {
  int channel[2];
  if (pipe(channel) != 0) return -1;
  const pid_t child = fork();
  if (child == 0) {
    const Decoded decoded = decode(stream, {coding});
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    const long peak = decoded.limit == Limit::kDecodedRatio ? usage.ru_maxrss : -1;
    _exit(write(channel[1], &peak, sizeof peak) == sizeof peak ? 0 : 1);
  }
  long peak = -1;
  if (read(channel[0], &peak, sizeof peak) != sizeof peak) peak = -1;
  close(channel[0]);
  close(channel[1]);
  waitpid(child, nullptr, 0);
  return peak;
}

struct Bomb {
  std::string stream;
  std::string coding;
};

std::vector<Bomb> bombs() {
  const std::string zeros(std::size_t{32} << 20, '\0');
  return {{gzip_bomb(1024), "gzip"}, {brotli(zeros), "br"}, {zstd(zeros), "zstd"}};
}

TEST(Decode, StopsABombInLittleMemory) {
  for (const Bomb& bomb : bombs()) {  // the first is a megabyte that would give a gibibyte
    const long peak_kib = peak_kib_of(bomb.stream, bomb.coding);
    EXPECT_GT(peak_kib, 0) << bomb.coding;
    EXPECT_TRUE(kSanitized || peak_kib < 64 * 1024) << bomb.coding << " held " << peak_kib << " KiB";
  }
}

TEST(Names, AreAnotherWordForEachValue) {
  std::set<std::string> names;
  for (int i = 0; i <= static_cast<int>(CodingNote::kRawDeflate); ++i) {
    names.insert(coding_note_name(static_cast<CodingNote>(i)));
  }
  EXPECT_EQ(names.size(), static_cast<std::size_t>(CodingNote::kRawDeflate) + 1);
  for (int i = 0; i <= static_cast<int>(DecodeStatus::kUnknown); ++i) {
    names.insert(decode_status_name(static_cast<DecodeStatus>(i)));
  }
  for (int i = 0; i <= static_cast<int>(Limit::kCodings); ++i) names.insert(limit_name(static_cast<Limit>(i)));
  EXPECT_EQ(names.size(), static_cast<std::size_t>(CodingNote::kRawDeflate) + 1 +
                              static_cast<std::size_t>(DecodeStatus::kUnknown) + 1 +
                              static_cast<std::size_t>(Limit::kCodings) + 1);
  EXPECT_EQ(names.count(""), 0U);
}

}  // namespace
}  // namespace httparity

#include "result/hdr_log.h"

#include <gtest/gtest.h>
#include <zlib.h>

#include <array>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>

#include "base/base64.h"
#include "base/file.h"
#include "base/test_support.h"

namespace httparity {
namespace {

using std::chrono::nanoseconds;

// What HdrHistogram's own libraries do with the header; the counts are left packed.
std::string inflated(const std::string& base64) {
  const std::string bytes = *decode_base64(base64);
  EXPECT_EQ(bytes.substr(0, 4), std::string("\x1c\x84\x93\x14"));
  std::string out(1 << 20, '\0');
  uLongf size = out.size();
  EXPECT_EQ(uncompress(reinterpret_cast<Bytef*>(out.data()), &size, reinterpret_cast<const Bytef*>(bytes.data()) + 8,
                       bytes.size() - 8),
            Z_OK);
  out.resize(size);
  return out;
}

TEST(HdrLog, TheHeaderNamesVersionDigitsAndRange) {
  const std::string plain = inflated(encode_hdr_v2(Histogram()));
  ASSERT_EQ(plain.size(), 40U);
  EXPECT_EQ(plain.substr(0, 4), std::string("\x1c\x84\x93\x13"));
  EXPECT_EQ(plain[15], 2);
  EXPECT_EQ(plain[23], 1);
}

TEST(HdrLog, CountsStandAtTheirIndicesWithRunsOfZeroBetween) {
  Histogram histogram;
  histogram.record(nanoseconds(1));
  histogram.record(nanoseconds(1));
  histogram.record(nanoseconds(3));
  histogram.record(nanoseconds(256));  // index 256 = 2 * 128
  const std::string counts = inflated(encode_hdr_v2(histogram)).substr(40);
  // 0 | 2 | 0 | 1 | a run of 252 zeros | 1, each as ZigZag
  EXPECT_EQ(counts, std::string("\x00\x04\x00\x02\xf7\x03\x02", 7));
}

TEST(HdrLog, TheirOwnLibraryReadsEveryCount) {
  const std::string modules = HTTPARITY_NPM_FOLDER "/node_modules/hdr-histogram-js";
  if (std::system("command -v node > /dev/null 2>&1") != 0 || !is_folder(modules)) {
    GTEST_SKIP() << missing_part("needs node and the npm package hdr-histogram-js, which this build could not install");
  }
  Histogram histogram;
  std::uint64_t value = 1;
  for (int i = 0; i < 400; ++i) {
    histogram.record(nanoseconds(static_cast<std::int64_t>(value)));
    value = value * 13 % 1'000'000'000'003;
  }
  const std::string script = "const hdr = require('" + modules +
                             "');"
                             "const h = hdr.decodeFromCompressedBase64(process.argv[1], 64);"
                             "console.log(h.totalCount, [50, 90, 99].map((p) => h.getValueAtPercentile(p)).join(' '));";
  const std::string command = "node -e \"" + script + "\" " + encode_hdr_v2(histogram);
  std::FILE* pipe = ::popen(command.c_str(), "r");
  ASSERT_NE(pipe, nullptr);
  std::array<char, 200> line{};
  ASSERT_NE(std::fgets(line.data(), static_cast<int>(line.size()), pipe), nullptr);
  EXPECT_EQ(::pclose(pipe), 0);
  std::string expected = "400";
  for (const double percent : {50.0, 90.0, 99.0}) {
    expected += " " + std::to_string(histogram.percentile(percent).count());
  }
  EXPECT_EQ(std::string(line.data()), expected + "\n");
}

TEST(HdrLog, EveryMeasurementIsALine) {
  LoadResult result;
  result.targets.resize(1);
  result.targets[0].name = "nginx, stock";
  result.steps.resize(1);
  result.steps[0].connections = 64;
  LoadMeasurement one;
  one.timed = std::chrono::seconds(2);
  one.requests.emplace_back();
  one.requests[0].service.record(std::chrono::milliseconds(3));
  result.measurements = {one, one};
  const std::string log = render_hdr_log(result);
  EXPECT_NE(log.find("\nTag=nginx__stock__64_connections__round_1,0.000,2.000,3.000,HIST"), std::string::npos) << log;
  EXPECT_NE(log.find(",2.000,2.000,3.000,HIST"), std::string::npos) << log;
}

}  // namespace
}  // namespace httparity

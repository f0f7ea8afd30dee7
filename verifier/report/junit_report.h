#pragma once

#include <string>
#include <string_view>

#include "report/report_format.h"
#include "result/run_result.h"

namespace httparity {

/// The result as JUnit XML: a test suite for each scenario, a test case for each exchange; a difference is a failure,
/// an unknown or flaky one an error. Well-formed XML 1.0 in ASCII, whatever peers sent.
std::string render_junit(const RunResult& result, const ReportOptions& options);

/// `text` as XML 1.0 character data, for elements and attributes: ASCII, other characters of UTF-8 as references; what
/// XML 1.0 has no place for (most control characters, U+FFFE, bytes that are no UTF-8) becomes U+FFFD.
std::string xml_text(std::string_view text);

}  // namespace httparity

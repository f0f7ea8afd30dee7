#include "report/html_page.h"

#include <fmt/format.h>

#include "base/base64.h"
#include "base/digest.h"
#include "report/html_text.h"
#include "report/page_assets.h"

namespace httparity {
namespace {

// A source expression of Content-Security-Policy (CSP3, section 2.3.1).
std::string hash_source(std::string_view content) {
  const auto found = digest(DigestAlgorithm::kSha256, content);
  return found ? fmt::format("'sha256-{}'", encode_base64(*found)) : "'none'";
}

}  // namespace

bool has_charts() {
  return !kChartScript.empty();
}

std::string html_page(std::string_view title, std::string_view body, std::string_view data) {
  const std::string style = fmt::format("\n{}\n{}", kChartStyle, kPageStyle);
  const std::string script =
      has_charts() ? fmt::format("\n/*\n{}*/\n{}\n{}", kChartLicense, kChartScript, kPageScript) : std::string("\n");
  std::string out = "<!DOCTYPE html>\n<html lang=\"en\">\n<meta charset=\"utf-8\">\n";
  out += fmt::format(
      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src {}; script-src {}\">\n",
      hash_source(style), hash_source(script));
  out += "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n";
  out += fmt::format("<title>{}</title>\n<style>{}</style>\n<body>\n{}", html_text(title), style, body);
  if (data.empty()) return out;
  out += fmt::format("<script type=\"application/json\" id=\"data\">{}</script>\n<script>{}</script>\n", data, script);
  return out;
}

}  // namespace httparity

#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// One whole HTML document that needs nothing beside itself: `body` is markup, `title` text, `data` JSON without `<`
/// that the script draws; without it there is no script. A policy in it forbids every script, style and request but the
/// ones that it brings.
std::string html_page(std::string_view title, std::string_view body, std::string_view data);

/// Charts can be drawn: this was built where npm could install uPlot.
bool has_charts();

}  // namespace httparity

#pragma once

#include <string_view>

namespace httparity {

// What a page is made of beside its content, embedded when this was built. ASCII, and none holds "</".

extern const std::string_view kPageStyle;
extern const std::string_view kPageScript;
extern const std::string_view kChartStyle;    ///< uPlot's; empty where npm could not install it
extern const std::string_view kChartScript;   ///< uPlot's; empty where npm could not install it
extern const std::string_view kChartLicense;  ///< uPlot's, which has to stand beside its copies

}  // namespace httparity

#pragma once

#include <string>
#include <string_view>

namespace httparity {

/// `text` as the text of an HTML element or of a quoted attribute: every byte that means something there is a character
/// reference, what can't be printed or is no UTF-8 an escape as in the text report.
std::string html_text(std::string_view text);

}  // namespace httparity

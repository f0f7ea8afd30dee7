#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace httparity::html {

/// An input in parts; joined they are the input again.
using Tokens = std::vector<std::string>;

std::string join(const Tokens& tokens);
/// The tokens of tokens.h.
Tokens split(const std::string& html);
/// Every character by itself, `<name` and `</name` whole.
Tokens characters(const std::string& html);

/// In the mode "text" an input may be no UTF-8: then a byte at a time.
std::size_t character_length(std::string_view text, std::size_t at);
/// The length of `<name` or `</name` at the begin of a token, 0 where it is no tag.
std::size_t tag_name_end(std::string_view token);
/// The name of a tag as it is written; empty where the token is none.
std::string tag_name(std::string_view token);

}  // namespace httparity::html

#include "learn/varying.h"

#include <algorithm>

#include "contract/value_types.h"

namespace httparity {
namespace {

constexpr std::string_view kTokenMarks = "_+/=-~.%:";
constexpr std::string_view kBorders = "=/-._:";
constexpr std::size_t kUuidBytes = 36;

bool is_letter_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

bool is_token_byte(char c) {
  return is_letter_or_digit(c) || kTokenMarks.find(c) != std::string_view::npos;
}

/// How many bytes of a date stand at the front of `text`; 0 where there is none.
std::size_t date_length(std::string_view text) {
  // Every form begins with the name of a day; the longest is "Wednesday, 06-Nov-94 08:49:37 GMT".
  constexpr std::size_t kLengths[] = {33, 32, 31, 30, 29, 24};
  if (text.empty() || std::string_view("MTWFS").find(text[0]) == std::string_view::npos) return 0;
  for (const std::size_t length : kLengths) {
    if (text.size() >= length && is_http_date(text.substr(0, length))) return length;
  }
  return 0;
}

std::size_t common_prefix(const std::vector<std::string_view>& values) {
  std::size_t length = values[0].size();
  for (const std::string_view value : values) {
    const auto [mine, other] = std::mismatch(value.begin(), value.end(), values[0].begin(), values[0].end());
    length = std::min(length, static_cast<std::size_t>(other - values[0].begin()));
  }
  return length;
}

std::size_t common_suffix(const std::vector<std::string_view>& values, std::size_t most) {
  std::size_t length = most;
  for (const std::string_view value : values) {
    std::size_t same = 0;
    while (same < length && value[value.size() - 1 - same] == values[0][values[0].size() - 1 - same]) ++same;
    length = same;
  }
  return length;
}

/// Takes off the ends what all values share, but only up to a border: random values begin alike by chance.
void trim(const std::vector<std::string_view>& values, std::vector<Span>& spans) {
  const std::size_t prefix = common_prefix(values);
  const std::size_t border = values[0].substr(0, prefix).find_last_of(kBorders);
  const std::size_t front = border == std::string_view::npos ? 0 : border + 1;
  std::size_t shortest = values[0].size();
  for (const std::string_view value : values) shortest = std::min(shortest, value.size());
  const std::size_t suffix = common_suffix(values, shortest - front);
  const std::string_view tail = values[0].substr(values[0].size() - suffix);
  // `=` at the end is padding, and the value's own.
  const std::size_t back_border = tail.find_first_of("/-._:");
  const std::size_t back = back_border == std::string_view::npos ? 0 : tail.size() - back_border;
  for (Span& span : spans) {
    span.begin += front;
    span.end -= back;
  }
}

bool is_whole(std::string_view value) {
  return is_http_date(value) || is_uuid(value) || is_decimal(value);
}

}  // namespace

std::vector<Span> cut_into_pieces(std::string_view text) {
  std::vector<Span> pieces;
  std::size_t place = 0;
  bool inside_word = false;
  while (place < text.size()) {
    const std::string_view rest = text.substr(place);
    std::size_t length = inside_word ? 0 : date_length(rest);
    if (length == 0 && !inside_word && is_uuid(rest.substr(0, kUuidBytes))) length = kUuidBytes;
    if (length == 0) {
      while (length < rest.size() && is_token_byte(rest[length])) ++length;
      length = std::max<std::size_t>(length, 1);
    }
    pieces.push_back({place, place + length});
    place += length;
    inside_word = place < text.size() && is_token_byte(text[place - 1]) && is_token_byte(text[place]);
  }
  return pieces;
}

std::optional<std::vector<VaryingStretch>> find_varying(const std::vector<std::string_view>& texts) {
  std::vector<VaryingStretch> stretches;
  if (texts.size() < 2) return stretches;
  if (std::all_of(texts.begin(), texts.end(), [&texts](std::string_view text) { return text == texts[0]; })) {
    return stretches;
  }
  std::vector<std::vector<Span>> pieces;
  pieces.reserve(texts.size());
  for (const std::string_view text : texts) pieces.push_back(cut_into_pieces(text));
  const bool line_up = std::all_of(pieces.begin(), pieces.end(),
                                   [&pieces](const auto& each) { return each.size() == pieces[0].size(); });
  if (!line_up) return std::nullopt;
  std::vector<std::string_view> values(texts.size());
  std::vector<Span> spans(texts.size());
  for (std::size_t place = 0; place < pieces[0].size(); ++place) {
    for (std::size_t text = 0; text < texts.size(); ++text) {
      spans[text] = pieces[text][place];
      values[text] = slice(texts[text], spans[text]);
    }
    if (std::all_of(values.begin(), values.end(), [&values](std::string_view value) { return value == values[0]; }))
      continue;
    // A byte that belongs to no token is structure.
    const bool tokens =
        std::all_of(values.begin(), values.end(), [](std::string_view value) { return is_token_byte(value[0]); });
    if (!tokens) return std::nullopt;
    if (!std::all_of(values.begin(), values.end(), is_whole)) trim(values, spans);
    stretches.push_back({spans});
  }
  return stretches;
}

}  // namespace httparity

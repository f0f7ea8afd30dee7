#include "wire/section_oddities.h"

#include <algorithm>

namespace httparity {
namespace {

// RFC 9110, section 5.6.2.
bool is_token_byte(char c) {
  return (c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z') || (c >= 'a' && c <= 'z') ||
         std::string_view("!#$%&'*+-.^_`|~").find(c) != std::string_view::npos;
}

bool has_bare_cr(std::string_view text) {
  for (std::size_t at = text.find('\r'); at != std::string_view::npos; at = text.find('\r', at + 1)) {
    if (at + 1 < text.size() && text[at + 1] != '\n') return true;
  }
  return false;
}

bool has_bare_lf(std::string_view text) {
  for (std::size_t at = text.find('\n'); at != std::string_view::npos; at = text.find('\n', at + 1)) {
    if (at == 0 || text[at - 1] != '\r') return true;
  }
  return false;
}

void note_field(std::string_view bytes, const Field& field, Framing& framing) {
  if (field.folded) add_oddity(framing, Oddity::kFoldedField);
  if (field.colon.empty()) {
    add_oddity(framing, Oddity::kFieldWithoutColon);
    return;
  }
  const std::string_view name = slice(bytes, field.name);
  if (!field.before_colon.empty()) add_oddity(framing, Oddity::kSpaceBeforeColon);
  if (name.empty()) add_oddity(framing, Oddity::kEmptyFieldName);
  if (!std::all_of(name.begin(), name.end(), is_token_byte)) add_oddity(framing, Oddity::kBadFieldName);
}

}  // namespace

void note_section_oddities(std::string_view bytes, Span section, const std::vector<Field>& fields, Oddity lf_only,
                           Framing& framing) {
  const std::string_view text = slice(bytes, section);
  if (has_bare_lf(text)) add_oddity(framing, lf_only);
  if (has_bare_cr(text)) add_oddity(framing, Oddity::kBareCr);
  if (text.find('\0') != std::string_view::npos) add_oddity(framing, Oddity::kNulByte);
  for (const Field& field : fields) note_field(bytes, field, framing);
}

}  // namespace httparity

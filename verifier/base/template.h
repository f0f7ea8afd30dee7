#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace httparity {

/// A stretch of a template: literal text, or the name of a variable.
struct TemplatePart {
  bool is_variable = false;
  std::string text;

  friend bool operator==(const TemplatePart&, const TemplatePart&) = default;
};

/// Text in which `{name}` stands for a value.
struct Template {
  std::vector<TemplatePart> parts;

  friend bool operator==(const Template&, const Template&) = default;
};

/// What the names of a template stand for; nullopt is a value too ("leave this field out").
using Variables = std::map<std::string, std::optional<std::string>, std::less<>>;

/// A letter or `_`, then letters, digits, `_` and `-`.
bool is_variable_name(std::string_view name);

/// `text` cut into its parts, once. `{{` writes `{`; a `{` that doesn't begin `{name}` stands for itself, and so does
/// every `}`. Total: any text is a template.
Template parse_template(std::string_view text);

/// The names that `text` uses, in order, each once.
std::vector<std::string> variable_names(const Template& text);

/// `text` with its variables filled in, their values byte for byte; nullopt where one of them is null.
/// An error names the variable that `variables` doesn't define.
Result<std::optional<std::string>> expand(const Template& text, const Variables& variables);

}  // namespace httparity

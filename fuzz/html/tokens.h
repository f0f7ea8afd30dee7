#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/case.h"

namespace httparity::html {

/// The tag names to which some rule of the tree construction gives a meaning of their own, and two unknown ones.
std::span<const std::string_view> tag_names();

/// The sweep's alphabet: a start tag for each name, an end tag where one has a rule, and the texts, comments,
/// doctypes and attributes on which rules turn. Whole tokens each.
std::span<const std::string_view> alphabet();

/// One of the 40 places of the sweep: an insertion mode (or a sub-case of one), entered by a prefix of a document or
/// by a fragment's context.
struct InsertionContext {
  std::string_view name;    ///< for a person: "in cell", "fragment select"
  std::string_view prefix;  ///< what is put before
  Context fragment;         ///< no name: a document
};
std::span<const InsertionContext> insertion_contexts();

/// The contexts of fragments that mutation and generation choose from.
std::span<const Context> fragment_contexts();

/// `html` cut into tokens: tags, comments, other markup, character references, runs of white space, other runs of
/// text. Their concatenation is `html`. Not the tokenizer of the standard: raw text is cut like any other.
std::vector<std::string_view> split_tokens(std::string_view html);

/// Attributes, texts, references and markup that mutation and grammar insert beside the alphabet.
std::span<const std::string_view> attributes();
std::span<const std::string_view> texts();

}  // namespace httparity::html

#include "contract/observe.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/text.h"
#include "wire/content_coding.h"

namespace httparity {
namespace {

/// A response's plaintext; nullopt where there is none to be had.
std::optional<std::string> plaintext(const Exchange& exchange, const Limits& limits) {
  if (!exchange.response) return std::nullopt;
  Decoded decoded = decode_content(*exchange.response, payload(*exchange.response, exchange.framing), limits);
  if (decoded.status != DecodeStatus::kDecoded) return std::nullopt;
  return std::move(decoded.plaintext);
}

/// Finds the first stretch that a capture selects.
struct Finder {
  const Exchange& exchange;
  const std::optional<std::string>& text;

  std::optional<std::string> operator()(const HeaderSelector& header) const {
    if (!exchange.response) return std::nullopt;
    const auto spans = select(header, *exchange.response);
    return spans.empty() ? std::nullopt : std::optional<std::string>(exchange.response->at(spans[0]));
  }
  std::optional<std::string> operator()(const BodySelector& body) const { return in_text(body); }
  std::optional<std::string> operator()(const JsonSelector& json) const { return in_text(json); }
  std::optional<std::string> operator()(GzipPart) const { return std::nullopt; }
  std::optional<std::string> operator()(const ChunkBorders&) const { return std::nullopt; }

  template <typename TextSelector>
  std::optional<std::string> in_text(const TextSelector& selector) const {
    if (!text) return std::nullopt;
    const auto spans = select(selector, std::string_view(*text));
    return spans.empty() ? std::nullopt : std::optional<std::string>(slice(*text, spans[0]));
  }
};

bool looks_at_the_body(const Capture& capture) {
  return !std::holds_alternative<HeaderSelector>(capture.selector);
}

std::string quoted(std::string_view bytes) {
  constexpr std::size_t kShown = 60;
  return fmt::format("\"{}{}\"", escape_bytes(bytes.substr(0, kShown)), bytes.size() > kShown ? "..." : "");
}

std::optional<std::string> unmet_field(const RequestField& field, const Message& response, const Variables& variables) {
  const auto wanted = expand(field.value, variables);
  if (!wanted) return "require: " + wanted.error().what;
  if (!*wanted) return std::nullopt;
  std::string seen;
  for (const std::size_t place : find_fields(response, field.name)) {
    const std::string_view value = response.at(response.fields[place].value);
    if (value == **wanted) return std::nullopt;
    seen += (seen.empty() ? "" : ", ") + quoted(value);
  }
  return fmt::format("{} is {}, required is {}", escape_bytes(field.name), seen.empty() ? "not there" : seen,
                     quoted(**wanted));
}

std::optional<std::string> unmet_body(const Body& body, const Exchange& exchange, const Variables& variables,
                                      const Limits& limits) {
  std::string expanded;
  std::string_view wanted;
  if (const auto* bytes = std::get_if<std::shared_ptr<const std::string>>(&body.content)) {
    wanted = **bytes;
  } else {
    const auto text = expand(*std::get_if<Template>(&body.content), variables);
    if (!text) return "require: " + text.error().what;
    expanded = text->value_or("");
    wanted = expanded;
  }
  const auto seen = plaintext(exchange, limits);
  if (!seen) return "the body can't be decoded";
  if (*seen == wanted) return std::nullopt;
  const auto first = std::mismatch(seen->begin(), seen->end(), wanted.begin(), wanted.end()).first;
  return fmt::format("the decoded body ({} bytes) is not the required one ({} bytes{}{}): they part at offset {}",
                     seen->size(), wanted.size(), body.file.empty() ? "" : " of ", escape_bytes(body.file),
                     first - seen->begin());
}

}  // namespace

std::vector<std::string> take_captures(const Step& step, const Exchange& exchange, Variables& variables,
                                       const Limits& limits) {
  std::vector<std::string> missed;
  std::optional<std::string> text;
  if (std::any_of(step.captures.begin(), step.captures.end(), looks_at_the_body)) text = plaintext(exchange, limits);
  for (const Capture& capture : step.captures) {
    auto value = std::visit(Finder{exchange, text}, capture.selector);
    if (value) {
      variables.insert_or_assign(capture.name, std::move(value));
    } else {
      variables.erase(capture.name);
      missed.push_back(capture.name);
    }
  }
  return missed;
}

std::optional<std::string> unmet(const Step& step, const Exchange& exchange, const Variables& variables,
                                 const Limits& limits) {
  const Require& require = step.require;
  if (!require.empty() && !exchange.response) return "there is no response";
  if (require.status) {
    const auto status = status_code(*exchange.response);
    if (status != require.status) {
      return fmt::format("the status is {}, required is {}", status ? std::to_string(*status) : "unreadable",
                         *require.status);
    }
  }
  for (const RequestField& field : require.fields) {
    if (auto why = unmet_field(field, *exchange.response, variables)) return why;
  }
  if (require.body) {
    if (auto why = unmet_body(*require.body, exchange, variables, limits)) return why;
  }
  // Over TLS a FIN without close_notify ends the connection too, however rudely.
  if (step.expect_close && exchange.fate != Fate::kFin && exchange.fate != Fate::kCut) {
    return fmt::format("the connection is {}, expected is that the peer ends it", fate_name(exchange.fate));
  }
  return std::nullopt;
}

}  // namespace httparity

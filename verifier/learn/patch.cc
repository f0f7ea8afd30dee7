#include "learn/patch.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/json_scan.h"
#include "base/json_writer.h"
#include "base/text.h"

namespace httparity {
namespace {

void write_ends(JsonWriter& json, const std::vector<std::string>& until) {
  if (until.empty()) return;
  json.key("until");
  if (until.size() == 1) {
    json.bytes(until[0]);
    return;
  }
  json.begin_array();
  for (const std::string& end : until) json.bytes(end);
  json.end_array();
}

struct SelectorWriter {
  JsonWriter& json;

  void operator()(const HeaderSelector& header) const {
    json.key("header").bytes(header.name);
    if (header.nth) json.key("nth").number(std::uint64_t{*header.nth});
    if (header.after) json.key("after").bytes(*header.after);
    write_ends(json, header.until);
  }
  void operator()(const BodySelector& body) const {
    json.key("body").begin_object();
    json.key("after").bytes(body.after);
    write_ends(json, body.until);
    json.end_object();
  }
  void operator()(const JsonSelector& pointer) const {
    json.key("body").begin_object();
    json.key("json").text(pointer.pointer);
    json.end_object();
  }
  void operator()(GzipPart part) const {
    json.key("gzip").text(part == GzipPart::kMtime ? "mtime" : part == GzipPart::kXfl ? "xfl" : "os");
  }
  void operator()(const ChunkBorders&) const { json.key("framing").text("chunk-borders"); }
};

/// Where new masks go: behind the opening bracket of the masks, or of the contract itself.
struct Insertion {
  std::size_t offset = 0;
  bool has_masks = false;  ///< the bracket is that of an array of masks
  bool is_empty = false;   ///< nothing stands in it yet
};

std::optional<Insertion> find_insertion(std::string_view text) {
  JsonScanner scanner(text, {.comments = true});
  std::optional<Insertion> place;
  std::size_t depth = 0;
  bool at_masks = false;
  JsonToken before = JsonToken::kError;
  while (true) {
    const JsonToken token = scanner.next();
    if (token == JsonToken::kError) return std::nullopt;
    if (token == JsonToken::kEnd) return place;
    const bool opens = token == JsonToken::kBeginArray || token == JsonToken::kBeginObject;
    const bool closes = token == JsonToken::kEndArray || token == JsonToken::kEndObject;
    if (place && scanner.begin() >= place->offset && before == JsonToken::kError) place->is_empty = closes;
    before = token;
    if (depth == 0 && token == JsonToken::kBeginObject) {
      place = Insertion{scanner.end(), false, false};
      before = JsonToken::kError;
    }
    if (depth == 1 && token == JsonToken::kBeginArray && at_masks) {
      place = Insertion{scanner.end(), true, false};
      before = JsonToken::kError;
    }
    if (depth == 1 && token == JsonToken::kKey) at_masks = json_unescape(scanner.token()) == "masks";
    if (opens) ++depth;
    if (closes) --depth;
  }
}

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    lines.push_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return lines;
}

/// The new lines, the last of them the rest of the line that was cut.
std::vector<std::string> new_lines(const std::vector<Proposal>& proposals, const Insertion& insertion,
                                   std::string_view cut) {
  std::vector<std::string> lines;
  if (!insertion.has_masks) lines.emplace_back("  \"masks\": [");
  for (std::size_t place = 0; place < proposals.size(); ++place) {
    const Proposal& proposal = proposals[place];
    for (const std::string& line : proposal.evidence) lines.push_back("    // " + line);
    const bool last = place + 1 == proposals.size() && (!insertion.has_masks || insertion.is_empty);
    lines.push_back("    " + render_mask(proposal.mask) + (last ? "" : ","));
  }
  if (!insertion.has_masks) lines.emplace_back(insertion.is_empty ? "  ]" : "  ],");
  lines.emplace_back(cut);
  return lines;
}

}  // namespace

std::string render_mask(const Mask& mask) {
  JsonWriter json(JsonWriter::Style::kCompact);
  json.begin_object();
  std::visit(SelectorWriter{json}, mask.selector);
  if (mask.type != MaskType::kNone) json.key("type").text(mask_type_name(mask.type));
  if (mask.length) json.key("length").number(std::uint64_t{*mask.length});
  if (mask.any_width) json.key("width").text("any");
  if (!mask.name.empty()) json.key("name").text(mask.name);
  if (mask.fresh) json.key("fresh").boolean(true);
  json.key("why").text(mask.why);
  json.end_object();
  return std::move(json).take();
}

Result<std::string> render_patch(std::string_view text, const std::string& path,
                                 const std::vector<Proposal>& proposals) {
  if (proposals.empty()) return std::string();
  const auto insertion = find_insertion(text);
  if (!insertion) return Error{fmt::format("{}: is no contract that a patch could be made for", escape_bytes(path))};
  constexpr std::size_t kContext = 3;
  const std::vector<std::string_view> lines = lines_of(text);
  const std::size_t cut_line = static_cast<std::size_t>(
      std::count(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(insertion->offset), '\n'));
  const std::size_t line_begin = text.rfind('\n', insertion->offset - 1) + 1;
  const std::string_view kept = text.substr(line_begin, insertion->offset - line_begin);
  const std::string_view cut = lines[cut_line].substr(kept.size());
  const std::size_t first = cut_line > kContext ? cut_line - kContext : 0;
  const std::size_t end = std::min(lines.size(), cut_line + 1 + kContext);
  const bool ends_without_line_end = !text.ends_with('\n');

  std::vector<std::string> added = new_lines(proposals, *insertion, cut);
  // What follows the bracket on its line keeps its place behind the new lines; an empty rest needs no line of its own.
  if (cut.find_first_not_of(" \t\r") == std::string_view::npos) added.pop_back();
  const bool keeps_line = added.size() > 0 && cut.find_first_not_of(" \t\r") == std::string_view::npos;
  std::string body;
  const auto put = [&](char mark, std::string_view line, bool is_last_of_file) {
    body += fmt::format("{}{}\n", mark, line);
    if (is_last_of_file && ends_without_line_end) body += "\\ No newline at end of file\n";
  };
  for (std::size_t line = first; line < cut_line; ++line) put(' ', lines[line], false);
  const bool cut_is_last = cut_line + 1 == lines.size();
  if (keeps_line) {
    put(' ', lines[cut_line], false);
    for (const std::string& line : added) put('+', line, false);
  } else {
    put('-', lines[cut_line], cut_is_last);
    put('+', kept, false);
    for (std::size_t line = 0; line < added.size(); ++line)
      put('+', added[line], cut_is_last && line + 1 == added.size());
  }
  for (std::size_t line = cut_line + 1; line < end; ++line) put(' ', lines[line], line + 1 == lines.size());
  const std::size_t old_count = end - first;
  const std::size_t new_count = old_count + added.size();
  return fmt::format("--- a/{0}\n+++ b/{0}\n@@ -{1},{2} +{1},{3} @@\n{4}", path, first + 1, old_count, new_count, body);
}

}  // namespace httparity

#include "learn/candidates.h"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/text.h"
#include "wire/content_coding.h"

namespace httparity {
namespace {

using Spans = std::vector<std::vector<Span>>;  ///< of each exchange

bool holds(const std::vector<Span>& spans, Span span) {
  return std::find(spans.begin(), spans.end(), span) != spans.end();
}

bool is_inside(const std::vector<Span>& spans, Span span) {
  return std::any_of(spans.begin(), spans.end(),
                     [span](Span outer) { return outer.begin <= span.begin && span.end <= outer.end; });
}

/// The stretch lies inside what known masks select, in each exchange.
bool is_covered(const VaryingStretch& stretch, const Spans& known) {
  for (std::size_t exchange = 0; exchange < stretch.spans.size(); ++exchange) {
    if (!is_inside(known[exchange], stretch.spans[exchange])) return false;
  }
  return true;
}

/// What `selector` selects in each text is some of what varies there, and at least one thing.
bool selects_only(const Spans& selected, const Spans& varying) {
  for (std::size_t exchange = 0; exchange < selected.size(); ++exchange) {
    if (selected[exchange].empty()) return false;
    for (const Span span : selected[exchange]) {
      if (!holds(varying[exchange], span)) return false;
    }
  }
  return true;
}

Candidate candidate_of(Selector selector, const Spans& selected, const std::vector<std::string_view>& texts) {
  Candidate candidate{std::move(selector), {}};
  for (std::size_t exchange = 0; exchange < selected.size(); ++exchange) {
    std::vector<std::string>& values = candidate.values.emplace_back();
    for (const Span span : selected[exchange]) values.emplace_back(slice(texts[exchange], span));
  }
  return candidate;
}

/// The lines of one name in every head.
struct FieldLines {
  std::string name;
  std::vector<std::vector<std::size_t>> places;  ///< of each head
};

class HeaderSearch {
 public:
  HeaderSearch(const Answers& answers, const std::vector<Mask>& known, std::vector<std::string>& beyond)
      : answers_(answers), known_(known), beyond_(beyond) {}

  std::vector<Candidate> search() {
    std::set<std::string> names;
    for (const Message* head : answers_.heads) {
      for (const Field& field : head->fields) {
        const std::string name(head->at(field.name));
        if (names.insert(lower(name)).second) search_name(name);
      }
    }
    return std::move(candidates_);
  }

 private:
  void search_name(const std::string& name) {
    FieldLines lines{name, {}};
    for (const Message* head : answers_.heads) lines.places.push_back(find_fields(*head, name));
    const std::size_t count = lines.places[0].size();
    for (const auto& places : lines.places) {
      if (places.size() == count) continue;
      beyond_.push_back(fmt::format("{}: some answers have more lines of it than others", escape_bytes(name)));
      return;
    }
    std::vector<std::vector<VaryingStretch>> stretches(count);
    Spans varying(answers_.heads.size());
    for (std::size_t nth = 0; nth < count; ++nth) {
      stretches[nth] = find_in_line(lines, nth);
      for (const VaryingStretch& stretch : stretches[nth]) {
        for (std::size_t head = 0; head < varying.size(); ++head) varying[head].push_back(stretch.spans[head]);
      }
    }
    for (std::size_t nth = 0; nth < count; ++nth) {
      std::size_t before = 0;
      for (const VaryingStretch& stretch : stretches[nth]) {
        select_stretch(lines, nth, before, stretch, varying);
        before = stretch.spans[0].end;
      }
    }
  }

  Span value_of(const FieldLines& lines, std::size_t head, std::size_t nth) const {
    return answers_.heads[head]->fields[lines.places[head][nth]].value;
  }

  /// The stretches of the line, as spans into the heads, without those that known masks or the body's length explain.
  std::vector<VaryingStretch> find_in_line(const FieldLines& lines, std::size_t nth) {
    std::vector<std::string_view> values;
    bool is_length = true;
    for (std::size_t head = 0; head < answers_.heads.size(); ++head) {
      values.push_back(answers_.heads[head]->at(value_of(lines, head, nth)));
      is_length = is_length && values.back() == std::to_string(answers_.payloads[head].size());
    }
    if (is_length) return {};
    auto found = find_varying(values);
    if (!found) {
      VaryingStretch whole;
      for (const std::string_view value : values) whole.spans.push_back({0, value.size()});
      found = {whole};
    }
    std::vector<VaryingStretch> stretches;
    for (VaryingStretch& stretch : *found) {
      for (std::size_t head = 0; head < stretch.spans.size(); ++head) {
        const std::size_t begin = value_of(lines, head, nth).begin;
        stretch.spans[head] = {begin + stretch.spans[head].begin, begin + stretch.spans[head].end};
      }
      if (!is_covered(stretch, known_spans())) stretches.push_back(std::move(stretch));
    }
    return stretches;
  }

  const Spans& known_spans() {
    if (!known_spans_.empty()) return known_spans_;
    for (const Message* head : answers_.heads) {
      std::vector<Span>& spans = known_spans_.emplace_back();
      for (const Mask& mask : known_) {
        const auto* header = std::get_if<HeaderSelector>(&mask.selector);
        if (header == nullptr) continue;
        for (const Span span : select(*header, *head)) spans.push_back(span);
      }
    }
    return known_spans_;
  }

  Spans select_all(const HeaderSelector& selector) const {
    Spans selected;
    for (const Message* head : answers_.heads) selected.push_back(select(selector, *head));
    return selected;
  }

  /// Finds the plainest selector for `stretch`; what lies between it and the stretch before it is its `after`.
  void select_stretch(const FieldLines& lines, std::size_t nth, std::size_t before, const VaryingStretch& stretch,
                      const Spans& varying) {
    const Message& head = *answers_.heads[0];
    const Span value = value_of(lines, 0, nth);
    const Span span = stretch.spans[0];
    const std::size_t from = std::max(before, value.begin);
    const std::string_view after = head.at({from, span.begin});
    const std::string_view rest = head.at({span.end, value.end});
    constexpr std::size_t kLongestEnd = 8;
    for (std::size_t end = rest.empty() ? 0 : 1; end <= std::min(rest.size(), kLongestEnd); ++end) {
      for (const bool with_nth : {false, true}) {
        HeaderSelector selector{lines.name, {}, {}, {}};
        if (!after.empty()) selector.after = std::string(after);
        if (end > 0) selector.until = {std::string(rest.substr(0, end))};
        if (with_nth) selector.nth = nth;
        const Spans selected = select_all(selector);
        if (!selects_only(selected, varying) || !holds(selected[0], span)) continue;
        std::vector<std::string_view> texts;
        for (const Message* each : answers_.heads) texts.push_back(each->bytes);
        candidates_.push_back(candidate_of(std::move(selector), selected, texts));
        return;
      }
      if (rest.empty()) break;
    }
    beyond_.push_back(
        fmt::format("{}: a part of its value varies that no selector finds alone", escape_bytes(lines.name)));
  }

  const Answers& answers_;
  const std::vector<Mask>& known_;
  std::vector<std::string>& beyond_;
  Spans known_spans_;
  std::vector<Candidate> candidates_;
};

class BodySearch {
 public:
  BodySearch(const Answers& answers, const std::vector<Mask>& known, std::vector<std::string>& beyond)
      : beyond_(beyond), varying_(answers.plaintexts.size()) {
    for (const std::string& text : answers.plaintexts) {
      texts_.push_back(text);
      std::vector<Span>& spans = known_.emplace_back();
      for (const Mask& mask : known) {
        if (const auto* body = std::get_if<BodySelector>(&mask.selector)) append(select(*body, text), spans);
        if (const auto* json = std::get_if<JsonSelector>(&mask.selector)) append(select(*json, text), spans);
      }
    }
  }

  std::vector<Candidate> search() {
    if (texts_.empty()) return {};
    const auto found = find_varying(texts_);
    if (!found) {
      beyond_.emplace_back("the body: answers differ in structure, not in single values");
      return {};
    }
    // Ends that follow the same text belong to one mask: a boundary ends with a line end, or with two dashes.
    std::map<std::string, std::vector<std::string>> ends;
    for (const VaryingStretch& stretch : *found) {
      for (std::size_t text = 0; text < texts_.size(); ++text) varying_[text].push_back(stretch.spans[text]);
    }
    std::size_t before = 0;
    for (const VaryingStretch& stretch : *found) {
      if (!is_covered(stretch, known_)) add_context(stretch, before, ends);
      before = stretch.spans[0].end;
    }
    std::vector<Candidate> candidates;
    for (auto& [after, until] : ends) {
      BodySelector selector{after, until};
      Spans selected;
      for (const std::string_view text : texts_) selected.push_back(select(selector, text));
      if (selects_only(selected, varying_)) {
        candidates.push_back(candidate_of(std::move(selector), selected, texts_));
      } else {
        beyond_.push_back(
            fmt::format("the body: a value behind \"{}\" varies that no selector finds alone", escape_bytes(after)));
      }
    }
    return candidates;
  }

 private:
  static void append(const std::vector<Span>& from, std::vector<Span>& to) {
    to.insert(to.end(), from.begin(), from.end());
  }

  /// The text before a stretch that names it: from the tag, line or member on in which it stands, the same for every
  /// stretch of its kind.
  void add_context(const VaryingStretch& stretch, std::size_t before,
                   std::map<std::string, std::vector<std::string>>& ends) {
    constexpr std::size_t kContext = 64;
    const Span span = stretch.spans[0];
    const std::size_t from = std::max(before, span.begin > kContext ? span.begin - kContext : 0);
    std::string_view after = texts_[0].substr(from, span.begin - from);
    const std::size_t border = after.find_last_of("\n<{,;&");
    if (border != std::string_view::npos) after = after.substr(border);
    if (after.empty()) {
      beyond_.emplace_back("the body: a value varies that no text stands before");
      return;
    }
    const std::string_view rest = texts_[0].substr(span.end);
    std::vector<std::string>& until = ends[std::string(after)];
    if (rest.empty()) return;
    std::string end(rest.substr(0, 1));
    if (std::find(until.begin(), until.end(), end) == until.end()) until.push_back(std::move(end));
  }

  std::vector<std::string>& beyond_;
  std::vector<std::string_view> texts_;
  Spans known_;
  Spans varying_;
};

bool knows(const std::vector<Mask>& known, const Selector& selector) {
  return std::any_of(known.begin(), known.end(), [&selector](const Mask& mask) { return mask.selector == selector; });
}

void add_gzip_part(const Answers& answers, GzipPart part, Span GzipHeader::*span, std::vector<Candidate>& candidates) {
  Candidate candidate{part, {}};
  bool varies = false;
  for (const std::string& payload : answers.payloads) {
    const auto header = gzip_header(payload);
    if (!header) return;
    candidate.values.push_back({std::string(slice(payload, (*header).*span))});
    varies = varies || candidate.values.back() != candidate.values[0];
  }
  if (varies) candidates.push_back(std::move(candidate));
}

}  // namespace

std::optional<Answers> take_apart(const std::vector<Exchange>& exchanges, const Limits& limits) {
  Answers answers;
  for (const Exchange& exchange : exchanges) {
    if (!is_complete(exchange)) return std::nullopt;
    answers.heads.push_back(&*exchange.response);
    answers.payloads.push_back(payload(*exchange.response, exchange.framing));
    Decoded decoded = decode_content(*exchange.response, answers.payloads.back(), limits);
    if (decoded.status == DecodeStatus::kDecoded) answers.plaintexts.push_back(std::move(decoded.plaintext));
  }
  if (answers.plaintexts.size() != exchanges.size()) answers.plaintexts.clear();
  return answers;
}

std::vector<Candidate> header_candidates(const Answers& answers, const std::vector<Mask>& known,
                                         std::vector<std::string>& beyond) {
  return HeaderSearch(answers, known, beyond).search();
}

std::vector<Candidate> body_candidates(const Answers& answers, const std::vector<Mask>& known,
                                       std::vector<std::string>& beyond) {
  return BodySearch(answers, known, beyond).search();
}

std::vector<Candidate> framing_candidates(const std::vector<Exchange>& exchanges, const Answers& answers,
                                          const std::vector<Mask>& known) {
  std::vector<Candidate> candidates;
  const auto cuts = [](const Exchange& exchange) {
    std::vector<std::size_t> sizes;
    for (const Chunk& chunk : exchange.framing.chunks) sizes.push_back(chunk.data.size());
    return sizes;
  };
  // Compressed, another plaintext is another stream: that two have one length is chance, and says nothing of the cuts.
  const bool coded = !answers.plaintexts.empty() && answers.plaintexts != answers.payloads;
  const bool same_length =
      std::all_of(answers.payloads.begin(), answers.payloads.end(), [&answers, coded](const std::string& each) {
        return coded ? each == answers.payloads[0] : each.size() == answers.payloads[0].size();
      });
  const bool same_cuts = std::all_of(exchanges.begin(), exchanges.end(),
                                     [&](const Exchange& exchange) { return cuts(exchange) == cuts(exchanges[0]); });
  if (same_length && !same_cuts) candidates.push_back({ChunkBorders{}, {}});
  add_gzip_part(answers, GzipPart::kMtime, &GzipHeader::mtime, candidates);
  add_gzip_part(answers, GzipPart::kXfl, &GzipHeader::xfl, candidates);
  add_gzip_part(answers, GzipPart::kOs, &GzipHeader::os, candidates);
  std::erase_if(candidates, [&known](const Candidate& candidate) { return knows(known, candidate.selector); });
  return candidates;
}

}  // namespace httparity

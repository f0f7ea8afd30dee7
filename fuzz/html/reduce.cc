#include "fuzz/html/reduce.h"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>

#include "base/text.h"
#include "fuzz/html/reduce_tokens.h"
#include "fuzz/html/signature.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

class Reducer {
 public:
  Reducer(const HtmlCase& input, const StillShows& still_shows, std::uint64_t max_evaluations)
      : best_(input), still_shows_(still_shows), left_(max_evaluations), allowed_(max_evaluations) {}

  Reduction run() {
    try_case([](HtmlCase& one) {
      one.context = {};
      one.quirks = false;
    });
    try_case([](HtmlCase& one) { one.scripting = false; });
    delete_tokens();
    // Each pass may open the way for another; every one of them shrinks or simplifies, so this ends.
    constexpr int kPasses = 4;
    for (int pass = 0; pass < kPasses; ++pass) {
      const HtmlCase before = best_;
      rename_tags();
      simplify_tokens();
      delete_runs();
      delete_characters();
      delete_tokens();
      simplify_context();
      if (best_ == before) break;
    }
    delete_tokens();
    return {best_, allowed_ - left_};
  }

 private:
  /// The candidates that still show it.
  std::vector<bool> ask(const std::vector<HtmlCase>& candidates) {
    if (candidates.size() > left_) return std::vector<bool>(candidates.size(), false);
    left_ -= candidates.size();
    return still_shows_(candidates);
  }

  HtmlCase with(std::string data) const {
    HtmlCase out = best_;
    out.data = std::move(data);
    return out;
  }

  template <typename Change>
  bool try_case(const Change& change) {
    HtmlCase candidate = best_;
    change(candidate);
    if (candidate == best_ || !ask({candidate}).front()) return false;
    best_ = candidate;
    return true;
  }

  void delete_tokens() {
    Tokens tokens = split(best_.data);
    for (std::size_t chunk = std::max<std::size_t>(1, tokens.size() / 2); chunk > 0; chunk /= 2) {
      while (delete_chunks(tokens, chunk, split)) {
      }
    }
  }

  /// Runs of characters of a long input, which delete_characters() would ask about as often as its length squared.
  void delete_runs() {
    constexpr std::size_t kLong = 40;
    if (best_.data.size() <= kLong) return;
    Tokens pieces = characters(best_.data);
    for (std::size_t chunk = std::max<std::size_t>(1, pieces.size() / 2); chunk > 0; chunk /= 2) {
      while (delete_chunks(pieces, chunk, characters)) {
      }
    }
  }

  /// Tries to do without each run of `chunk` tokens; where several can be spared, without all of them at once.
  /// `cut` makes the tokens of an input.
  bool delete_chunks(Tokens& tokens, std::size_t chunk, Tokens (*cut)(const std::string&)) {
    std::vector<HtmlCase> candidates;
    std::vector<std::size_t> begins;
    for (std::size_t begin = 0; begin < tokens.size(); begin += chunk) {
      candidates.push_back(with(join(without(tokens, {begin}, chunk))));
      begins.push_back(begin);
    }
    if (candidates.empty()) return false;
    const std::vector<bool> shows = ask(candidates);
    std::vector<std::size_t> spared;
    for (std::size_t i = 0; i < begins.size(); ++i) {
      if (shows[i]) spared.push_back(begins[i]);
    }
    if (spared.empty()) return false;
    if (spared.size() > 1) {
      const HtmlCase all = with(join(without(tokens, spared, chunk)));
      if (ask({all}).front()) return take(tokens, all.data, cut);
    }
    return take(tokens, candidates[spared.back() / chunk].data, cut);
  }

  static Tokens without(const Tokens& tokens, const std::vector<std::size_t>& begins, std::size_t chunk) {
    Tokens out;
    std::size_t next = 0;
    for (std::size_t i = 0; i < tokens.size(); ++i) {
      while (next < begins.size() && i >= begins[next] + chunk) ++next;
      if (next == begins.size() || i < begins[next]) out.push_back(tokens[i]);
    }
    return out;
  }

  bool take(Tokens& tokens, const std::string& data, Tokens (*cut)(const std::string&)) {
    const bool smaller = data.size() < best_.data.size();
    best_.data = data;
    tokens = cut(best_.data);
    return smaller;
  }

  /// One name to a plainer one, wherever it stands: start tags and end tags that belong together change together.
  void rename_tags() {
    constexpr std::array<std::string_view, 3> kPlain = {"x", "b", "div"};
    std::vector<std::string> names;
    for (const std::string& token : split(best_.data)) {
      const std::string name = tag_name(token);
      if (!name.empty() && std::find(names.begin(), names.end(), name) == names.end()) names.push_back(name);
    }
    for (const std::string& name : names) {
      std::vector<HtmlCase> candidates;
      for (const std::string_view plain : kPlain) {
        if (plain == name) break;
        candidates.push_back(with(renamed(name, plain)));
      }
      if (lower(name) != name) candidates.push_back(with(renamed(name, lower(name))));
      const std::string_view classed = tag_class(name);
      if (classed != name && classed != "x") candidates.push_back(with(renamed(name, classed)));
      if (!candidates.empty()) take_first(candidates);
    }
  }

  std::string renamed(const std::string& from, std::string_view to) const {
    std::string out;
    for (const std::string& token : split(best_.data)) {
      if (tag_name(token) == from) {
        const std::size_t end = tag_name_end(token);
        out.append(token.substr(0, end - from.size())).append(to).append(token.substr(end));
      } else {
        out += token;
      }
    }
    return out;
  }

  bool take_first(const std::vector<HtmlCase>& candidates) {
    const std::vector<bool> shows = ask(candidates);
    const auto found = std::find(shows.begin(), shows.end(), true);
    if (found == shows.end()) return false;
    best_ = candidates[static_cast<std::size_t>(found - shows.begin())];
    return true;
  }

  /// Names to those of their class, attributes off, texts to "x": each token by itself.
  void simplify_tokens() {
    for (std::size_t i = 0; i < split(best_.data).size(); ++i) {
      const Tokens tokens = split(best_.data);
      std::vector<HtmlCase> candidates;
      for (const std::string& simpler : simpler_forms(tokens[i])) {
        Tokens changed = tokens;
        changed[i] = simpler;
        candidates.push_back(with(join(changed)));
      }
      if (!candidates.empty()) take_first(candidates);
    }
  }

  static std::vector<std::string> simpler_forms(const std::string& token) {
    std::vector<std::string> forms;
    const std::size_t end = tag_name_end(token);
    if (end != 0) {
      const std::size_t begin = token[1] == '/' ? 2 : 1;
      const std::string open = token.substr(0, begin);
      const std::string name = token.substr(begin, end - begin);
      const std::string rest = token.substr(end);
      const std::string classed(tag_class(name));
      forms.emplace_back("x");
      for (const std::string_view plain : {"x", "b", "div"}) {
        if (name == plain) break;
        forms.push_back(open + std::string(plain) + ">");
      }
      if (name != "x" && rest != ">") forms.push_back(open + "x" + rest);
      if (classed != name && classed != "x") forms.push_back(open + classed + ">");
      if (lower(name) != name) forms.push_back(open + lower(name) + rest);
      if (rest != ">") forms.push_back(open + name + ">");
      if (classed != name && classed != "x" && rest != ">") forms.push_back(open + classed + rest);
    } else if (token != "x") {
      forms.emplace_back("x");
      if (token != " ") forms.emplace_back(" ");
    }
    return forms;
  }

  void delete_characters() {
    for (std::size_t from = 0; from < best_.data.size();) {
      // Positions shift with every deletion: collect, ask, take the first, go on from there.
      std::vector<HtmlCase> candidates;
      std::vector<std::size_t> places;
      std::size_t offset = 0;
      for (const std::string_view token : split_tokens(best_.data)) {
        for (std::size_t at = tag_name_end(token); at < token.size(); at += character_length(token, at)) {
          if (offset + at < from) continue;
          std::string data = best_.data;
          data.erase(offset + at, character_length(token, at));
          candidates.push_back(with(std::move(data)));
          places.push_back(offset + at);
        }
        offset += token.size();
      }
      if (candidates.empty()) return;
      const std::vector<bool> shows = ask(candidates);
      const auto found = std::find(shows.begin(), shows.end(), true);
      if (found == shows.end()) return;
      best_ = candidates[static_cast<std::size_t>(found - shows.begin())];
      from = places[static_cast<std::size_t>(found - shows.begin())];
    }
  }

  void simplify_context() {
    if (best_.context.name.empty()) return;
    if (try_case([](HtmlCase& one) { one.context = {}; })) return;
    if (try_case([](HtmlCase& one) { one.context = {HP_HTML_NS_HTML, "div"}; })) return;
    if (best_.context.name_space != HP_HTML_NS_HTML && try_case([](HtmlCase& one) { one.context.name = "x"; })) return;
    try_case([](HtmlCase& one) { one.context.name = tag_class(one.context.name); });
  }

  HtmlCase best_;
  const StillShows& still_shows_;
  std::uint64_t left_;
  std::uint64_t allowed_;
};

}  // namespace

Reduction reduce(const HtmlCase& input, const StillShows& still_shows, std::uint64_t max_evaluations) {
  return Reducer(input, still_shows, max_evaluations).run();
}

}  // namespace httparity::html

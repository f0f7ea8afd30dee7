#include "wire/slow_reader.h"

#include <re2/re2.h>

#include <algorithm>
#include <cstdint>
#include <vector>

#include "base/text.h"

namespace httparity {
namespace {

constexpr std::size_t kNone = static_cast<std::size_t>(-1);

struct SlowLine {
  std::size_t begin;
  std::size_t content_end;
  std::size_t end;
};

// The lines of bytes from `at` on; the last may be cut.
std::vector<SlowLine> split_lines(const std::string& bytes, std::size_t at) {
  std::vector<SlowLine> lines;
  std::size_t begin = at;
  for (std::size_t i = at; i < bytes.size(); ++i) {
    const bool last = i + 1 == bytes.size();
    if (bytes[i] != '\n' && !last) continue;
    std::size_t content_end = i + 1;
    if (bytes[i] == '\n') --content_end;
    if (content_end > begin && bytes[content_end - 1] == '\r') --content_end;
    lines.push_back({begin, content_end, i + 1});
    begin = i + 1;
  }
  return lines;
}

bool is_blank(char c) {
  return c == ' ' || c == '\t';
}

// The length of the padding at the front of `text`: blanks and the line ends of folds.
std::size_t padding(const std::string& text) {
  std::size_t i = 0;
  while (i < text.size()) {
    if (is_blank(text[i]) || text[i] == '\n') {
      i += 1;
    } else if (text.compare(i, 2, "\r\n") == 0) {
      i += 2;
    } else {
      break;
    }
  }
  return i;
}

std::size_t padding_behind(std::string text) {
  std::size_t count = 0;
  while (!text.empty()) {
    std::size_t drop = 0;
    if (is_blank(text.back()) || text.back() == '\n') drop = 1;
    if (text.size() >= 2 && text.substr(text.size() - 2) == "\r\n") drop = 2;
    if (drop == 0) break;
    count += drop;
    text.resize(text.size() - drop);
  }
  return count;
}

Field slow_field(const std::string& bytes, const std::vector<SlowLine>& lines, std::size_t first, std::size_t last) {
  Field field;
  const std::size_t end = lines[last].content_end;
  std::size_t colon = kNone;
  for (std::size_t i = lines[first].begin; i < lines[first].content_end && colon == kNone; ++i) {
    if (bytes[i] == ':') colon = i;
  }
  field.folded = last > first;
  field.line_end = {end, lines[last].end};
  if (colon == kNone) {
    field.name = {lines[first].begin, end};
    field.before_colon = field.colon = field.before_value = field.value = field.after_value = {end, end};
    return field;
  }
  std::size_t name_end = colon;
  while (name_end > lines[first].begin && is_blank(bytes[name_end - 1])) --name_end;
  const std::size_t value_begin = colon + 1 + padding(bytes.substr(colon + 1, end - colon - 1));
  const std::size_t value_end = end - padding_behind(bytes.substr(value_begin, end - value_begin));
  field.name = {lines[first].begin, name_end};
  field.before_colon = {name_end, colon};
  field.colon = {colon, colon + 1};
  field.before_value = {colon + 1, value_begin};
  field.value = {value_begin, value_end};
  field.after_value = {value_end, end};
  return field;
}

// Fields from lines[at] on; sets the blank line and returns the offset behind it.
std::size_t slow_fields(const std::string& bytes, const std::vector<SlowLine>& lines, std::size_t at,
                        std::vector<Field>& fields, Span& blank_line) {
  blank_line = {bytes.size(), bytes.size()};
  while (at < lines.size()) {
    if (lines[at].content_end == lines[at].begin) {
      blank_line = {lines[at].begin, lines[at].end};
      return lines[at].end;
    }
    std::size_t last = at;
    while (last + 1 < lines.size() && is_blank(bytes[lines[last + 1].begin])) ++last;
    fields.push_back(slow_field(bytes, lines, at, last));
    at = last + 1;
  }
  return bytes.size();
}

// Offset of the first "HTTP/d.d ddd" in `line`, or kNone.
std::size_t slow_status(const std::string& line) {
  static const RE2 kStatus("(HTTP/[0-9]\\.[0-9] [0-9]{3})( |\\z)", RE2::Latin1);
  re2::StringPiece status;
  if (!RE2::PartialMatch(line, kStatus, &status)) return kNone;
  return static_cast<std::size_t>(status.data() - line.data());
}

bool ends_like_a_request(const std::string& line) {
  static const RE2 kRequest("(?s).*HTTP/[0-9]\\.[0-9]", RE2::Latin1);
  return RE2::FullMatch(line, kRequest);
}

int slow_code(const Message& message) {
  std::string line(message.at(message.start_line));
  const std::size_t lf = line.rfind('\n');
  if (lf != std::string::npos) line = line.substr(lf + 1);
  const std::size_t at = slow_status(line);
  return at == kNone ? 0 : std::stoi(line.substr(at + 9, 3));
}

std::vector<std::string> members(const Message& message, const std::string& name) {
  std::vector<std::string> all;
  for (const Field& field : message.fields) {
    if (lower(message.at(field.name)) != name) continue;
    std::string member;
    for (const char c : std::string(message.at(field.value)) + ",") {
      if (c != ',') {
        member += c;
        continue;
      }
      while (!member.empty() && is_blank(member.front())) member.erase(0, 1);
      while (!member.empty() && is_blank(member.back())) member.pop_back();
      all.push_back(lower(member));
      member.clear();
    }
  }
  return all;
}

std::string without_zeros(std::string digits) {
  while (digits.size() > 1 && digits.front() == '0') digits.erase(0, 1);
  return digits;
}

void slow_head_framing(const Message& message, std::string_view method, Framing& framing) {
  const int code = slow_code(message);
  if (method == "HEAD" || code / 100 == 1 || code == 204 || code == 304 || (method == "CONNECT" && code / 100 == 2)) {
    framing.completeness = Completeness::kComplete;
    return;
  }
  framing.body_end = BodyEnd::kClose;
  if (!find_fields(message, "transfer-encoding").empty()) {
    std::vector<std::string> codings = members(message, "transfer-encoding");
    codings.erase(std::remove(codings.begin(), codings.end(), ""), codings.end());
    if (!codings.empty() && codings.back() == "chunked") framing.body_end = BodyEnd::kChunked;
    return;
  }
  const std::vector<std::string> lengths = members(message, "content-length");
  if (lengths.empty()) return;
  static const RE2 kDigits("[0-9]+", RE2::Latin1);
  const std::string length = without_zeros(lengths.front());
  for (const std::string& other : lengths) {
    if (!RE2::FullMatch(other, kDigits) || without_zeros(other) != length) return;
  }
  framing.body_end = BodyEnd::kLength;
  const std::string most = std::to_string(UINT64_MAX);
  const bool too_large = length.size() > most.size() || (length.size() == most.size() && length > most);
  framing.content_length = too_large ? UINT64_MAX : std::stoull(length);
}

// Reads along `bytes` one byte at a time; a stop keeps what was read.
class SlowReader {
 public:
  SlowReader(const std::string& bytes, StreamEnd how, std::string_view method, const Limits& limits)
      : bytes_(bytes), how_(how), method_(method), limits_(limits) {}

  SlowReading read() {
    while (read_head()) {
      Message message = index_slowly(bytes_.substr(begin_, at_ - begin_));
      const int code = slow_code(message);
      if (code / 100 == 1 && code != 101) {
        result_.interims.push_back(message);
        begin_ = at_;
        if (result_.interims.size() <= limits_.interim_responses) continue;
        stop(Completeness::kLimit, Limit::kInterimResponses);
        return {result_, at_};
      }
      slow_head_framing(message, method_, result_.framing);
      body_ = at_;
      read_body();
      break;
    }
    if (begin_ < at_) keep();
    return {result_, at_};
  }

 private:
  void stop(Completeness completeness, std::optional<Limit> limit = std::nullopt) {
    result_.framing.completeness = completeness;
    result_.framing.limit = limit;
  }

  // True where the head is whole.
  bool read_head() {
    bool seen = false;
    std::size_t fields = 0;
    std::size_t line = at_;
    while (at_ < bytes_.size()) {
      if (at_ - begin_ == limits_.head_bytes) return stop(Completeness::kLimit, Limit::kHeadBytes), false;
      if (at_ - line == limits_.line_bytes) return stop(Completeness::kLimit, Limit::kLineBytes), false;
      if (bytes_[at_++] != '\n') continue;
      const std::string text = bytes_.substr(line, at_ - line);
      line = at_;
      const bool blank = text == "\n" || text == "\r\n";
      if (blank && seen) return true;
      if (!blank && seen && !is_blank(text[0])) ++fields;
      if (!blank) seen = true;
      if (fields > limits_.fields) return stop(Completeness::kLimit, Limit::kFields), false;
    }
    return false;
  }

  void read_body() {
    Framing& framing = result_.framing;
    if (framing.completeness == Completeness::kComplete) return;
    if (framing.body_end == BodyEnd::kChunked) return read_chunks();
    const std::uint64_t wanted = framing.body_end == BodyEnd::kLength ? *framing.content_length : UINT64_MAX;
    while (at_ - body_ < wanted && next_body_byte()) {
    }
    if (framing.limit) return;
    const bool ended = framing.body_end == BodyEnd::kClose && how_ == StreamEnd::kFin;
    stop(at_ - body_ == wanted || ended ? Completeness::kComplete : Completeness::kTruncated);
  }

  // Moves past one byte of the body; false at the end of the stream or at the cap.
  bool next_body_byte() {
    if (at_ == bytes_.size()) return false;
    if (at_ - body_ == limits_.body_bytes) return stop(Completeness::kLimit, Limit::kBodyBytes), false;
    ++at_;
    return true;
  }

  // Moves past the end of the line that begins at `line`, which holds `most` bytes.
  bool next_line(std::size_t line, std::size_t most, Limit limit) {
    while (at_ == line || bytes_[at_ - 1] != '\n') {
      if (at_ < bytes_.size() && at_ - line == most && at_ - body_ < limits_.body_bytes) {
        return stop(Completeness::kLimit, limit), false;
      }
      if (!next_body_byte()) return false;
    }
    return true;
  }

  Span span(std::size_t from, std::size_t to) const { return {from - begin_, to - begin_}; }

  void read_chunks() {
    static const RE2 kSizeLine("([0-9A-Fa-f]+)[ \\t]*(?s:;.*)?", RE2::Latin1);
    for (;;) {
      const std::size_t line = at_;
      if (!next_line(line, limits_.chunk_line_bytes, Limit::kChunkLineBytes)) {
        if (at_ > line) result_.framing.chunks.push_back({span(line, at_), span(at_, at_), span(at_, at_)});
        return;
      }
      std::string text = bytes_.substr(line, at_ - line - 1);
      if (!text.empty() && text.back() == '\r') text.pop_back();
      std::string digits;
      if (!RE2::FullMatch(text, kSizeLine, &digits)) return read_unreadable(line);
      digits = without_zeros(digits);
      const std::uint64_t size = digits.size() > 16 ? UINT64_MAX : std::stoull(digits, nullptr, 16);
      Chunk chunk{span(line, at_), span(at_, at_), span(at_, at_)};
      const std::size_t data = at_;
      bool more = true;
      while (more && at_ - data < size) more = next_body_byte();
      chunk.data = span(data, at_);
      chunk.data_end = span(at_, at_);
      const std::size_t data_end = at_;
      bool bad = false;
      if (more && size > 0) {
        const bool cr = at_ < bytes_.size() && bytes_[at_] == '\r';
        if (cr) more = next_body_byte();
        bad = more && at_ < bytes_.size() && bytes_[at_] != '\n';
        if (!bad) more = more && next_body_byte();
        chunk.data_end = span(data_end, bad ? data_end : at_);
      }
      result_.framing.chunks.push_back(chunk);
      if (!more) return;
      if (size == 0) trailers_ = at_;
      if (result_.framing.chunks.size() > limits_.chunks) return stop_at_chunks(bad ? data_end : at_);
      if (bad) return read_unreadable(data_end);
      if (size == 0) return read_trailers();
    }
  }

  void stop_at_chunks(std::size_t from) {
    stop(Completeness::kLimit, Limit::kChunks);
    if (at_ > from) result_.framing.chunks.push_back({span(from, at_), span(at_, at_), span(at_, at_)});
  }

  void read_unreadable(std::size_t from) {
    stop(Completeness::kBadFraming);
    while (next_body_byte()) {
    }
    if (at_ > from) result_.framing.chunks.push_back({span(from, at_), span(at_, at_), span(at_, at_)});
  }

  void read_trailers() {
    std::size_t count = 0;
    for (;;) {
      const std::size_t line = at_;
      const std::size_t section_room = limits_.trailer_bytes - (line - trailers_);
      const bool section_first = section_room <= limits_.line_bytes;
      if (!next_line(line, std::min(section_room, limits_.line_bytes),
                     section_first ? Limit::kTrailerBytes : Limit::kLineBytes)) {
        return;
      }
      const std::string text = bytes_.substr(line, at_ - line);
      if (text == "\n" || text == "\r\n") return stop(Completeness::kComplete);
      if (++count > limits_.fields) return stop(Completeness::kLimit, Limit::kFields);
    }
  }

  // The message that was read, or what there is of it.
  void keep() {
    Message message = index_slowly(bytes_.substr(begin_, at_ - begin_));
    const int code = message.start_line_end.empty() ? 0 : slow_code(message);
    if (body_ == kNone && code / 100 == 1 && code != 101) {
      result_.interims.push_back(message);
      return;
    }
    if (trailers_ != kNone) {
      Framing& framing = result_.framing;
      slow_fields(message.bytes, split_lines(message.bytes, trailers_ - begin_), 0, framing.trailers,
                  framing.trailer_end);
    }
    result_.response = message;
  }

  const std::string& bytes_;
  StreamEnd how_;
  std::string_view method_;
  const Limits& limits_;
  ReadResponse result_;
  std::size_t at_ = 0;
  std::size_t begin_ = 0;
  std::size_t body_ = kNone;
  std::size_t trailers_ = kNone;
};

}  // namespace

Message index_slowly(const std::string& bytes) {
  Message message;
  message.bytes = bytes;
  const std::vector<SlowLine> lines = split_lines(bytes, 0);
  const auto text = [&](std::size_t i) { return bytes.substr(lines[i].begin, lines[i].content_end - lines[i].begin); };
  std::size_t start = 0;
  while (start + 1 < lines.size() && text(start).empty()) ++start;
  if (lines.empty()) return message;
  if (slow_status(text(start)) == kNone && !ends_like_a_request(text(start))) {
    for (std::size_t i = start + 1; i < lines.size() && !text(i).empty(); ++i) {
      const std::size_t status = slow_status(text(i));
      if (status == kNone || text(i).find(':') < status) continue;
      start = i;
      break;
    }
  }
  message.start_line = {0, lines[start].content_end};
  message.start_line_end = {lines[start].content_end, lines[start].end};
  const std::size_t body = slow_fields(bytes, lines, start + 1, message.fields, message.blank_line);
  message.body = {body, bytes.size()};
  return message;
}

SlowReading read_slowly(const std::string& bytes, StreamEnd how, std::string_view method, const Limits& limits) {
  return SlowReader(bytes, how, method, limits).read();
}

}  // namespace httparity

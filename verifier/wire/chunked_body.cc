#include "wire/chunked_body.h"

#include <algorithm>
#include <utility>

#include "wire/chunk_size.h"
#include "wire/field_section.h"
#include "wire/line.h"
#include "wire/section_oddities.h"

namespace httparity {

std::size_t ChunkedBody::feed(std::string& bytes, std::string_view input, Framing& framing) {
  std::size_t taken = 0;
  while (taken < input.size() && step_ != Step::kComplete && !limit_) {
    const std::string_view rest = input.substr(taken);
    switch (step_) {
      case Step::kSizeLine:
        taken += feed_size_line(bytes, rest, framing);
        break;
      case Step::kData:
        taken += feed_data(bytes, rest);
        break;
      case Step::kDataEnd:
        taken += feed_data_end(bytes, rest, framing);
        break;
      case Step::kTrailers:
        taken += feed_trailers(bytes, rest);
        break;
      case Step::kUnreadable:
        bytes.append(rest);
        return input.size();
      case Step::kComplete:
        break;
    }
  }
  return taken;
}

std::size_t ChunkedBody::feed_size_line(std::string& bytes, std::string_view input, Framing& framing) {
  const LineStep step = take_line(bytes, input, limits_.chunk_line_bytes - (bytes.size() - mark_));
  if (step.over) limit_ = Limit::kChunkLineBytes;
  if (!step.complete) return step.taken;
  const Line line = line_at(bytes, mark_);
  if (line.end.size() == 1) add_oddity(framing, Oddity::kLfOnlyChunkLine);
  const auto size = read_chunk_size(slice(bytes, line.content), framing);
  if (!size) {
    step_ = Step::kUnreadable;
    return step.taken;
  }
  chunk_.size_line = {mark_, bytes.size()};
  chunk_.data = chunk_.data_end = {bytes.size(), bytes.size()};
  missing_ = *size;
  step_ = Step::kData;
  if (*size == 0) {
    end_chunk(framing);
    trailers_begin_ = mark_;
    step_ = Step::kTrailers;
  }
  return step.taken;
}

std::size_t ChunkedBody::feed_data(std::string& bytes, std::string_view input) {
  const auto taken = static_cast<std::size_t>(std::min<std::uint64_t>(missing_, input.size()));
  bytes.append(input.data(), taken);
  missing_ -= taken;
  chunk_.data.end = bytes.size();
  chunk_.data_end = {bytes.size(), bytes.size()};
  if (missing_ == 0) step_ = Step::kDataEnd;
  return taken;
}

std::size_t ChunkedBody::feed_data_end(std::string& bytes, std::string_view input, Framing& framing) {
  const bool after_cr = !chunk_.data_end.empty();
  const char c = input.front();
  if (c == '\n' || (c == '\r' && !after_cr)) {
    bytes.push_back(c);
    chunk_.data_end.end = bytes.size();
    if (c == '\r') return 1;
    if (!after_cr) add_oddity(framing, Oddity::kLfOnlyChunkLine);
    end_chunk(framing);
    step_ = Step::kSizeLine;
    return 1;
  }
  add_oddity(framing, Oddity::kMissingChunkEnd);
  chunk_.data_end.end = chunk_.data_end.begin;
  end_chunk(framing);
  step_ = Step::kUnreadable;
  return 0;
}

std::size_t ChunkedBody::feed_trailers(std::string& bytes, std::string_view input) {
  const std::size_t line_room = limits_.line_bytes - (bytes.size() - mark_);
  const std::size_t section_room = limits_.trailer_bytes - (bytes.size() - trailers_begin_);
  const LineStep step = take_line(bytes, input, std::min(line_room, section_room));
  if (step.over) limit_ = section_room <= line_room ? Limit::kTrailerBytes : Limit::kLineBytes;
  if (!step.complete) return step.taken;
  if (line_at(bytes, mark_).blank()) {
    step_ = Step::kComplete;
  } else if (++trailer_lines_ > limits_.fields) {
    limit_ = Limit::kFields;
  }
  mark_ = bytes.size();
  return step.taken;
}

void ChunkedBody::end_chunk(Framing& framing) {
  framing.chunks.push_back(chunk_);
  mark_ = chunk_.data_end.end;
  if (framing.chunks.size() > limits_.chunks) limit_ = Limit::kChunks;
}

void ChunkedBody::finish(std::string_view bytes, Framing& framing) {
  const Span end{bytes.size(), bytes.size()};
  switch (step_) {
    case Step::kSizeLine:
    case Step::kUnreadable:
      if (mark_ < bytes.size()) framing.chunks.push_back({{mark_, bytes.size()}, end, end});
      break;
    case Step::kData:
    case Step::kDataEnd:
      framing.chunks.push_back(chunk_);
      break;
    case Step::kTrailers:
    case Step::kComplete: {
      FieldSection section = index_fields(bytes, trailers_begin_);
      framing.trailers = std::move(section.fields);
      framing.trailer_end = section.blank_line;
      if (!framing.trailers.empty()) add_oddity(framing, Oddity::kTrailerFields);
      note_section_oddities(bytes, {trailers_begin_, section.end}, framing.trailers, Oddity::kLfOnlyChunkLine, framing);
    }
  }
}

}  // namespace httparity

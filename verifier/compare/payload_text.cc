#include "compare/payload_text.h"

#include <algorithm>

#include "base/text.h"

namespace httparity {

PayloadText::PayloadText(const Exchange& exchange) : exchange_(exchange) {
  const Message& response = *exchange.response;
  for (const std::size_t field : find_fields(response, "Content-Encoding")) {
    const std::string_view value = response.at(response.fields[field].value);
    coded_ = coded_ || !(value.empty() || equal_ignoring_case(value, "identity"));
  }
}

void PayloadText::join_chunks() const {
  if (joined_once_) return;
  joined_once_ = true;
  joined_ = httparity::payload(*exchange_.response, exchange_.framing);
  chunk_begins_.reserve(exchange_.framing.chunks.size());
  std::size_t begin = 0;
  for (const Chunk& chunk : exchange_.framing.chunks) {
    chunk_begins_.push_back(begin);
    begin += chunk.data.size();
  }
}

std::string_view PayloadText::payload() const {
  if (!chunked()) return exchange_.response->at(exchange_.response->body);
  join_chunks();
  return joined_;
}

const Decoded& PayloadText::decoded(const Limits& limits) {
  if (!decoded_) decoded_ = coded_ ? decode_content(*exchange_.response, payload(), limits) : Decoded();
  return *decoded_;
}

std::string_view PayloadText::text() const {
  return coded_ && decoded_ && decoded_->status == DecodeStatus::kDecoded ? std::string_view(decoded_->plaintext)
                                                                          : payload();
}

// The last chunk that begins at or before `offset`.
std::size_t PayloadText::chunk_with(std::size_t offset) const {
  const auto after = std::upper_bound(chunk_begins_.begin(), chunk_begins_.end(), offset);
  return static_cast<std::size_t>(after - chunk_begins_.begin()) - 1;
}

Span PayloadText::on_wire(Span span) const {
  const std::size_t body = exchange_.response->body.begin;
  if (!chunked()) return {body + span.begin, body + span.end};
  join_chunks();
  if (chunk_begins_.empty()) return {body, body};
  const auto& chunks = exchange_.framing.chunks;
  const auto place = [&](std::size_t chunk, std::size_t offset) {
    return std::min(chunks[chunk].data.begin + (offset - chunk_begins_[chunk]), chunks[chunk].data.end);
  };
  // Of several chunks that begin at one offset all but the last are empty, and the last may be the end mark.
  std::size_t first = chunk_with(span.begin);
  if (span.empty() && first > 0 && chunk_begins_[first] == span.begin) --first;
  const std::size_t begin = place(first, span.begin);
  if (span.empty()) return {begin, begin};
  const std::size_t last = chunk_with(span.end - 1);
  return {begin, place(last, span.end)};
}

}  // namespace httparity

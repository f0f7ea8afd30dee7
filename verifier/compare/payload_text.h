#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/content_coding.h"
#include "wire/exchange.h"

namespace httparity {

/// What a response carries: its payload (the body without chunk framing), the way back to the bytes on the wire, and
/// the payload decoded. Views stay valid as long as this and the exchange do.
class PayloadText {
 public:
  /// REQUIRES: `exchange` has a response and outlives this.
  explicit PayloadText(const Exchange& exchange);
  PayloadText(const PayloadText&) = delete;
  PayloadText& operator=(const PayloadText&) = delete;

  /// Joins the chunks at the first call.
  std::string_view payload() const;
  /// response->bytes.
  std::string_view wire_bytes() const { return exchange_.response->bytes; }

  /// Content-Encoding names a coding.
  bool coded() const { return coded_; }
  /// Decodes at the first call; without a coding the payload stands for itself, under kDecoded.
  const Decoded& decoded(const Limits& limits);
  /// The plaintext that `decoded` led to. REQUIRES: it was called.
  std::string_view text() const;

  /// Where a stretch of the payload stands in response->bytes; chunk marks inside it included.
  Span on_wire(Span span) const;

 private:
  bool chunked() const { return exchange_.framing.body_end == BodyEnd::kChunked; }
  void join_chunks() const;
  std::size_t chunk_with(std::size_t offset) const;

  const Exchange& exchange_;
  bool coded_ = false;
  mutable bool joined_once_ = false;
  mutable std::string joined_;                     ///< the data of all chunks, where there are chunks
  mutable std::vector<std::size_t> chunk_begins_;  ///< in the payload
  std::optional<Decoded> decoded_;
};

}  // namespace httparity

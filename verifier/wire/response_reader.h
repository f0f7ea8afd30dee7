#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "wire/framing.h"
#include "wire/limits.h"
#include "wire/message.h"

namespace httparity {

/// How the stream ended, for `ResponseReader::end`.
enum class StreamEnd { kFin, kRst, kSilence };

/// What one request got: interim responses, the final one, its framing.
struct ReadResponse {
  std::vector<Message> interims;  ///< 1xx answers, 101 excepted; the last may be cut (and `response` isn't there then)
  std::optional<Message> response;  ///< nullopt: not one byte of a final response came
  Framing framing;                  ///< of `response`; without one, how far the reading came (kTruncated or kLimit)

  friend bool operator==(const ReadResponse&, const ReadResponse&) = default;
};

/// Reads the response to one request out of a stream, in pieces of any size. The result is the same for every split
/// of the same bytes, and no byte is looked at more than a constant number of times.
class ResponseReader {
 public:
  /// `method` is the request's: it decides the framing (RFC 9112, section 6.3).
  explicit ResponseReader(std::string_view method, Limits limits = {});
  ~ResponseReader();
  ResponseReader(ResponseReader&&) noexcept;
  ResponseReader& operator=(ResponseReader&&) noexcept;

  /// Takes bytes; returns how many belong to this response. Fewer than given means that it is complete (or over a
  /// limit) and the rest belongs to what follows.
  std::size_t feed(std::string_view bytes);

  /// Nothing more is taken: complete, over a limit, or the stream has ended.
  bool done() const;

  /// A chunk can't be read, so no end will be found: whatever still comes belongs to this response, and there is no
  /// point in waiting for more than the settle time.
  bool bad_framing() const;

  /// The stream has ended. A body delimited by the close is complete after a FIN alone (RFC 9112, section 8).
  void end(StreamEnd how);

  /// What was read; call once, when `done()` or after `end()`.
  ReadResponse take();

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace httparity

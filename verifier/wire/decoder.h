#pragma once

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

#include "wire/content_coding.h"

namespace httparity {

/// Takes bytes in pieces. False: it wants no more, for good.
class ByteSink {
 public:
  ByteSink() = default;
  ByteSink(const ByteSink&) = delete;
  ByteSink& operator=(const ByteSink&) = delete;
  virtual ~ByteSink() = default;
  virtual bool write(std::string_view bytes) = 0;
};

/// Takes one coded stream in pieces and writes its plaintext to the next sink, in pieces of a bounded size.
class Decoder : public ByteSink {
 public:
  explicit Decoder(ByteSink& next) : next_(next) {}

  /// The stream has come to its end, whatever its trailer is.
  bool ended() const { return ended_; }
  /// kCorrupt or kTooLarge, once the stream can't be read on.
  std::optional<DecodeStatus> failure() const { return failure_; }
  std::optional<Limit> limit() const { return limit_; }
  const std::vector<CodingNote>& notes() const { return notes_; }
  /// No more input comes: notes what is missing. Call once.
  virtual void end() {}

 protected:
  bool pass_on(std::string_view plaintext) { return next_.write(plaintext); }
  void note(CodingNote note) { notes_.push_back(note); }
  bool fail(DecodeStatus failure, std::optional<Limit> limit = std::nullopt) {
    failure_ = failure;
    limit_ = limit;
    return false;
  }
  void set_ended(bool ended) { ended_ = ended; }

 private:
  ByteSink& next_;
  bool ended_ = false;
  std::optional<DecodeStatus> failure_;
  std::optional<Limit> limit_;
  std::vector<CodingNote> notes_;
};

std::unique_ptr<Decoder> make_gzip_decoder(ByteSink& next, const Limits& limits);
std::unique_ptr<Decoder> make_deflate_decoder(ByteSink& next, const Limits& limits);
std::unique_ptr<Decoder> make_brotli_decoder(ByteSink& next, const Limits& limits);
std::unique_ptr<Decoder> make_zstd_decoder(ByteSink& next, const Limits& limits);

}  // namespace httparity

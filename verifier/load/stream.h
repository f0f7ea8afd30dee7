#pragma once

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <sys/socket.h>
#include <sys/types.h>

#include <cerrno>
#include <chrono>
#include <cstddef>
#include <optional>

namespace httparity {

/// What became of one read or write on a socket that doesn't block.
enum class StreamStatus { kDone, kAgain, kEnd, kReset };

struct StreamResult {
  StreamStatus status = StreamStatus::kAgain;
  std::size_t bytes = 0;
};

/// A TCP or Unix socket. Doesn't own the descriptor.
struct PlainStream {
  int fd = -1;

  StreamResult read(char* into, std::size_t size) const {
    const ssize_t got = ::recv(fd, into, size, 0);
    if (got > 0) return {StreamStatus::kDone, static_cast<std::size_t>(got)};
    if (got == 0) return {StreamStatus::kEnd, 0};
    return {errno == EAGAIN || errno == EINTR ? StreamStatus::kAgain : StreamStatus::kReset, 0};
  }
  StreamResult write(const char* from, std::size_t size) const {
    const ssize_t put = ::send(fd, from, size, MSG_NOSIGNAL);
    if (put >= 0) return {StreamStatus::kDone, static_cast<std::size_t>(put)};
    return {errno == EAGAIN || errno == EINTR ? StreamStatus::kAgain : StreamStatus::kReset, 0};
  }
  /// Another read may find something: none does where this one was short.
  static bool may_have_more(std::size_t got, std::size_t size) { return got == size; }
};

/// A TCP socket with SO_TIMESTAMPNS: how long what was read had lain in the socket's buffer.
struct StampedStream : PlainStream {
  explicit StampedStream(int of) : PlainStream{of} {}

  StreamResult read(char* into, std::size_t size);
  /// Of the last read, from the arrival of its last segment; nullopt where the kernel gave no stamp.
  std::optional<std::chrono::nanoseconds> delay;
};

/// TLS over a socket; the session's handshake is done. Doesn't own the session. The thread's error queue must be
/// empty before a call, and is after it: what one session left there would be taken for the next one's.
class TlsStream {
 public:
  explicit TlsStream(SSL* ssl) : ssl_(ssl) {}

  StreamResult read(char* into, std::size_t size) const {
    std::size_t got = 0;
    const int done = SSL_read_ex(ssl_, into, size, &got);
    return result(done, got);
  }
  StreamResult write(const char* from, std::size_t size) const {
    std::size_t put = 0;
    const int done = SSL_write_ex(ssl_, from, size, &put);
    return result(done, put);
  }
  /// A read gives one record; more may have been taken from the socket with it.
  bool may_have_more(std::size_t /*got*/, std::size_t /*size*/) const { return SSL_has_pending(ssl_) == 1; }

 private:
  StreamResult result(int done, std::size_t bytes) const {
    if (done == 1) return {StreamStatus::kDone, bytes};
    switch (SSL_get_error(ssl_, done)) {
      case SSL_ERROR_WANT_READ:
      case SSL_ERROR_WANT_WRITE:
        return {StreamStatus::kAgain, 0};
      case SSL_ERROR_ZERO_RETURN:
        return {StreamStatus::kEnd, 0};
      default:
        ERR_clear_error();
        return {StreamStatus::kReset, 0};
    }
  }
  SSL* ssl_;
};

}  // namespace httparity

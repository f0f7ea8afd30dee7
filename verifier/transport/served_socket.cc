#include "transport/served_socket.h"

#include <fcntl.h>
#include <linux/sockios.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <utility>

namespace httparity {

void ServedSocket::FreeSession::operator()(SSL* session) const {
  SSL_free(session);
}

ServedSocket::ServedSocket(Descriptor socket, int stop, std::chrono::milliseconds patience)
    : socket_(std::move(socket)), stop_(stop), patience_(patience) {
  ::fcntl(socket_.get(), F_SETFL, ::fcntl(socket_.get(), F_GETFL) | O_NONBLOCK);
}

ServedSocket::~ServedSocket() = default;

bool ServedSocket::wait(short events) {
  std::array<pollfd, 2> waits{pollfd{socket_.get(), events, 0}, pollfd{stop_, POLLIN, 0}};
  int ready = 0;
  do {
    ready = ::poll(waits.data(), waits.size(), static_cast<int>(patience_.count()));
  } while (ready < 0 && errno == EINTR);
  return ready > 0 && waits[1].revents == 0;
}

bool ServedSocket::wait_for_tls(int result) {
  const int error = SSL_get_error(session_.get(), result);
  ERR_clear_error();
  if (error == SSL_ERROR_WANT_READ) return wait(POLLIN);
  if (error == SSL_ERROR_WANT_WRITE) return wait(POLLOUT);
  return false;
}

bool ServedSocket::accept_tls(SSL_CTX* context) {
  session_.reset(SSL_new(context));
  if (!session_ || SSL_set_fd(session_.get(), socket_.get()) != 1) return false;
  while (true) {
    const int result = SSL_accept(session_.get());
    if (result == 1) return true;
    if (!wait_for_tls(result)) return false;
  }
}

std::string ServedSocket::receive(std::size_t size) {
  std::string bytes(size, '\0');
  while (socket_.get() >= 0 && size > 0) {
    if (session_) {
      std::size_t count = 0;
      const int result = SSL_read_ex(session_.get(), bytes.data(), bytes.size(), &count);
      if (result == 1) {
        bytes.resize(count);
        return bytes;
      }
      if (!wait_for_tls(result)) break;
      continue;
    }
    const ssize_t count = ::recv(socket_.get(), bytes.data(), bytes.size(), 0);
    if (count > 0) {
      bytes.resize(static_cast<std::size_t>(count));
      return bytes;
    }
    if (count == 0 || (errno != EAGAIN && errno != EINTR)) break;
    if (!wait(POLLIN)) break;
  }
  return {};
}

bool ServedSocket::send(std::string_view bytes) {
  while (!bytes.empty()) {
    if (socket_.get() < 0) return false;
    if (session_) {
      std::size_t count = 0;
      const int result = SSL_write_ex(session_.get(), bytes.data(), bytes.size(), &count);
      if (result == 1) {
        bytes.remove_prefix(count);
      } else if (!wait_for_tls(result)) {
        return false;
      }
      continue;
    }
    const ssize_t count = ::send(socket_.get(), bytes.data(), bytes.size(), MSG_NOSIGNAL);
    if (count > 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if ((errno != EAGAIN && errno != EINTR) || !wait(POLLOUT)) {
      return false;
    }
  }
  return true;
}

bool ServedSocket::wait_until_acknowledged() {
  const auto until = std::chrono::steady_clock::now() + patience_;
  while (std::chrono::steady_clock::now() < until) {
    int unacknowledged = 0;
    if (::ioctl(socket_.get(), SIOCOUTQ, &unacknowledged) != 0 || unacknowledged == 0) return true;
    pollfd stop{stop_, POLLIN, 0};
    if (::poll(&stop, 1, 1) > 0) return false;
  }
  return false;
}

void ServedSocket::end(Fate fate) {
  if (socket_.get() < 0) return;
  if (fate == Fate::kFin && session_) {
    while (true) {
      const int result = SSL_shutdown(session_.get());
      if (result >= 0 || !wait_for_tls(result)) break;
    }
  }
  if (fate == Fate::kFin || fate == Fate::kCut) ::shutdown(socket_.get(), SHUT_WR);
  if (fate == Fate::kRst) {
    wait_until_acknowledged();  // a reset throws away what is still on its way
    const linger at_once{1, 0};
    ::setsockopt(socket_.get(), SOL_SOCKET, SO_LINGER, &at_once, sizeof(at_once));
    session_.reset();
    socket_.reset();
  }
}

void ServedSocket::drain() {
  while (!receive(16 * 1024).empty()) {
  }
}

}  // namespace httparity

#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/signal_set.hpp>
#include <boost/beast/core.hpp>
#include <boost/beast/http.hpp>
#include <chrono>
#include <csignal>
#include <memory>
#include <optional>
#include <thread>
#include <vector>

#include "app/bugs.h"
#include "base/text.h"
#include "http/front.h"
#include "http/target.h"

namespace room {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using Parser = http::request_parser<http::string_body>;

constexpr std::uint32_t kMostHeaderBytes = 112 * 1024;  // Puma's limit
constexpr std::uint64_t kMostBodyBytes = 16 * 1024 * 1024;
constexpr std::chrono::seconds kIdle{75};
constexpr std::chrono::seconds kWriting{30};
/// What a connection may hold in the kernel: a slow reader costs no more than this.
constexpr int kSendBufferBytes = 64 * 1024;

std::optional<Request> to_request(const http::request<http::string_body>& message) {
  const std::string_view method = message.method_string();
  const std::string_view target = message.target();
  if (!method_is_legal(method) || !target_is_legal(target)) return std::nullopt;
  Request request;
  request.method = method;
  Target parts = split_target(target);
  request.path = std::move(parts.path);
  request.query = std::move(parts.query);
  request.minor_version = message.version() == 10 ? 0 : 1;
  for (const auto& field : message) request.add_field(field.name_string(), field.value());
  request.body = message.body();
  return request;
}

std::vector<asio::const_buffer> buffers_of(const std::vector<Part>& parts) {
  std::vector<asio::const_buffer> buffers;
  buffers.reserve(parts.size());
  for (const Part& p : parts) buffers.emplace_back(p->data(), p->size());
  return buffers;
}

/// One connection: reads a request, writes its answer, and so on, never two at once.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, const Respond& respond) : stream_(std::move(socket)), respond_(respond) {
    beast::error_code ignored;
    stream_.socket().set_option(tcp::no_delay(true), ignored);
    stream_.socket().set_option(asio::socket_base::send_buffer_size(kSendBufferBytes), ignored);
  }

  void read() {
    parser_ = make_parser();
    stream_.expires_after(kIdle);
    http::async_read_header(stream_, buffer_, *parser_,
                            [self = shared_from_this()](beast::error_code error, std::size_t) {
                              if (error) return self->refuse(error);
                              const auto expect = self->parser_->get()[http::field::expect];
                              if (expect == "100-continue") return self->invite_body();
                              self->read_body();
                            });
  }

 private:
  static std::unique_ptr<Parser> make_parser() {
    auto parser = std::make_unique<Parser>();
    parser->header_limit(kMostHeaderBytes);
    parser->body_limit(kMostBodyBytes);
    return parser;
  }

  void invite_body() {
    static const std::string text = kContinue;
    asio::async_write(stream_, asio::buffer(text), [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (!error) self->read_body();
    });
  }

  void read_body() {
    http::async_read(stream_, buffer_, *parser_, [self = shared_from_this()](beast::error_code error, std::size_t) {
      if (error) return self->refuse(error);
      self->answer();
    });
  }

  void answer() {
    std::optional<Request> request = to_request(parser_->get());
    if (!request) return refuse(http::error::bad_target);
    reply_ = respond_(*request);
    if (has_bug(Bug::kPipelineReordered)) answer_next_first();
    if (has_bug(Bug::kTruncatedForSlowReader)) return write_what_fits();
    stream_.expires_after(kWriting);
    asio::async_write(stream_, buffers_of(reply_.bytes),
                      [self = shared_from_this()](beast::error_code error, std::size_t) {
                        if (!error) self->after_write();
                      });
  }

  void after_write() { reply_.keep_alive ? read() : close(); }

  /// The bug: where the next request has already come whole, its answer overtakes.
  void answer_next_first() {
    if (buffer_.size() == 0) return;
    const std::unique_ptr<Parser> next = make_parser();
    next->eager(true);
    beast::error_code error;
    const std::size_t used = next->put(buffer_.data(), error);
    if (error || !next->is_done()) return;
    buffer_.consume(used);
    std::optional<Request> request = to_request(next->get());
    if (!request) return;
    Reply overtaking = respond_(*request);
    overtaking.bytes.insert(overtaking.bytes.end(), reply_.bytes.begin(), reply_.bytes.end());
    reply_ = std::move(overtaking);
  }

  /// The bug: a socket that takes no more is taken for one that took all.
  void write_what_fits() {
    beast::error_code error;
    stream_.socket().non_blocking(true, error);
    for (const Part& p : reply_.bytes) {
      for (std::size_t sent = 0; sent < p->size() && !error;) {
        sent += stream_.socket().write_some(asio::buffer(p->data() + sent, p->size() - sent), error);
      }
      if (error) break;
    }
    if (error && error != asio::error::would_block) return;
    after_write();
  }

  void refuse(beast::error_code error) {
    const bool malformed = error.category() == make_error_code(http::error::bad_target).category();
    if (!malformed || error == http::error::end_of_stream || error == http::error::partial_message) return close();
    reply_ = {{part(kBadRequest)}, false};
    asio::async_write(stream_, buffers_of(reply_.bytes),
                      [self = shared_from_this()](beast::error_code, std::size_t) { self->close(); });
  }

  void close() {
    beast::error_code ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_both, ignored);
    stream_.close();
  }

  beast::tcp_stream stream_;
  beast::flat_buffer buffer_;
  std::unique_ptr<Parser> parser_;
  Reply reply_;
  const Respond& respond_;
};

/// One event loop a thread; the first also accepts, and deals the connections out in turn.
class Server {
 public:
  Server(std::uint16_t port, unsigned threads, const Respond& respond) : respond_(respond) {
    for (unsigned i = 0; i < std::max(threads, 1u); ++i) loops_.push_back(std::make_unique<asio::io_context>(1));
    acceptor_.emplace(*loops_[0], tcp::endpoint(asio::ip::address_v4::loopback(), port));
    signals_.emplace(*loops_[0], SIGTERM, SIGINT);
  }

  void run() {
    signals_->async_wait([this](beast::error_code, int) {
      for (const auto& loop : loops_) loop->stop();
    });
    accept();
    std::vector<std::jthread> threads;
    for (std::size_t i = 1; i < loops_.size(); ++i) {
      threads.emplace_back([loop = loops_[i].get()] {
        const auto busy = asio::make_work_guard(*loop);
        loop->run();
      });
    }
    loops_[0]->run();
  }

 private:
  void accept() {
    asio::io_context& loop = *loops_[next_++ % loops_.size()];
    acceptor_->async_accept(loop, [this, &loop](beast::error_code error, tcp::socket socket) {
      if (!error) {
        auto connection = std::make_shared<Connection>(std::move(socket), respond_);
        asio::post(loop, [connection] { connection->read(); });
      }
      accept();
    });
  }

  const Respond& respond_;
  std::vector<std::unique_ptr<asio::io_context>> loops_;
  std::optional<tcp::acceptor> acceptor_;
  std::optional<asio::signal_set> signals_;
  std::size_t next_ = 0;
};

}  // namespace

std::string serve(std::uint16_t port, unsigned threads, const Respond& respond) {
  try {
    Server(port, threads, respond).run();
    return "";
  } catch (const std::exception& error) {
    return error.what();
  }
}

}  // namespace room

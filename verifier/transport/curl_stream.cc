#include "transport/curl_stream.h"

#include <curl/curl.h>
#include <fmt/format.h>
#include <openssl/ssl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <string>
#include <system_error>
#include <utility>

#include "base/text.h"
#include "transport/tls_watch.h"

namespace httparity {
namespace {

using Clock = std::chrono::steady_clock;

struct FreeEasy {
  void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
struct FreeMulti {
  void operator()(CURLM* multi) const { curl_multi_cleanup(multi); }
};

void initialise_curl() {
  [[maybe_unused]] static const CURLcode initialised = curl_global_init(CURL_GLOBAL_DEFAULT);
}

class CurlStream final : public ByteStream {
 public:
  CurlStream(const Endpoint& endpoint, const TransportOptions& options);
  ~CurlStream() override;
  CurlStream(const CurlStream&) = delete;
  CurlStream& operator=(const CurlStream&) = delete;

  Connect connect() override;
  const std::optional<TransportError>& error() const override { return error_; }
  IoResult send(std::string_view bytes) override;
  IoResult receive(std::span<char> into) override;
  void wait_for(short events, std::vector<pollfd>& into) const override;
  std::optional<Clock::time_point> connect_due() const override { return due_; }
  void hold_little(std::size_t bytes) override;
  const std::optional<PeerIdentity>& identity() const override { return watch_.identity(); }

 private:
  static int on_socket(CURL* easy, curl_socket_t socket, int what, void* self, void* per_socket);
  static int on_timer(CURLM* multi, long timeout_ms, void* self);
  static CURLcode on_tls_context(CURL* easy, void* context, void* self);

  Connect finish(CURLcode code);
  TransportError explain(CURLcode code) const;
  const SSL* session() const;
  int last_errno() const;

  Endpoint endpoint_;
  TransportOptions options_;
  TlsWatch watch_;
  std::unique_ptr<CURLM, FreeMulti> multi_;
  std::unique_ptr<CURL, FreeEasy> easy_;
  std::array<char, CURL_ERROR_SIZE> message_{};
  std::vector<pollfd> connecting_;
  std::optional<Clock::time_point> due_;
  std::optional<TransportError> error_;
  bool added_ = false;
  curl_socket_t socket_ = CURL_SOCKET_BAD;
};

CurlStream::CurlStream(const Endpoint& endpoint, const TransportOptions& options)
    : endpoint_(endpoint), options_(options), watch_(endpoint.host) {
  initialise_curl();
  multi_.reset(curl_multi_init());
  easy_.reset(curl_easy_init());
  if (!multi_ || !easy_) return;
  CURLM* multi = multi_.get();
  curl_multi_setopt(multi, CURLMOPT_SOCKETFUNCTION, &CurlStream::on_socket);
  curl_multi_setopt(multi, CURLMOPT_SOCKETDATA, this);
  curl_multi_setopt(multi, CURLMOPT_TIMERFUNCTION, &CurlStream::on_timer);
  curl_multi_setopt(multi, CURLMOPT_TIMERDATA, this);

  CURL* easy = easy_.get();
  const bool is_unix = endpoint.kind == Endpoint::Kind::kUnix;
  curl_easy_setopt(easy, CURLOPT_URL, is_unix ? "http://localhost/" : endpoint_url(endpoint).c_str());
  if (is_unix) curl_easy_setopt(easy, CURLOPT_UNIX_SOCKET_PATH, endpoint.path.c_str());
  curl_easy_setopt(easy, CURLOPT_CONNECT_ONLY, 1L);
  curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
  // Empty, or the environment's http_proxy is obeyed.
  curl_easy_setopt(easy, CURLOPT_PROXY, "");
  // Or ALPN agrees on h2, and what follows looks like a FIN.
  curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, CURL_HTTP_VERSION_1_1);
  curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
  curl_easy_setopt(easy, CURLOPT_TCP_NODELAY, 1L);
  curl_easy_setopt(easy, CURLOPT_QUICK_EXIT, 1L);
  curl_easy_setopt(easy, CURLOPT_ERRORBUFFER, message_.data());
  // A resumed session serves no certificates.
  curl_easy_setopt(easy, CURLOPT_SSL_SESSIONID_CACHE, 0L);
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_FUNCTION, &CurlStream::on_tls_context);
  curl_easy_setopt(easy, CURLOPT_SSL_CTX_DATA, this);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, options.tls.insecure ? 0L : 1L);
  curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, options.tls.insecure ? 0L : 2L);
  if (!options.tls.cacert.empty()) {
    curl_easy_setopt(easy, CURLOPT_CAINFO, options.tls.cacert.c_str());
    curl_easy_setopt(easy, CURLOPT_CAPATH, nullptr);
  }
}

CurlStream::~CurlStream() {
  // Cleaning up ends the connection and may call back; until it is over `this` must be whole.
  if (added_) curl_multi_remove_handle(multi_.get(), easy_.get());
  easy_.reset();
  multi_.reset();
}

ByteStream::Connect CurlStream::connect() {
  if (error_) return Connect::kFailed;
  if (socket_ != CURL_SOCKET_BAD) return Connect::kDone;
  if (!multi_ || !easy_) return finish(CURLE_OUT_OF_MEMORY);
  int running = 0;
  if (!added_) {
    added_ = curl_multi_add_handle(multi_.get(), easy_.get()) == CURLM_OK;
    if (!added_) return finish(CURLE_FAILED_INIT);
    curl_multi_socket_action(multi_.get(), CURL_SOCKET_TIMEOUT, 0, &running);
  }
  std::vector<pollfd> sockets = connecting_;  // the calls below change the original
  if (!sockets.empty()) ::poll(sockets.data(), sockets.size(), 0);
  for (const pollfd& socket : sockets) {
    if (socket.revents == 0) continue;
    const int ready = ((socket.revents & (POLLIN | POLLHUP)) != 0 ? CURL_CSELECT_IN : 0) |
                      ((socket.revents & POLLOUT) != 0 ? CURL_CSELECT_OUT : 0) |
                      ((socket.revents & (POLLERR | POLLNVAL)) != 0 ? CURL_CSELECT_ERR : 0);
    curl_multi_socket_action(multi_.get(), socket.fd, ready, &running);
  }
  if (due_ && *due_ <= Clock::now()) {
    due_.reset();
    curl_multi_socket_action(multi_.get(), CURL_SOCKET_TIMEOUT, 0, &running);
  }
  int left = 0;
  const CURLMsg* done = curl_multi_info_read(multi_.get(), &left);
  if (done == nullptr || done->msg != CURLMSG_DONE) return Connect::kPending;
  return finish(done->data.result);
}

ByteStream::Connect CurlStream::finish(CURLcode code) {
  if (code == CURLE_OK) {
    code = curl_easy_getinfo(easy_.get(), CURLINFO_ACTIVESOCKET, &socket_);
    if (code == CURLE_OK && socket_ == CURL_SOCKET_BAD) code = CURLE_COULDNT_CONNECT;
  }
  if (code != CURLE_OK) {
    error_ = explain(code);
    return Connect::kFailed;
  }
  due_.reset();
  return Connect::kDone;
}

TransportError CurlStream::explain(CURLcode code) const {
  using Kind = TransportError::Kind;
  const int os_error = easy_ ? last_errno() : 0;
  std::string why = message_[0] != '\0' ? escape_bytes(message_.data()) : curl_easy_strerror(code);
  Kind kind = Kind::kConnect;
  switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST:
      kind = Kind::kResolve;
      break;
    case CURLE_PEER_FAILED_VERIFICATION:
      kind = Kind::kTlsVerify;
      why += why.find("subject name") != std::string::npos  // curl's words where it is for another host
                 ? "; give the target by a name that the certificate is for, or look away with --insecure"
                 : "; name its authority with --cacert, or look away with --insecure";
      break;
    case CURLE_SSL_CONNECT_ERROR:
      kind = Kind::kTlsHandshake;
      why = "TLS handshake: " + why + "; give an http:// target where no TLS is spoken";
      break;
    case CURLE_SSL_CACERT_BADFILE:
    case CURLE_OUT_OF_MEMORY:
    case CURLE_FAILED_INIT:
    case CURLE_SSL_ENGINE_INITFAILED:
      kind = Kind::kLocal;
      break;
    case CURLE_COULDNT_CONNECT:
      if (os_error == EMFILE || os_error == ENFILE || os_error == ENOMEM || os_error == ENOBUFS) kind = Kind::kLocal;
      if (os_error == ECONNREFUSED || os_error == ENOENT) kind = Kind::kRefused;
      break;
    default:
      break;
  }
  if (kind != Kind::kTlsVerify && os_error != 0) why += " (" + std::generic_category().message(os_error) + ")";
  return {kind, fmt::format("{}: {}", endpoint_url(endpoint_), why)};
}

IoResult CurlStream::send(std::string_view bytes) {
  std::size_t sent = 0;
  const CURLcode code = curl_easy_send(easy_.get(), bytes.data(), bytes.size(), &sent);
  if (code == CURLE_OK && sent > 0) return {IoStatus::kProgress, sent};
  if (code == CURLE_OK || code == CURLE_AGAIN) return {IoStatus::kAgain, 0};
  // The kernel tells of a reset once: where it told the sender, receiving ends as if by a FIN.
  return {last_errno() == ECONNRESET ? IoStatus::kRst : IoStatus::kFin, 0};
}

IoResult CurlStream::receive(std::span<char> into) {
  std::size_t received = 0;
  const CURLcode code = curl_easy_recv(easy_.get(), into.data(), into.size(), &received);
  if (code == CURLE_AGAIN) return {IoStatus::kAgain, 0};
  if (code == CURLE_OK && received > 0) return {IoStatus::kProgress, received};
  const bool is_tls = endpoint_.kind == Endpoint::Kind::kTls;
  if (code == CURLE_OK) {
    const SSL* tls = is_tls ? session() : nullptr;
    const bool cut = is_tls && (tls == nullptr || (SSL_get_shutdown(tls) & SSL_RECEIVED_SHUTDOWN) == 0);
    return {cut ? IoStatus::kCut : IoStatus::kFin, 0};
  }
  // A TLS stream that can't be read on was cut, whether by a bare FIN or by bytes that are no record of it.
  return {is_tls && last_errno() != ECONNRESET ? IoStatus::kCut : IoStatus::kRst, 0};
}

void CurlStream::wait_for(short events, std::vector<pollfd>& into) const {
  if (socket_ == CURL_SOCKET_BAD) {
    into.insert(into.end(), connecting_.begin(), connecting_.end());
  } else {
    into.push_back({socket_, events, 0});
  }
}

void CurlStream::hold_little(std::size_t bytes) {
  // No smaller than the window that a connection begins with: what the peer may already send must have room, or the
  // kernel drops it, and the transfer crawls from one retransmission to the next.
  constexpr std::size_t kLeast = 64 * 1024;
  const int size = static_cast<int>(std::clamp<std::size_t>(bytes, kLeast, 16 * kLeast));
  ::setsockopt(socket_, SOL_SOCKET, SO_RCVBUF, &size, sizeof(size));
}

const SSL* CurlStream::session() const {
  curl_tlssessioninfo* info = nullptr;
  if (curl_easy_getinfo(easy_.get(), CURLINFO_TLS_SSL_PTR, &info) != CURLE_OK || info == nullptr) return nullptr;
  return info->backend == CURLSSLBACKEND_OPENSSL ? static_cast<const SSL*>(info->internals) : nullptr;
}

int CurlStream::last_errno() const {
  long number = 0;
  curl_easy_getinfo(easy_.get(), CURLINFO_OS_ERRNO, &number);
  return static_cast<int>(number);
}

int CurlStream::on_socket(CURL*, curl_socket_t socket, int what, void* self, void*) {
  auto& sockets = static_cast<CurlStream*>(self)->connecting_;
  std::erase_if(sockets, [socket](const pollfd& known) { return known.fd == socket; });
  if (what == CURL_POLL_REMOVE) return 0;
  const int events = (what != CURL_POLL_OUT ? POLLIN : 0) | (what != CURL_POLL_IN ? POLLOUT : 0);
  sockets.push_back({socket, static_cast<short>(events), 0});
  return 0;
}

int CurlStream::on_timer(CURLM*, long timeout_ms, void* self) {
  auto& due = static_cast<CurlStream*>(self)->due_;
  due.reset();
  if (timeout_ms >= 0) due = Clock::now() + std::chrono::milliseconds(timeout_ms);
  return 0;
}

CURLcode CurlStream::on_tls_context(CURL*, void* context, void* self) {
  auto* stream = static_cast<CurlStream*>(self);
  stream->watch_.watch(static_cast<SSL_CTX*>(context));
  // libcurl loads no authority when it is not to verify; the report still says what verifying would have given.
  const TlsOptions& tls = stream->options_.tls;
  if (tls.insecure) TlsWatch::trust(static_cast<SSL_CTX*>(context), tls.cacert);
  return CURLE_OK;
}

}  // namespace

std::unique_ptr<ByteStream> open_curl_stream(const Endpoint& endpoint, const TransportOptions& options) {
  return std::make_unique<CurlStream>(endpoint, options);
}

}  // namespace httparity

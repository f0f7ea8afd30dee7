#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <vector>

#include "base/test_folder.h"
#include "transport/connection.h"
#include "transport/scripted_server.h"
#include "transport/test_certificates.h"

namespace httparity {
namespace {

using std::chrono::milliseconds;
using testing::HasSubstr;

const std::string kGet = "GET / HTTP/1.1\r\nHost: room.test\r\n\r\n";
const std::string kOk = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
const std::string kUntilClose = "HTTP/1.1 200 OK\r\n\r\nok";

class Tls : public testing::Test {
 protected:
  Tls() { std::ofstream(root_) << certificates_.root_pem; }

  LoopbackServer serve(ServerCertificate certificate, std::vector<ScriptedStep> steps) {
    auto server = LoopbackServer::start({.tls = std::move(certificate)}, play_script(std::move(steps)));
    EXPECT_TRUE(server) << server.error().what;
    return std::move(*server);
  }
  Connection connect(const LoopbackServer& server, bool insecure = false) {
    TransportOptions options;
    options.time.first_byte = options.time.idle = milliseconds(300);
    options.tls = {.cacert = root_, .insecure = insecure};
    return {server.endpoint(), options};
  }
  static ExchangeOutcome exchange(Connection& connection) {
    const ExchangeJob job{&connection, {{.bytes = kGet}}, std::nullopt};
    return std::move(exchange_all({&job, 1}).front());
  }

  TestFolder folder_;
  TestCertificates certificates_ = make_test_certificates();
  std::string root_ = folder_.path() / "root.pem";
};

TEST_F(Tls, CarriesEveryByteAndShowsWhatWasServed) {
  const std::string large(300'000, 'b');
  const LoopbackServer server =
      serve(certificates_.good,
            {{kGet, "HTTP/1.1 200 OK\r\nContent-Length: 300000\r\n\r\n" + large + "surplus"}, {kGet, kOk}});
  Connection connection = connect(server);
  const ExchangeOutcome first = exchange(connection);
  ASSERT_FALSE(first.error) << first.error->what;
  EXPECT_TRUE(is_complete(first.exchanges[0]));
  EXPECT_EQ(first.exchanges[0].surplus, "surplus");
  EXPECT_EQ(first.exchanges[0].fate, Fate::kOpen);
  EXPECT_EQ(exchange(connection).exchanges[0].response->bytes, kOk);

  ASSERT_TRUE(connection.identity());
  const PeerIdentity& peer = *connection.identity();
  EXPECT_TRUE(peer.verified) << peer.verify_result;
  ASSERT_EQ(peer.chain.size(), 2U);
  EXPECT_EQ(peer.chain[0].subject, "CN=room.test");
  EXPECT_EQ(peer.chain[1].subject, "CN=Test Intermediate");
  EXPECT_EQ(peer.chain[1].issuer, "CN=Test Root");
  EXPECT_EQ(peer.chain[0].sha256.size(), 64U);
  EXPECT_EQ(peer.chain[0].pem + peer.chain[1].pem, certificates_.good.chain_pem);
  EXPECT_EQ(peer.tls_version, "TLSv1.3");
}

TEST_F(Tls, ASlowReaderGetsWhatTheSessionHoldsBack) {
  const std::string body(20'000, 'b');
  const LoopbackServer server =
      serve(certificates_.good, {{kGet, "HTTP/1.1 200 OK\r\nContent-Length: 20000\r\n\r\n" + body}});
  Connection connection = connect(server);
  const ExchangeJob job{&connection, {{.bytes = kGet, .read = {512, milliseconds(1)}}}, std::nullopt};
  const ExchangeOutcome outcome = std::move(exchange_all({&job, 1}).front());
  ASSERT_FALSE(outcome.error) << outcome.error->what;
  EXPECT_TRUE(is_complete(outcome.exchanges[0]));
}

TEST_F(Tls, AnEndWithoutCloseNotifyIsACutAndEndsNoBody) {
  const std::vector<std::pair<Fate, bool>> ends{{Fate::kFin, true}, {Fate::kCut, false}, {Fate::kRst, false}};
  for (const auto& [fate, complete] : ends) {
    const LoopbackServer server = serve(certificates_.good, {{kGet, kUntilClose, fate}});
    Connection connection = connect(server);
    const ExchangeOutcome outcome = exchange(connection);
    ASSERT_FALSE(outcome.error) << outcome.error->what;
    EXPECT_EQ(outcome.exchanges[0].fate, fate);
    EXPECT_EQ(outcome.exchanges[0].response->bytes, kUntilClose);
    EXPECT_EQ(is_complete(outcome.exchanges[0]), complete) << fate_name(fate);
  }
}

TEST_F(Tls, RefusesWhatDoesNotVerifyAndStillShowsIt) {
  struct Case {
    ServerCertificate certificate;
    std::size_t served;
    const char* why;
    const char* cure;
  };
  for (const Case& bad :
       {Case{certificates_.leaf_only, 1, "local issuer", "--cacert"},
        Case{certificates_.expired, 2, "expired", "--insecure"},
        Case{certificates_.wrong_name, 2, "not for 127.0.0.1", "a name that the certificate is for"}}) {
    const LoopbackServer server = serve(bad.certificate, {{kGet, kOk}});
    Connection connection = connect(server);
    const ExchangeOutcome outcome = exchange(connection);
    ASSERT_TRUE(outcome.error) << bad.why;
    EXPECT_EQ(outcome.error->kind, TransportError::Kind::kTlsVerify) << outcome.error->what;
    EXPECT_THAT(outcome.error->what, HasSubstr(bad.cure));
    ASSERT_TRUE(connection.identity());
    EXPECT_EQ(connection.identity()->chain.size(), bad.served);
    EXPECT_FALSE(connection.identity()->verified);
    EXPECT_THAT(connection.identity()->verify_result, HasSubstr(bad.why));

    Connection insecure = connect(server, true);
    const ExchangeOutcome got = exchange(insecure);
    ASSERT_FALSE(got.error) << got.error->what;
    EXPECT_EQ(got.exchanges[0].response->bytes, kOk);
    EXPECT_FALSE(insecure.identity()->verified);
    EXPECT_THAT(insecure.identity()->verify_result, HasSubstr(bad.why));
  }
}

TEST_F(Tls, ThePeerThatSpeaksNoTlsIsAHandshakeError) {
  auto plain = LoopbackServer::start({}, [](ServedConnection& peer) {
    peer.receive(1);
    peer.send(kOk);
    peer.drain();
  });
  ASSERT_TRUE(plain);
  Endpoint endpoint = plain->endpoint();
  endpoint.kind = Endpoint::Kind::kTls;
  Connection connection(endpoint, TransportOptions{});
  const ExchangeOutcome outcome = exchange(connection);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->kind, TransportError::Kind::kTlsHandshake) << outcome.error->what;
  EXPECT_THAT(outcome.error->what, HasSubstr("give an http:// target where no TLS is spoken"));
}

TEST_F(Tls, AnUnreadableAuthorityIsThisSidesFault) {
  const LoopbackServer server = serve(certificates_.good, {{kGet, kOk}});
  TransportOptions options;
  options.tls.cacert = folder_.path() / "none.pem";
  Connection connection(server.endpoint(), options);
  const ExchangeOutcome outcome = exchange(connection);
  ASSERT_TRUE(outcome.error);
  EXPECT_EQ(outcome.error->kind, TransportError::Kind::kLocal) << outcome.error->what;
}

}  // namespace
}  // namespace httparity

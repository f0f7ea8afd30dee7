#include <gtest/gtest.h>

#include <string>

#include "base/file.h"
#include "base/test_folder.h"
#include "load/load_threads.h"
#include "load/null_tls_server.h"
#include "load/null_workload.h"
#include "load/resolve.h"
#include "load/server_process.h"
#include "transport/loopback_server.h"
#include "transport/test_certificates.h"

namespace httparity {
namespace {

SslContext trusting_anybody() {
  TlsOptions options;
  options.insecure = true;
  auto context = make_tls(options);
  EXPECT_TRUE(context) << context.error().what;
  return *std::move(context);
}

TEST(TlsLoad, EveryFlippedByteIsFoundAndNothingElse) {
  const SslContext context = trusting_anybody();
  for (const std::size_t body_bytes : {std::size_t{0}, std::size_t{1000}, std::size_t{70'000}}) {
    NullServerPlan plan;
    plan.response = null_response(body_bytes, &plan.date_at);
    plan.flip_every = 97;
    plan.flip_seed = body_bytes + 1;
    const ServerProcess server([plan](const auto& announce) { return serve_null_tls(plan, announce); });
    auto sets = null_workload(plan.response);
    ASSERT_TRUE(sets) << sets.error().what;
    LoadStep step;
    step.engine.endpoint = loopback_address(server.tcp_port());
    step.engine.endpoint.host = "localhost";
    step.engine.endpoint.tls = context.get();
    step.engine.connections = 8;
    // A flipped length makes the client wait for bytes that never come.
    step.engine.answer_limit = std::chrono::milliseconds(150);
    step.requests = 97 * 20;
    const auto tally = run_load_step(step, *sets, {});
    ASSERT_TRUE(tally) << tally.error().what;
    EXPECT_EQ(tally->invalid(), 20U) << body_bytes;
    EXPECT_EQ(tally->valid(), step.requests - 20) << body_bytes;
    // Each wrong answer ends its connection; the next one resumes its session.
    EXPECT_GE(tally->connects.tls_resumed, 1U);
    EXPECT_EQ(tally->connects.tls_handshakes - tally->connects.tls_resumed, 8U);
  }
}

struct Refusal {
  const char* name;
  ServerCertificate TestCertificates::*certificate;
  bool trusted;
  const char* words;
};

class TlsRefusals : public ::testing::TestWithParam<Refusal> {};

TEST_P(TlsRefusals, NoLoadIsMade) {
  const TestCertificates certificates = make_test_certificates();
  LoopbackServerOptions options;
  options.tls = certificates.*GetParam().certificate;
  auto server = LoopbackServer::start(options, [](ServedConnection& peer) { peer.drain(); });
  ASSERT_TRUE(server) << server.error().what;
  const TestFolder folder;
  TlsOptions client;
  client.cacert = (folder.path() / "root.pem").string();
  ASSERT_TRUE(
      write_file(client.cacert, GetParam().trusted ? certificates.root_pem : make_test_certificates().root_pem));
  auto context = make_tls(client);
  ASSERT_TRUE(context) << context.error().what;
  const auto address = resolve_address(server->endpoint(), context->get());
  ASSERT_TRUE(address) << address.error().what;
  LoadStep step;
  step.engine.endpoint = *address;
  step.engine.connections = 2;
  step.requests = 10;
  std::size_t date_at = 0;
  const auto tally = run_load_step(step, *null_workload(null_response(10, &date_at)), {});
  ASSERT_FALSE(tally);
  EXPECT_NE(tally.error().what.find(GetParam().words), std::string::npos) << tally.error().what;
}

INSTANTIATE_TEST_SUITE_P(
    All, TlsRefusals,
    ::testing::Values(Refusal{"AForeignAuthority", &TestCertificates::good, false, "give its authority with --cacert"},
                      Refusal{"AnotherHost", &TestCertificates::wrong_name, true, "the certificate is not for"},
                      Refusal{"Expired", &TestCertificates::expired, true, "certificate has expired"}),
    [](const auto& one) { return one.param.name; });

}  // namespace
}  // namespace httparity

#pragma once

#include <gtest/gtest.h>

#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/file.h"
#include "base/test_folder.h"
#include "load/load_run.h"
#include "result/exit_status.h"
#include "result/load_verdicts.h"
#include "transport/loopback_server.h"

namespace httparity {

// What tests of a whole load share: servers that are functions, and a run of one contract against them.

/// The bytes that answer a request; none: a reset.
using Answer = std::function<std::string(const std::string& request)>;

inline std::string ok(std::string_view body, std::string_view fields = "") {
  return "HTTP/1.1 200 OK\r\n" + std::string(fields) + "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" +
         std::string(body);
}

inline std::string field(const std::string& request, const std::string& name) {
  const std::size_t at = request.find("\r\n" + name + ": ");
  if (at == std::string::npos) return "";
  const std::size_t from = at + name.size() + 4;
  return request.substr(from, request.find("\r\n", from) - from);
}

/// A server that answers each request, kept open; what `answer` gives is sent as it is.
class Origin {
 public:
  explicit Origin(Answer answer) {
    auto server = LoopbackServer::start({}, [answer = std::move(answer)](ServedConnection& peer) {
      std::string bytes;
      while (true) {
        const std::string more = peer.receive(65536);
        if (more.empty()) return;
        bytes += more;
        for (std::size_t end = 0; (end = bytes.find("\r\n\r\n")) != std::string::npos; bytes.erase(0, end + 4)) {
          const std::string said = answer(bytes.substr(0, end + 4));
          if (said.empty()) {
            peer.end(Fate::kRst);
            return;
          }
          if (!peer.send(said)) return;
        }
      }
    });
    EXPECT_TRUE(server) << server.error().what;
    server_ = std::make_unique<LoopbackServer>(*std::move(server));
  }
  std::string url() const { return endpoint_url(server_->endpoint()); }

 private:
  std::unique_ptr<LoopbackServer> server_;
};

/// A run of a contract on four connections, 400 requests a measurement.
class LoadRunTest : public ::testing::Test {
 protected:
  RunResult run(std::string_view contract, const std::vector<std::string>& targets) {
    const std::string path = (folder_.path() / "x.contract.json").string();
    EXPECT_TRUE(write_file(path, contract));
    options_.paths = {path};
    options_.targets = targets;
    options_.connections = {4};
    options_.warmup = std::chrono::nanoseconds(0);
    options_.requests = 400;
    options_.wait = WaitPolicy::kBlock;
    options_.gates.headroom = 1;
    options_.transport.settle = std::chrono::milliseconds(5);
    return run_load(options_);
  }
  static const LoadResult& found(const RunResult& result) { return std::get<LoadResult>(result.found); }
  static int status(const RunResult& result) { return static_cast<int>(exit_status(result)); }
  static std::string words(const RunResult& result) {
    std::string out;
    for (const Failure& failure : result.envelope.failures) out += failure.what + "\n";
    for (const LoadTarget& target : found(result).targets) out += target.refused + "\n";
    for (const std::string& reason : void_reasons(found(result))) out += reason + "\n";
    for (const std::string& reason : missed_gates(found(result))) out += reason + "\n";
    return out;
  }

  TestFolder folder_;
  LoadOptions options_;
};

}  // namespace httparity

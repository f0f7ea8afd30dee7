#pragma once

#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

#include "run/peers.h"
#include "target/target.h"
#include "transport/connection.h"

namespace httparity {

/// Servers: each actor has one connection to each of them.
class LivePeers : public Peers {
 public:
  /// `targets` must outlive the peers. `suite`: where commands run.
  LivePeers(const std::vector<Target*>& targets, TransportOptions options, std::filesystem::path suite,
            std::stop_token stop);

  std::size_t size() const override { return sides_.size(); }
  std::vector<PeerAnswer> exchange(std::span<const PeerRequest> requests) override;
  bool is_live(std::size_t) const override { return true; }
  std::chrono::system_clock::time_point now(std::size_t) const override { return std::chrono::system_clock::now(); }
  Result<void> run(std::size_t side, const std::vector<std::string>& arguments) override;
  const Variables& variables(std::size_t side) const override;
  std::optional<std::string> died(std::size_t side) const override;

  /// Who answered over TLS, from the latest handshake of any actor; nullopt without one.
  const std::optional<PeerIdentity>& identity(std::size_t side) const { return sides_[side].identity; }

 private:
  struct LiveSide {
    Target* target = nullptr;
    std::map<std::string, Connection, std::less<>> connections;  ///< for each actor
    std::optional<PeerIdentity> identity;
  };

  Connection& connection(LiveSide& side, const PeerRequest& request);

  std::vector<LiveSide> sides_;
  TransportOptions options_;
  std::filesystem::path suite_;
  std::stop_token stop_;
};

}  // namespace httparity

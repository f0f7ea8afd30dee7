#pragma once

#include <cstddef>

#include "recording/recording.h"
#include "run/peers.h"

namespace httparity {

/// A recording as the first side, before the servers of `live`. It answers a request only with what that very request
/// got when it was recorded: where the contract asks for anything else by now, the recording doesn't fit.
class RecordedPeers : public Peers {
 public:
  /// Both must outlive the peers.
  RecordedPeers(const Recording& recording, Peers& live);

  std::size_t size() const override { return live_.size() + 1; }
  std::vector<PeerAnswer> exchange(std::span<const PeerRequest> requests) override;
  bool is_live(std::size_t side) const override { return side != 0 && live_.is_live(side - 1); }
  std::chrono::system_clock::time_point now(std::size_t side) const override;
  Result<void> run(std::size_t side, const std::vector<std::string>& arguments) override;
  const Variables& variables(std::size_t side) const override;
  std::optional<std::string> died(std::size_t side) const override;

 private:
  PeerAnswer recorded_answer(const PeerRequest& request);

  const Recording& recording_;
  Peers& live_;
  std::chrono::system_clock::time_point moment_;
  std::size_t next_ = 0;
  Variables none_;
};

}  // namespace httparity

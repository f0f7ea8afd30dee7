#include "transport/paced_sender.h"

namespace httparity {
namespace {

bool is_cut(const WritePlan& plan) {
  return plan.each_byte || !plan.offsets.empty();
}

}  // namespace

PacedSender::PacedSender(std::span<const Outgoing> requests) {
  for (std::size_t i = 0; i < requests.size(); ++i) {
    const Outgoing& request = requests[i];
    const WritePlan& plan = request.write;
    const std::size_t begin = bytes_.size();
    const std::size_t size = request.bytes.size();
    bytes_ += request.bytes;
    if (plan.each_byte) {
      for (std::size_t end = 1; end < size; ++end) pieces_.push_back({begin + end, plan.pause});
    } else {
      std::size_t last = 0;
      for (const std::size_t offset : plan.offsets) {
        if (offset <= last || offset >= size) continue;
        pieces_.push_back({begin + offset, plan.pause});
        last = offset;
      }
    }
    const bool is_last = i + 1 == requests.size();
    if (is_last || is_cut(plan) || is_cut(requests[i + 1].write)) pieces_.push_back({bytes_.size(), plan.pause});
    request_ends_.push_back(bytes_.size());
  }
  sent(0, Time{});
}

std::string_view PacedSender::due(Time now) const {
  if (done() || now < pause_end_) return {};
  return std::string_view(bytes_).substr(place_, pieces_[piece_].end - place_);
}

void PacedSender::sent(std::size_t count, Time now) {
  place_ += count;
  while (piece_ < pieces_.size() && pieces_[piece_].end <= place_) {
    if (count > 0) pause_end_ = now + pieces_[piece_].pause;
    ++piece_;
  }
  while (requests_sent_ < request_ends_.size() && request_ends_[requests_sent_] <= place_) ++requests_sent_;
}

}  // namespace httparity

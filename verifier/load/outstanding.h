#pragma once

#include <array>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <memory>

#include "load/arrivals.h"
#include "load/request_set.h"

namespace httparity {

/// A request on its way.
struct Outstanding {
  std::uint32_t request = 0;  ///< index into its set's templates
  bool sent_again = false;    ///< after the peer had closed an idle connection
  Clock::time_point intended;
  Clock::time_point sent;
  std::array<char, kUniqueBytes> token{};
};

/// A connection's requests on their way, oldest first. One of them lies in the object itself, so that a connection
/// without pipelining has no other memory to touch. A request keeps its place until it is popped. Not movable.
class OutstandingRequests {
 public:
  OutstandingRequests() = default;
  OutstandingRequests(const OutstandingRequests&) = delete;
  OutstandingRequests& operator=(const OutstandingRequests&) = delete;

  /// Makes room for `count` requests. To be called while there are none.
  void reserve(std::size_t count) {
    if (count <= capacity_) return;
    assert(empty());
    many_ = std::make_unique<Outstanding[]>(count);
    capacity_ = static_cast<std::uint32_t>(count);
    begin_ = 0;
  }

  bool empty() const { return size_ == 0; }
  std::size_t size() const { return size_; }
  /// The one number `index`, the oldest being 0.
  Outstanding& operator[](std::size_t index) {
    const std::size_t place = begin_ + index;
    return slots()[place < capacity_ ? place : place - capacity_];
  }
  Outstanding& front() { return slots()[begin_]; }
  const Outstanding& front() const { return (many_ ? many_.get() : &one_)[begin_]; }

  /// There must be room.
  void push_back(const Outstanding& request) {
    assert(size_ < capacity_);
    ++size_;
    (*this)[size_ - 1] = request;
  }
  void pop_front() {
    if (++begin_ == capacity_) begin_ = 0;
    --size_;
  }
  void clear() { size_ = 0; }

 private:
  Outstanding* slots() { return many_ ? many_.get() : &one_; }

  std::unique_ptr<Outstanding[]> many_;  // a ring
  std::uint32_t capacity_ = 1;
  std::uint32_t begin_ = 0;
  std::uint32_t size_ = 0;
  Outstanding one_;
};

}  // namespace httparity

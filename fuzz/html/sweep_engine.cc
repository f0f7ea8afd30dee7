#include <algorithm>
#include <array>
#include <numeric>

#include "fuzz/html/engine.h"
#include "fuzz/html/signature.h"
#include "fuzz/html/sweep.h"
#include "fuzz/html/tokens.h"

namespace httparity::html {
namespace {

/// A stride near the golden section of `size` without a divisor in common with it.
std::uint64_t stride_for(std::uint64_t size) {
  auto stride = static_cast<std::uint64_t>(static_cast<double>(size) * 0.6180339887498949);
  while (std::gcd(stride, size) != 1) ++stride;
  return stride;
}

class SweepEngine final : public Engine {
 public:
  explicit SweepEngine(bool third) : third_(third), order_(third) {}

  std::string_view name() const override { return third_ ? "sweep3" : "sweep"; }
  std::uint64_t size() const override { return order_.size(); }

  void make(std::uint64_t index, HtmlCase& out) const override {
    const SweepPlace place = order_.place(index);
    const InsertionContext& context = insertion_contexts()[place.context];
    const std::string_view last = third_ ? alphabet()[place.third] : std::string_view();
    out.data.assign(alphabet()[place.first])
        .append(context.prefix)
        .append(alphabet()[place.second])
        .append(last)
        .append("x");
    out.context = context.fragment;
    out.scripting = false;
    out.quirks = false;
  }

 private:
  bool third_;
  SweepOrder order_;
};

}  // namespace

SweepOrder::SweepOrder(bool third) : third_(third) {
  const std::uint64_t tokens = alphabet().size();
  size_ = tokens * insertion_contexts().size() * tokens * (third ? tokens : 1);
  stride_ = stride_for(size_);
}

SweepPlace SweepOrder::place(std::uint64_t index) const {
  // 128 bits: the product may exceed 64.
  __extension__ using Wide = unsigned __int128;
  auto rest = static_cast<std::uint64_t>(static_cast<Wide>(index) * stride_ % size_);
  const auto take = [&rest](std::uint64_t count) {
    const std::uint64_t digit = rest % count;
    rest /= count;
    return static_cast<std::size_t>(digit);
  };
  const std::size_t tokens = alphabet().size();
  SweepPlace place;
  if (third_) place.third = take(tokens);
  place.second = take(tokens);
  place.context = take(insertion_contexts().size());
  place.first = take(tokens);
  return place;
}

std::unique_ptr<Engine> sweep_engine(bool third) {
  return std::make_unique<SweepEngine>(third);
}

}  // namespace httparity::html

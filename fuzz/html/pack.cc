#include "fuzz/html/pack.h"

namespace httparity::html {

void Packer::number(std::uint64_t value) {
  for (int shift = 0; shift < 64; shift += 8) out_ += static_cast<char>(value >> shift & 255);
}

void Packer::text(std::string_view value) {
  number(value.size());
  out_ += value;
}

void Packer::input(const HtmlCase& value) {
  text(value.data);
  text(value.context.name);
  number(static_cast<std::uint64_t>(value.context.name_space));
  number((value.scripting ? 1U : 0U) | (value.quirks ? 2U : 0U));
}

void Packer::bucket(const RawBucket& value) {
  number(static_cast<std::uint64_t>(value.kind));
  input(value.shortest);
  number(value.index);
  text(value.engine);
  number(value.count);
}

void Packer::slice(const SliceResult& value) {
  number(value.cases);
  number(value.unsupported);
  number(value.differences);
  number(value.buckets.size());
  for (const auto& [key, one] : value.buckets) {
    text(key);
    bucket(one);
  }
}

void Packer::finding(const Finding& value) {
  text(value.id);
  text(value.key);
  number(static_cast<std::uint64_t>(value.kind));
  input(value.minimal);
  text(value.expected);
  text(value.actual);
  text(value.guilty);
  text(value.mode);
  input(value.first);
  text(value.engine);
  number(value.index);
  number(value.count);
  number(value.raw_signatures);
  text(value.messages);
}

std::uint64_t Unpacker::number() {
  constexpr std::size_t kBytes = 8;
  if (rest_.size() < kBytes) {
    ok_ = false;
    rest_ = {};
    return 0;
  }
  std::uint64_t value = 0;
  for (std::size_t i = kBytes; i-- > 0;) value = value << 8 | static_cast<unsigned char>(rest_[i]);
  rest_.remove_prefix(kBytes);
  return value;
}

std::string Unpacker::text() {
  const std::uint64_t size = number();
  if (size > rest_.size()) {
    ok_ = false;
    rest_ = {};
    return {};
  }
  std::string value(rest_.substr(0, size));
  rest_.remove_prefix(size);
  return value;
}

HtmlCase Unpacker::input() {
  HtmlCase value;
  value.data = text();
  value.context.name = text();
  value.context.name_space = static_cast<int>(number());
  const std::uint64_t flags = number();
  value.scripting = (flags & 1U) != 0;
  value.quirks = (flags & 2U) != 0;
  return value;
}

RawBucket Unpacker::bucket() {
  RawBucket value;
  value.kind = static_cast<VerdictKind>(number());
  value.shortest = input();
  value.index = number();
  value.engine = text();
  value.count = number();
  return value;
}

SliceResult Unpacker::slice() {
  SliceResult value;
  value.cases = number();
  value.unsupported = number();
  value.differences = number();
  for (std::uint64_t left = number(); left > 0 && ok_; --left) {
    const std::string key = text();
    value.buckets[key] = bucket();
  }
  return value;
}

Finding Unpacker::finding() {
  Finding value;
  value.id = text();
  value.key = text();
  value.kind = static_cast<VerdictKind>(number());
  value.minimal = input();
  value.expected = text();
  value.actual = text();
  value.guilty = text();
  value.mode = text();
  value.first = input();
  value.engine = text();
  value.index = number();
  value.count = number();
  value.raw_signatures = number();
  value.messages = text();
  return value;
}

}  // namespace httparity::html

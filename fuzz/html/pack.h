#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz/html/finding.h"
#include "fuzz/html/slice.h"

namespace httparity::html {

/// Writes values for the other end of a pipe between processes of one program: never a file format.
class Packer {
 public:
  void number(std::uint64_t value);
  void text(std::string_view value);
  void input(const HtmlCase& value);
  void bucket(const RawBucket& value);
  void slice(const SliceResult& value);
  void finding(const Finding& value);
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

/// Reads what a Packer wrote. Total: once something is missing, all further values are empty and `ok()` is false.
class Unpacker {
 public:
  explicit Unpacker(std::string_view bytes) : rest_(bytes) {}
  std::uint64_t number();
  std::string text();
  HtmlCase input();
  RawBucket bucket();
  SliceResult slice();
  Finding finding();
  bool ok() const { return ok_; }

 private:
  std::string_view rest_;
  bool ok_ = true;
};

}  // namespace httparity::html

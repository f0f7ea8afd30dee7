#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "wire/response_reader.h"

namespace httparity {

/// What `index_message` must give, found the slow and obvious way: for tests only.
Message index_slowly(const std::string& bytes);

struct SlowReading {
  ReadResponse read;  ///< oddities left out
  std::size_t taken = 0;
};

/// What `ResponseReader` must give for `bytes` and then `how`, found the slow and obvious way: for tests only.
SlowReading read_slowly(const std::string& bytes, StreamEnd how, std::string_view method, const Limits& limits);

}  // namespace httparity

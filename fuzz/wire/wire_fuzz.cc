#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>

#include "fuzz/wire/check_wire.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const auto fault = httparity::broken_law({reinterpret_cast<const char*>(data), size});
  if (!fault) return 0;
  std::fprintf(stderr, "%s\n", fault->c_str());
  std::abort();
}

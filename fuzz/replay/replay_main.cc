// Plays every file of the folders and files named on the command line through a fuzz target, in place of libFuzzer.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size);

namespace {

void play(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  const std::string input{std::istreambuf_iterator<char>(file), std::istreambuf_iterator<char>()};
  LLVMFuzzerTestOneInput(reinterpret_cast<const std::uint8_t*>(input.data()), input.size());
}

}  // namespace

int main(int count, char** arguments) {
  std::size_t played = 0;
  for (int place = 1; place < count; ++place) {
    if (!std::filesystem::is_directory(arguments[place])) {
      play(arguments[place]);
      ++played;
      continue;
    }
    for (const auto& entry : std::filesystem::recursive_directory_iterator(arguments[place])) {
      if (!entry.is_regular_file()) continue;
      play(entry.path());
      ++played;
    }
  }
  std::printf("%zu inputs played\n", played);
  return played == 0 ? 1 : 0;
}

// httparity-html-seeds FOLDER: the project's corpus as seeds of html_pair_fuzz, one file a case: the byte that chooses
// the context, then the input.
#include <cstdio>

#include "base/file.h"
#include "fuzz/html/fuzz_html.h"
#include "fuzz/html/fuzz_input.h"

int main(int count, char** words) {
  using namespace httparity;
  if (count != 2) {
    std::fprintf(stderr, "usage: httparity-html-seeds FOLDER\n");
    return 2;
  }
  const auto corpus = html::read_corpus(HTTPARITY_SOURCE_DIR "/corpus/html", {});
  if (!corpus) {
    std::fprintf(stderr, "%s\n", corpus.error().what.c_str());
    return 2;
  }
  std::size_t written = 0;
  for (const html::HtmlCase& one : *corpus) {
    if (one.scripting) continue;
    const std::string path = std::string(words[1]) + "/" + std::to_string(written);
    if (const Result<void> done = write_file(path, html::fuzz_input(one)); !done) {
      std::fprintf(stderr, "%s\n", done.error().what.c_str());
      return 74;
    }
    ++written;
  }
  std::printf("%zu seeds\n", written);
  return written == 0 ? 1 : 0;
}

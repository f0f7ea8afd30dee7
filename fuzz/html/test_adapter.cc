// A parser for tests: its tree is one text with the whole input. Opened as "port" it misbehaves on the words below;
// opened as "count=PATH" it counts its inputs in that file, which has the 8 bytes of the number, in every process.
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <string>
#include <string_view>

#include "fuzz/html/adapter_abi.h"

namespace {

struct Parser {
  bool misbehaves = false;
  std::atomic<unsigned long>* count = nullptr;
};

}  // namespace

int hp_html_abi() {
  return HP_HTML_ABI;
}

const char* hp_html_info() {
  return R"({"name": "test", "version": "1", "answer": "tree", "can": ["fragment", "foreign-fragment"]})";
}

void* hp_html_open(const char* options) {
  const std::string_view words = options;
  constexpr std::string_view kCount = "count=";
  if (words.starts_with(kCount)) {
    const int file = ::open(std::string(words.substr(kCount.size())).c_str(), O_RDWR | O_CLOEXEC);
    void* memory = ::mmap(nullptr, sizeof(std::atomic<unsigned long>), PROT_READ | PROT_WRITE, MAP_SHARED, file, 0);
    ::close(file);
    if (memory == MAP_FAILED) return nullptr;
    return new Parser{false, static_cast<std::atomic<unsigned long>*>(memory)};
  }
  if (!words.empty() && words != "port") return nullptr;
  return new Parser{words == "port", nullptr};
}

void hp_html_close(void* parser) {
  delete static_cast<Parser*>(parser);
}

int hp_html_run(void* parser, const hp_html_case* input, const hp_html_sink* sink) {
  const std::string_view data(input->data.data, input->data.size);
  const auto holds = [data](std::string_view word) { return data.find(word) != std::string_view::npos; };
  if (auto* count = static_cast<Parser*>(parser)->count) ++*count;
  if (static_cast<Parser*>(parser)->misbehaves) {
    if (holds("abort!")) std::abort();
    if (holds("panic!")) return HP_HTML_PANIC;
    for (volatile bool forever = holds("hang!"); forever;) {
    }
    if (holds("<nobr>") && holds("</table>")) {
      sink->start(sink->self, HP_HTML_NS_HTML, {"wrong", 5});
      sink->end(sink->self);
    }
  }
  sink->text(sink->self, input->data);
  return HP_HTML_OK;
}

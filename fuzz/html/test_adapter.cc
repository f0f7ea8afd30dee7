// A parser for tests: its tree is one text with the whole input. Opened as "port" it misbehaves on the words below;
// opened as "dies" it does on every input, as "brittle" on those of an odd length, and as "fickle" it answers otherwise
// from its third input on where that holds "fickle!". Opened as "count=PATH" it counts its inputs in that file, which
// has the 8 bytes of the number, in every process.
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
  bool dies = false;
  bool brittle = false;
  bool fickle = false;
  unsigned long inputs = 0;
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
    auto* parser = new Parser;
    parser->count = static_cast<std::atomic<unsigned long>*>(memory);
    return parser;
  }
  auto* parser = new Parser{words == "port", words == "dies", words == "brittle", words == "fickle"};
  if (words.empty() || parser->misbehaves || parser->dies || parser->brittle || parser->fickle) return parser;
  delete parser;
  return nullptr;
}

void hp_html_close(void* parser) {
  delete static_cast<Parser*>(parser);
}

int hp_html_run(void* self, const hp_html_case* input, const hp_html_sink* sink) {
  auto* parser = static_cast<Parser*>(self);
  const std::string_view data(input->data.data, input->data.size);
  const auto holds = [data](std::string_view word) { return data.find(word) != std::string_view::npos; };
  if (parser->count != nullptr) ++*parser->count;
  if (parser->dies || (parser->brittle && data.size() % 2 == 1)) std::abort();
  constexpr unsigned long kSteady = 2;
  if (parser->fickle && ++parser->inputs > kSteady && holds("fickle!")) {
    sink->start(sink->self, HP_HTML_NS_HTML, {"otherwise", 9});
    sink->end(sink->self);
  }
  if (parser->misbehaves) {
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

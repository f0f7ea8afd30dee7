// A parser for tests: its tree is one text with the whole input. Opened as "port" it misbehaves on the words below.
#include <cstdlib>
#include <string_view>

#include "fuzz/html/adapter_abi.h"

namespace {

struct Parser {
  bool misbehaves;
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
  if (!words.empty() && words != "port") return nullptr;
  return new Parser{words == "port"};
}

void hp_html_close(void* parser) {
  delete static_cast<Parser*>(parser);
}

int hp_html_run(void* parser, const hp_html_case* input, const hp_html_sink* sink) {
  const std::string_view data(input->data.data, input->data.size);
  const auto holds = [data](std::string_view word) { return data.find(word) != std::string_view::npos; };
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

#include "fuzz/html/plugin.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <deque>
#include <filesystem>

#include "fuzz/html/open_parser.h"
#include "fuzz/html/tape.h"

namespace httparity::html {
namespace {

template <typename F>
bool find(void* object, const char* name, F& out) {
  out = reinterpret_cast<F>(::dlsym(object, name));
  return out != nullptr;
}

hp_html_bytes bytes_of(const std::string& text) {
  return {text.data(), text.size()};
}

class PluginParser final : public Parser {
 public:
  PluginParser(AdapterFunctions functions, void* state, ParserInfo info)
      : functions_(functions), state_(state), info_(std::move(info)) {}
  PluginParser(const PluginParser&) = delete;
  PluginParser& operator=(const PluginParser&) = delete;
  ~PluginParser() override { functions_.close(state_); }

  const ParserInfo& info() const override { return info_; }

  void submit(std::span<const HtmlCase> cases) override { waiting_.push_back(cases); }

  void collect(std::vector<Answer>& answers) override {
    if (waiting_.empty()) {
      answers.clear();
      return;
    }
    const std::span<const HtmlCase> cases = waiting_.front();
    waiting_.pop_front();
    answers.resize(cases.size());
    for (std::size_t i = 0; i < cases.size(); ++i) run(cases[i], answers[i]);
  }

 private:
  void run(const HtmlCase& input, Answer& answer) {
    answer.bytes.clear();
    answer.form = info_.text ? AnswerForm::kText : AnswerForm::kTape;
    answer.outcome = Outcome::kUnsupported;
    if (!info_.text && !info_.supports(input)) return;
    hp_html_case one{};
    one.data = bytes_of(input.data);
    one.context_name = bytes_of(input.context.name);
    one.context_namespace = input.context.name_space;
    one.scripting = input.scripting ? 1 : 0;
    one.quirks = input.quirks ? 1 : 0;
    one.splits = input.splits.data();
    one.split_count = input.splits.size();
    writer_.clear();
    answer.outcome = outcome_of(functions_.run(state_, &one, &sink_));
    answer.bytes.assign(writer_.tape());
  }

  AdapterFunctions functions_;
  void* state_;
  ParserInfo info_;
  TapeWriter writer_;
  hp_html_sink sink_ = writer_.sink();
  std::deque<std::span<const HtmlCase>> waiting_;
};

}  // namespace

Result<std::unique_ptr<Parser>> open_adapter(const AdapterFunctions& functions, const std::string& name,
                                             const std::string& options) {
  if (functions.abi() != HP_HTML_ABI) {
    return Error{
        fmt::format("{}: built for version {} of the interface, this is {}", name, functions.abi(), HP_HTML_ABI)};
  }
  Result<ParserInfo> info = parse_info(functions.info());
  if (!info) return Error{fmt::format("{}: {}", name, info.error().what)};
  void* state = functions.open(options.c_str());
  if (state == nullptr) return Error{fmt::format("{}: does not understand the options \"{}\"", name, options)};
  return std::unique_ptr<Parser>(std::make_unique<PluginParser>(functions, state, *std::move(info)));
}

Result<std::unique_ptr<Parser>> load_plugin(const std::string& path, const std::string& options) {
  void* object = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (object == nullptr) return Error{fmt::format("cannot load the parser: {}", ::dlerror())};
  AdapterFunctions functions;
  if (!find(object, "hp_html_abi", functions.abi) || !find(object, "hp_html_info", functions.info) ||
      !find(object, "hp_html_open", functions.open) || !find(object, "hp_html_run", functions.run) ||
      !find(object, "hp_html_close", functions.close)) {
    return Error{fmt::format("{}: lacks a function of fuzz/html/adapter_abi.h", path)};
  }
  return open_adapter(functions, path, options);
}

std::string find_plugin(const std::string& name) {
  const std::filesystem::path path = std::filesystem::path(adapters_folder()) / (name + ".so");
  std::error_code ignored;
  return std::filesystem::exists(path, ignored) ? path.string() : std::string();
}

}  // namespace httparity::html

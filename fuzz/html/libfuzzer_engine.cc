#include <fmt/format.h>
#include <fmt/ranges.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <memory>

#include "base/file.h"
#include "base/temporary_folder.h"
#include "fuzz/html/child.h"
#include "fuzz/html/engine.h"
#include "fuzz/html/fuzz_input.h"
#include "fuzz/html/libfuzzer.h"
#include "fuzz/html/open_parser.h"
#include "fuzz/html/slice.h"

namespace httparity::html {
namespace {

constexpr std::size_t kMaxRecordBytes = 256U << 20U;
constexpr std::size_t kMaxInputBytes = 1U << 20U;

std::string quote(const std::string& word) {
  std::string out = "'";
  for (const char c : word) out += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return out + "'";
}

class LibFuzzerEngine final : public Engine {
 public:
  LibFuzzerEngine(LibFuzzerSetup setup, std::unique_ptr<TemporaryFolder> own)
      : setup_(std::move(setup)), own_(std::move(own)) {}
  std::string_view name() const override { return "libfuzzer"; }
  std::uint64_t slice_cases() const override { return 65536; }
  /// Its cases depend on what coverage said before: an index alone makes none.
  void make(std::uint64_t /*index*/, HtmlCase& out) const override { out = {}; }

  SliceResult run(Pair& pair, std::uint64_t from, std::uint64_t count, const SliceHooks& hooks) const override {
    const std::string record = fmt::format("{}/record-{}-{}", setup_.folder, ::getpid(), from);
    const std::string artifacts = fmt::format("{}/artifact-{}-{}-", setup_.folder, ::getpid(), from);
    SliceResult result;
    std::string said;
    result.failure = fuzz(record, artifacts, from, count, hooks, said);
    if (!result.failure.empty()) return result;
    // What differed there differs here, or is no finding: both parsers of the pair are asked.
    const std::vector<HtmlCase> differing = read_record(record);
    if (!differing.empty()) {
      SliceHooks to_the_end = hooks;
      to_the_end.stop = {};  // they are few, and their run is done
      result = run_slice(pair, *corpus_engine(differing), 0, differing.size(), to_the_end);
      for (auto& [signature, bucket] : result.buckets) name_bucket(bucket, from);
    }
    result.cases = std::min(count, executed_units(said).value_or(count));
    result.unsupported = 0;
    take_artifacts(artifacts, from, result);
    std::error_code ignored;
    std::filesystem::remove(record, ignored);
    return result;
  }

 private:
  void name_bucket(RawBucket& bucket, std::uint64_t from) const {
    bucket.engine = name();
    bucket.index = from;
  }

  /// Runs one process to its end; what can't be run is the answer.
  std::string fuzz(const std::string& record, const std::string& artifacts, std::uint64_t from, std::uint64_t count,
                   const SliceHooks& hooks, std::string& said) const {
    std::vector<std::string> words = libfuzzer_flags(setup_.options);
    words.push_back(fmt::format("-runs={}", count));
    words.push_back(fmt::format("-seed={}", 1 + (setup_.seed + from) % 0xffffffffU));
    words.emplace_back("-print_final_stats=1");
    words.push_back("-artifact_prefix=" + quote(artifacts));
    words.push_back(quote(setup_.folder + "/corpus"));
    words.push_back(quote(setup_.folder + "/seeds"));
    const auto child = Child::start(fmt::format(
        "export HTTPARITY_FUZZ_RECORD={} HTTPARITY_FUZZ_REFERENCE={} HTTPARITY_FUZZ_PORT={}; exec {} {}", quote(record),
        quote(setup_.reference), quote(setup_.port), quote(setup_.program), fmt::join(words, " ")));
    if (!child) return child.error().what;
    constexpr std::chrono::milliseconds kBeat{200};
    while ((*child)->pump(std::chrono::steady_clock::now() + kBeat) != Child::Event::kEnded) {
      (*child)->incoming().clear();
      if (hooks.before_batch) hooks.before_batch(from);
      if (hooks.stop && hooks.stop()) break;
    }
    const std::string how = (*child)->stop();
    said = (*child)->messages();
    // It ran where it counted its inputs; a crash, a hang or too much memory ends it with an artifact.
    if (how == "exit 0" || how == "stopped" || executed_units(said)) return "";
    return fmt::format("{}: {}; it said: {}", setup_.program, how,
                       said.substr(said.size() - std::min<std::size_t>(said.size(), 300)));
  }

  static std::vector<HtmlCase> read_record(const std::string& path) {
    std::vector<HtmlCase> cases;
    const auto bytes = read_file(path, kMaxRecordBytes);
    if (!bytes) return cases;  // nothing differed
    for (std::string_view rest = *bytes; rest.size() >= 4;) {
      std::size_t size = 0;
      for (std::size_t i = 4; i-- > 0;) size = size << 8 | static_cast<unsigned char>(rest[i]);
      if (rest.size() - 4 < size) break;  // cut by its end
      cases.push_back(fuzz_case(rest.substr(4, size)));
      rest.remove_prefix(4 + size);
    }
    return cases;
  }

  void take_artifacts(const std::string& prefix, std::uint64_t from, SliceResult& result) const {
    std::error_code failed;
    std::vector<std::filesystem::path> found;
    for (const auto& entry : std::filesystem::directory_iterator(setup_.folder, failed)) {
      if (entry.path().string().starts_with(prefix)) found.push_back(entry.path());
    }
    for (const std::filesystem::path& path : found) {
      const std::string kind =
          path.string().substr(prefix.size(), path.string().find('-', prefix.size()) - prefix.size());
      const auto bytes = read_file(path.string(), kMaxInputBytes);
      std::filesystem::remove(path, failed);
      if (!bytes || kind == "slow") continue;
      ++result.differences;
      RawBucket& bucket = result.buckets["fault: libFuzzer ended by a " + kind];
      bucket.kind = VerdictKind::kFault;
      bucket.shortest = fuzz_case(*bytes);
      ++bucket.count;
      name_bucket(bucket, from);
    }
  }

  LibFuzzerSetup setup_;
  std::unique_ptr<TemporaryFolder> own_;  ///< where `setup_.folder` goes with the engine
};

}  // namespace

std::vector<std::string> libfuzzer_flags(std::string_view options) {
  std::vector<std::string> flags;
  while (!options.empty()) {
    const std::size_t end = std::min(options.find('\n'), options.size());
    std::string line(options.substr(0, end));
    options.remove_prefix(std::min(end + 1, options.size()));
    line.erase(std::remove(line.begin(), line.end(), ' '), line.end());
    // A dictionary is for the mutator of bytes, and its path is the runner's.
    if (line.find('=') != std::string::npos && !line.starts_with("dict=")) flags.push_back("-" + line);
  }
  return flags;
}

std::optional<std::uint64_t> executed_units(std::string_view said) {
  constexpr std::string_view kName = "stat::number_of_executed_units:";
  const std::size_t at = said.rfind(kName);
  if (at == std::string_view::npos) return std::nullopt;
  return std::strtoull(std::string(said.substr(at + kName.size(), 24)).c_str(), nullptr, 10);
}

Result<std::unique_ptr<Engine>> libfuzzer_engine(LibFuzzerSetup setup, const std::vector<HtmlCase>& corpus) {
  const char* named = std::getenv("HTTPARITY_HTML_PAIR_FUZZ");
  if (setup.program.empty()) setup.program = named != nullptr ? named : adapters_folder() + "/html_pair_fuzz";
  if (!is_file(setup.program)) {
    return Error{
        fmt::format("--engine libfuzzer: {} isn't there: fuzz/build.sh makes it, and HTTPARITY_HTML_PAIR_FUZZ "
                    "says where it lies",
                    setup.program)};
  }
  const auto options = read_file(setup.program + ".options", kMaxInputBytes);
  if (!options) return options.error();
  setup.options = *options;
  std::unique_ptr<TemporaryFolder> own;
  if (setup.folder.empty()) {
    own = std::make_unique<TemporaryFolder>();
    if (own->path().empty()) return Error{"cannot make a folder for libFuzzer's corpus"};
    setup.folder = own->path().string();
  }
  for (const char* name : {"/corpus", "/seeds"}) {
    std::error_code failed;
    std::filesystem::create_directories(setup.folder + name, failed);
    if (failed) return Error{fmt::format("{}{}: {}", setup.folder, name, failed.message())};
  }
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    if (corpus[i].scripting) continue;
    // Made anew by every run, so that none of these thousand files has to outlive a power cut.
    const std::string path = fmt::format("{}/seeds/{}", setup.folder, i);
    std::ofstream file(path, std::ios::binary);
    file << fuzz_input(corpus[i]);
    file.close();
    if (!file) return Error{fmt::format("{}: can't be written", path)};
  }
  return std::unique_ptr<Engine>(std::make_unique<LibFuzzerEngine>(std::move(setup), std::move(own)));
}

}  // namespace httparity::html

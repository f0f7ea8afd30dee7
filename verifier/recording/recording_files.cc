#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "base/digest.h"
#include "base/file.h"
#include "base/text.h"
#include "recording/recorded_json.h"
#include "recording/recording.h"
#include "wire/make_exchange.h"

namespace httparity {
namespace {

namespace fs = std::filesystem;

constexpr const char* kListName = "recorded.json";
constexpr std::size_t kLargestList = 64 * 1024 * 1024;
constexpr std::size_t kLargestRequest = 256 * 1024 * 1024;

Error file_error(const fs::path& path, std::string_view why) {
  return {fmt::format("{}: {}", escape_bytes(path.string()), why)};
}

std::string sha256(std::string_view bytes) {
  return to_hex(digest(DigestAlgorithm::kSha256, bytes).value_or(""));
}

/// More than an exchange can be that was read under `limits`.
std::size_t largest_response(const Limits& limits) {
  return (limits.interim_responses + 2) * limits.head_bytes + 2 * limits.body_bytes + limits.trailer_bytes;
}

/// Makes the folder; what is there already must be folders and no links, which could lead anywhere.
Result<void> make_folder(const fs::path& suite, const fs::path& folder) {
  fs::path path = suite;
  for (const fs::path& part : folder.lexically_relative(suite)) {
    path /= part;
    std::error_code error;
    const fs::file_status status = fs::symlink_status(path, error);
    if (fs::is_symlink(status)) return file_error(path, "is a symbolic link: recordings are not written through one");
    if (fs::is_directory(status)) continue;
    if (fs::exists(status)) return file_error(path, "is in the way of a folder");
    fs::create_directory(path, error);
    if (error) return file_error(path, error.message());
  }
  return {};
}

/// Leaves a file alone that holds `bytes` already.
Result<void> put_file(const fs::path& path, std::string_view bytes) {
  std::error_code error;
  if (fs::is_regular_file(fs::symlink_status(path, error)) && fs::file_size(path, error) == bytes.size()) {
    const auto present = read_file(path.string(), bytes.size());
    if (present && *present == bytes) return {};
  }
  return write_file(path.string(), bytes);
}

/// A name that a step's file could have: digits, a `-`, a known ending.
bool is_step_file(const std::string& name) {
  const std::size_t dash = name.find_first_not_of("0123456789");
  return dash != std::string::npos && dash >= 2 && name[dash] == '-' &&
         (name.ends_with(".request") || name.ends_with(".response"));
}

Result<void> remove_others(const fs::path& folder, const std::set<std::string>& kept) {
  std::error_code error;
  for (const fs::directory_entry& entry : fs::directory_iterator(folder, error)) {
    const std::string name = entry.path().filename().string();
    if (!is_step_file(name) || kept.contains(name) || !entry.is_regular_file(error)) continue;
    fs::remove(entry.path(), error);
    if (error) return file_error(entry.path(), error.message());
  }
  return {};
}

Result<std::string> read_checked(const fs::path& path, std::size_t most, const std::string& expected) {
  auto bytes = read_file(path.string(), most);
  if (!bytes) return bytes;
  if (sha256(*bytes) != expected) return file_error(path, "is not what was recorded: its digest differs; record again");
  return bytes;
}

}  // namespace

Result<void> write_recording(const RecordingPlace& place, const Recording& recording, const Limits& limits) {
  const fs::path folder = recording_folder(place);
  RecordedList list{recording.reference, recording.moment, {}};
  for (const RecordedStep& step : recording.steps) {
    const std::string received = response_bytes(step.exchange);
    Exchange exchange = step.exchange;
    exchange.times = {};
    if (make_exchange(exchange.request.bytes, received, exchange.fate, limits) != exchange) {
      return file_error(folder, fmt::format("step \"{}\" would not read back as it is; nothing was written",
                                            escape_bytes(step.name)));
    }
    const std::string stem = step_file_stem(list.steps.size(), step.name);
    list.steps.push_back({step.name, stem + ".request", sha256(exchange.request.bytes), stem + ".response",
                          sha256(received), exchange.fate});
  }
  if (auto made = make_folder(place.suite, folder); !made) return made;
  std::set<std::string> names;
  for (std::size_t i = 0; i < list.steps.size(); ++i) {
    const RecordedEntry& entry = list.steps[i];
    const Exchange& exchange = recording.steps[i].exchange;
    if (auto put = put_file(folder / entry.request_file, exchange.request.bytes); !put) return put;
    if (auto put = put_file(folder / entry.response_file, response_bytes(exchange)); !put) return put;
    names.insert({entry.request_file, entry.response_file});
  }
  // Last: until it is there, the digests of the one before tell that the files are no longer its own.
  if (auto put = put_file(folder / kListName, write_recorded_json(list)); !put) return put;
  return remove_others(folder, names);
}

Result<std::optional<Recording>> read_recording(const RecordingPlace& place, const Limits& limits) {
  const fs::path folder = recording_folder(place);
  const fs::path list_file = folder / kListName;
  std::error_code error;
  if (!fs::exists(fs::symlink_status(list_file, error))) return std::optional<Recording>();
  const auto text = read_file(list_file.string(), kLargestList);
  if (!text) return text.error();
  const auto list = read_recorded_json(*text, list_file.string());
  if (!list) return list.error();
  Recording recording{list->reference, list->moment, {}};
  for (const RecordedEntry& entry : list->steps) {
    auto request = read_checked(folder / entry.request_file, kLargestRequest, entry.request_sha256);
    if (!request) return request.error();
    const auto response = read_checked(folder / entry.response_file, largest_response(limits), entry.response_sha256);
    if (!response) return response.error();
    recording.steps.push_back({entry.name, make_exchange(std::move(*request), *response, entry.fate, limits)});
  }
  return std::optional(std::move(recording));
}

}  // namespace httparity

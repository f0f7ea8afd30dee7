#pragma once

#include <filesystem>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "contract/mask.h"
#include "wire/exchange.h"
#include "wire/limits.h"

namespace httparity {

/// Where a recording lies: `<suite>/recorded/<scenario>/<variant>/`.
struct RecordingPlace {
  std::filesystem::path suite;
  std::string scenario;
  std::string variant;  ///< such as "agent=chrome,encoding=gzip"; empty where the scenario has but one
};

/// One exchange and the step that it belongs to.
struct RecordedStep {
  std::string name;
  Exchange exchange;  ///< without times

  friend bool operator==(const RecordedStep&, const RecordedStep&) = default;
};

/// The reference's exchanges of one variant of a scenario.
struct Recording {
  std::string reference;  ///< what answered: its name, its URL, its program's version, as the caller likes to say it
  std::string moment;     ///< when, as "2025-01-31T12:00:00Z"
  std::vector<RecordedStep> steps;

  friend bool operator==(const Recording&, const Recording&) = default;
};

/// The folder of `place`, every part of it a name that is safe on any file system (`safe_file_name`); for the variant
/// without a name `only`.
std::filesystem::path recording_folder(const RecordingPlace& place);

/// Writes `recording`: for each step the raw bytes in `NN-<step>.request` and `NN-<step>.response` (interim answers,
/// answer, surplus, as they came), and `recorded.json` beside them, last. Each file is replaced as a whole; files of
/// steps that are no more are removed. An error where a file can't be written, where something in the way is a link, or
/// where an exchange would not read back as it is.
Result<void> write_recording(const RecordingPlace& place, const Recording& recording, const Limits& limits = {});

/// Reads it back, checking every digest. nullopt where nothing was recorded.
Result<std::optional<Recording>> read_recording(const RecordingPlace& place, const Limits& limits = {});

/// A new recording says nothing new: the same steps with the same request bytes, every answer in parity with the one
/// before under the step's masks (`masks[i]` for step i). Then the files should stay as they are.
bool says_the_same(const Recording& before, const Recording& now, std::span<const std::vector<Mask>> masks);

/// All that came back in `exchange`, in the order of the wire.
std::string response_bytes(const Exchange& exchange);

}  // namespace httparity

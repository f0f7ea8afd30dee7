#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "wire/exchange.h"

namespace httparity {

/// One step as recorded.json lists it.
struct RecordedEntry {
  std::string name;
  std::string request_file;  ///< a name in the same folder
  std::string request_sha256;
  std::string response_file;
  std::string response_sha256;
  Fate fate = Fate::kOpen;

  friend bool operator==(const RecordedEntry&, const RecordedEntry&) = default;
};

/// What recorded.json holds.
struct RecordedList {
  std::string reference;
  std::string moment;
  std::vector<RecordedEntry> steps;

  friend bool operator==(const RecordedList&, const RecordedList&) = default;
};

/// `NN-<step>`, the stem of the files of step `index` (counted from 0).
std::string step_file_stem(std::size_t index, std::string_view step);

std::string write_recorded_json(const RecordedList& list);

/// Reads it strictly; `file` is its name in errors. A file name that isn't its step's own is an error, so that none
/// leads out of the folder.
Result<RecordedList> read_recorded_json(std::string_view text, const std::string& file);

}  // namespace httparity

#pragma once

#include <map>
#include <string>
#include <vector>

#include "base/result.h"

namespace httparity {

/// How many of the latest calibrations are kept of each kind.
inline constexpr std::size_t kCalibrationsKept = 20;

/// What the client managed against the null server in earlier runs on this machine, answers per second, oldest first,
/// by what was calibrated: machine, build, engine, connections, size of the answers.
using CalibrationHistory = std::map<std::string, std::vector<double>>;

/// The history in the file at `path`; an empty one where there is no such file. An error says what is wrong with it.
Result<CalibrationHistory> read_calibrations(const std::string& path);

/// Adds one calibration; the oldest beyond kCalibrationsKept goes.
void add_calibration(CalibrationHistory& history, const std::string& what, double per_second);

/// Puts `history` in the place of the file at `path`, whole or not at all; its folder is made where it isn't there.
Result<void> write_calibrations(const std::string& path, const CalibrationHistory& history);

}  // namespace httparity

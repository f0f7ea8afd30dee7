#pragma once

#include <optional>
#include <string>

#include "load/engine.h"

namespace httparity {

/// Bits per second of the interface through which `address` is reached, as its driver gives them; nullopt for loopback,
/// Unix sockets and whatever has no speed of its own.
std::optional<double> link_bits_per_second(const LoadAddress& address);

/// The speed that a file in the form of /sys/class/net/NAME/speed says, there in Mbit/s; nullopt where it says none.
std::optional<double> read_link_speed(const std::string& path);

}  // namespace httparity

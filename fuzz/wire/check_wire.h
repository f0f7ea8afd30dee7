#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace httparity {

/// Holds the wire layer to its laws on one input, and says which of them is broken; nullopt where all hold:
/// spans tile the bytes; the index and the reader agree with the slow ones; every split reads alike; decoding stays
/// within its limits, and under a lower cap gives a prefix.
///
/// The first four bytes say how the rest is read: the method (`H` HEAD, `C` CONNECT, else GET), the end of the stream
/// (`R` reset, `S` silence, else FIN), the limits (`s` small, else the default), and the coding in which the rest is
/// decoded as well (`g`, `d`, `b`, `z`; else none).
std::optional<std::string> broken_law(std::string_view input);

}  // namespace httparity

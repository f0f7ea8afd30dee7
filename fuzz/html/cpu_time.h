#pragma once

namespace httparity::html {

/// Processor time of this process so far, all its threads, in seconds.
double cpu_seconds();

}  // namespace httparity::html

#pragma once

#include <string>

#include "result/histogram.h"
#include "result/load_result.h"

namespace httparity {

/// `histogram` in HdrHistogram's V2 encoding, compressed, as base64: what its logs hold and its libraries decode.
/// Values are nanoseconds. Our buckets are those of an HdrHistogram of two significant digits, so that nothing is lost.
std::string encode_hdr_v2(const Histogram& histogram);

/// An HdrHistogram log (version 1.2 of its format) of all measurements: their latencies, one line each, tagged with
/// target, step and round.
std::string render_hdr_log(const LoadResult& result);

}  // namespace httparity

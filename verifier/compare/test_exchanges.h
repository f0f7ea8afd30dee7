#pragma once

#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "compare/compare.h"
#include "wire/make_exchange.h"

namespace httparity {

/// The exchange of `method` (GET where nothing else is said) in which a side sent `bytes`.
Exchange answer(std::string_view bytes, Fate fate = Fate::kOpen, std::string_view method = "GET",
                std::string_view more_fields = "");

/// A 200 with these field lines (each with its line end), a Content-Length, and `body`.
std::string response_with(std::string_view field_lines, std::string_view body);
/// A 200 in chunks.
std::string chunked_response(std::string_view field_lines, const std::vector<std::string>& chunks,
                             std::string_view trailers = "");

/// Compares one step on its own.
Verdict judge(const Exchange& reference, const Exchange& port, std::span<const Mask> masks = {});

/// The kinds in a verdict, as words; for unknown "unknown: " and the reason.
std::set<std::string> kinds_of(const Verdict& verdict);

Mask header_mask(std::string_view name, MaskType type);
Mask body_mask(std::string_view after, std::string_view until, MaskType type);

/// `plaintext` as one gzip member, its header with this time.
std::string gzip(std::string_view plaintext, int level = 6, unsigned mtime = 0);

}  // namespace httparity

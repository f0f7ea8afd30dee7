#pragma once

#include <bitset>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "fuzz/html/case.h"

namespace httparity::html {

/// Replaces a literal (ASCII letters in either case) wherever it stands in an input, before both sides parse it.
struct Rewrite {
  std::string from;
  std::string to;
};

/// One known difference, with its one cause.
struct LedgerEntry {
  std::string id;
  std::string reference;          ///< a parser's name
  std::string port;               ///< a parser's name
  std::string side;               ///< who departs from the standard: "reference", "port", "both"
  HtmlCase input;                 ///< minimal; it must still differ
  std::vector<std::string> keys;  ///< the reduced keys that this cause explains
  std::string standard;           ///< the section that was read
  std::string why;
  std::string opened;  ///< a day, YYYY-MM-DD
  std::string until;   ///< the last day on which the entry counts
  /// Keep a frequent difference from drowning the rest: applied to generated inputs, never to the entry's own.
  std::vector<Rewrite> rewrites;
};

/// The known differences of a pair of parsers (`corpus/html/ledger.json`).
struct Ledger {
  std::vector<LedgerEntry> entries;

  /// The entry that explains a difference whose reduced key is `key`; null where none does.
  const LedgerEntry* find(std::string_view key) const;
  /// The ids of the entries whose last day is before `today` (YYYY-MM-DD).
  std::vector<std::string> expired(const std::string& today) const;
  /// What is left of the ledger for one pair of parsers.
  Ledger for_pair(std::string_view reference, std::string_view port) const;
};

/// The day, in UTC, as a ledger writes it.
std::string today();

/// All rewrites of a ledger's entries, ready to be applied to many inputs in one pass each.
class Rewriter {
 public:
  explicit Rewriter(const Ledger& ledger);
  bool empty() const { return rewrites_.empty(); }
  void rewrite(HtmlCase& input) const;

 private:
  const Rewrite* match(std::string_view text) const;

  std::vector<Rewrite> rewrites_;
  std::bitset<65536> begins_;  ///< by the first two bytes
};

/// Reads a ledger; every error with file, line and JSON pointer. Without a path it has no entries.
Result<Ledger> read_ledger(const std::string& path);
Result<Ledger> parse_ledger(std::string text, const std::string& name);

}  // namespace httparity::html

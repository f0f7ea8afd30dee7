#pragma once

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "base/json_read.h"
#include "contract/contract.h"
#include "contract/read_contract.h"

namespace httparity {

// What the parts of the contract reader share; nobody else includes this.

/// One reading: where errors go, and the body files read so far.
struct ContractReader {
  JsonErrors& errors;
  std::string folder;  ///< of the contract: what relative paths are appended to
  ContractLimits limits;
  std::map<std::string, std::shared_ptr<const std::string>> files;  ///< null: unreadable, said already
};

/// Where a template stands: decides which built-in names it may use, and whether a null can leave it out.
enum class TemplateUse { kTarget, kField, kText, kRun };

/// The names that templates of a step may use.
struct NamesInScope {
  std::map<std::string, bool, std::less<>> axes;  ///< of the whole matrix; true: the scenario runs over it
  std::set<std::string, std::less<>> nullable;    ///< axes with a null among their values
  std::set<std::string, std::less<>> captures;    ///< of the steps whose answers are in by now
};

/// A name that stands for something by itself: `cookies`, `unique`, `state`, `tcp_port`.
bool is_builtin_name(std::string_view name);

Place place_of(const ContractReader& reader, const JsonValue& value);

/// Parses `text`, which stands at `where`, and adds an error for each name that means nothing there.
Template checked_template(std::string_view text, TemplateUse use, const NamesInScope& names, const JsonValue& where,
                          ContractReader& reader);

std::optional<Mask> read_mask(const JsonValue& value, ContractReader& reader);
std::vector<Mask> read_masks(const JsonValue& value, ContractReader& reader);
/// The member `capture`: names and selectors.
std::vector<Capture> read_captures(const JsonValue& value, ContractReader& reader);

std::optional<Body> read_body(const JsonValue& value, const NamesInScope& names, ContractReader& reader);
std::vector<RequestField> read_fields(const JsonValue& value, const NamesInScope& names, ContractReader& reader);
/// `earlier` are the steps before this one, for `like`.
std::optional<Request> read_request(const JsonValue& value, const std::vector<Step>& earlier, const NamesInScope& names,
                                    ContractReader& reader);

/// One step; nullopt where it is too broken to be part of the scenario.
std::optional<Step> read_step(const JsonValue& value, const std::vector<Step>& earlier, const NamesInScope& names,
                              ContractReader& reader);

}  // namespace httparity

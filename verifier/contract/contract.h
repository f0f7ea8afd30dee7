#pragma once

#include <chrono>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/template.h"
#include "contract/mask.h"

namespace httparity {

/// A body in a contract. `text` is a template and is expanded for each request; the other forms are fixed bytes, read
/// with the contract and shared by all steps that name the same file.
struct Body {
  std::variant<Template, std::shared_ptr<const std::string>> content;
  std::string file;  ///< with the form "file": its path, resolved; else empty
};

/// A field line as a contract writes it: name and value bytes, sent as `name: value`.
struct RequestField {
  std::string name;
  Template value;

  friend bool operator==(const RequestField&, const RequestField&) = default;
};

/// What is sent, `like` already resolved.
struct Request {
  std::string method;
  Template target;
  std::vector<RequestField> fields;
  std::optional<Body> body;
  std::optional<std::string> raw;  ///< the whole request as bytes; then nothing above is set
};

/// A command beside the traffic: an argument list, run once for each live side.
struct Run {
  std::vector<Template> arguments;
};

/// Nothing but time.
struct Wait {
  std::chrono::milliseconds time{0};
};

/// What the reference must show, or the step proves nothing.
struct Require {
  std::optional<int> status;
  std::vector<RequestField> fields;  ///< some line of that name has exactly this value
  std::optional<Body> body;          ///< the decoded payload

  bool empty() const { return !status && fields.empty() && !body; }
};

/// Bytes of a step's response that a later step of the same side uses under `name`: the first stretch that `selector`
/// (header, body or json) selects.
struct Capture {
  std::string name;
  Selector selector;
  Place place;
};

/// How a request's bytes are handed to the kernel: in one piece, one byte at a time, or cut at `offsets` (ascending,
/// none of them 0; those beyond the request's end cut nothing).
struct WriteCuts {
  enum class Kind { kWhole, kBytes, kOffsets };
  Kind kind = Kind::kWhole;
  std::vector<std::size_t> offsets;

  friend bool operator==(const WriteCuts&, const WriteCuts&) = default;
};

/// A slow reader: at most `bytes` every `interval`.
struct SlowRead {
  std::size_t bytes = 0;
  std::chrono::milliseconds interval{0};

  friend bool operator==(const SlowRead&, const SlowRead&) = default;
};

/// How many answers one template can have: its own and those of three other steps.
inline constexpr std::size_t kMostAlternatives = 3;

/// Makes a step's request a template of load, or its answer another right one to a template of the same scenario. The
/// scenario's other steps are the session's prologue.
struct LoadMark {
  std::size_t weight = 1;       ///< share in its profile's mix
  std::string profile;          ///< whose connections send it; empty: the nameless profile
  std::vector<Template> audit;  ///< a command that checks what was acknowledged, once the load is over; empty: none
  /// The template to which this step's answer is another right one; then it is no template itself. Empty: it is one.
  std::string alternative_of;

  bool is_template() const { return alternative_of.empty(); }
};

/// One request, command or pause of a scenario. With Run and Wait all but `name` and `place` keep their defaults.
struct Step {
  std::string name;
  std::variant<Request, Run, Wait> action;
  Require require;
  std::vector<Capture> captures;
  std::vector<Mask> masks;      ///< all that hold here: the contract's, the scenario's, the step's, in this order
  std::string actor;            ///< whose cookies and connection; empty: the nameless one
  bool new_connection = false;  ///< before this step the actor's connections are closed, others opened
  WriteCuts write;
  std::optional<SlowRead> read;
  bool pipeline = false;      ///< sent together with the next step, before its own answer is read
  bool expect_close = false;  ///< the reference ends the connection behind this answer, or the step proves nothing
  std::optional<LoadMark> load;
  Place place;
};

/// One axis of the matrix: value names and values, in file order; nullopt leaves out the field that uses it.
struct Axis {
  std::string name;
  std::vector<std::pair<std::string, std::optional<std::string>>> values;
};

enum class StateUse {
  kFresh,   ///< both targets start anew on a new copy of the state for each variant
  kShared,  ///< on whatever state the scenarios before left
};

/// An ordered run with its own cookies, captures and connections.
struct Scenario {
  std::string name;
  std::vector<std::string> over;  ///< names of axes, the first varies slowest; empty: runs once
  StateUse state = StateUse::kFresh;
  std::vector<Step> steps;
  Place place;
};

/// A contract file, read and checked: every name that a template uses is defined where it is used.
struct Contract {
  std::string name;
  std::string file;  ///< as it was named to the reader
  std::vector<Axis> matrix;
  std::vector<Scenario> scenarios;
};

/// One cell of a scenario's matrix.
struct Variant {
  std::string name;  ///< value names joined with ",", such as "chrome,gzip"; empty without `over`
  Variables values;  ///< axis name to value
};

/// Every cell of `scenario.over`, the last axis varying fastest; one nameless variant without `over`.
/// REQUIRES: `scenario` is one of `contract`'s.
std::vector<Variant> variants(const Contract& contract, const Scenario& scenario);

}  // namespace httparity

#pragma once

#include <cstdint>
#include <limits>
#include <memory>
#include <string_view>
#include <vector>

#include "fuzz/html/case.h"

namespace httparity::html {

class Pair;
struct SliceHooks;
struct SliceResult;

/// A source of cases: a function from an index to a case, so that a run can stop, resume, divide and repeat at any
/// index. No state between calls, one object for all indexes.
class Engine {
 public:
  static constexpr std::uint64_t kEndless = std::numeric_limits<std::uint64_t>::max();

  virtual ~Engine() = default;
  virtual std::string_view name() const = 0;
  /// How many cases there are.
  virtual std::uint64_t size() const { return kEndless; }
  /// Writes the case `index`, below size(), to `out`, whose memory is reused.
  virtual void make(std::uint64_t index, HtmlCase& out) const = 0;
  /// How many cases a worker gets at a time.
  virtual std::uint64_t slice_cases() const { return 8192; }
  /// Compares the cases [from, from + count): run_slice() of slice.h, for an engine that makes them by index.
  virtual SliceResult run(Pair& pair, std::uint64_t from, std::uint64_t count, const SliceHooks& hooks) const;
};

/// The cases themselves, in their order.
std::unique_ptr<Engine> corpus_engine(std::vector<HtmlCase> cases);

/// Every A.C.B.x: token, insertion context, token, text; or A.C.B.D.x with a `third` free token. The index is permuted
/// by a stride that has no divisor in common with the size, so that any run of indexes is a fair sample of all.
std::unique_ptr<Engine> sweep_engine(bool third);

/// Every A.K.A' and A.K.A'.K'.x: two tags, one in the other, the outer one closed (or begun again) below the inner one,
/// and the inner one closed after that or not. What the sweep can't do: it closes nothing that it opened. Then a
/// template after what another one holds, with what comes behind it (the stack of template insertion modes); and every
/// tag in each place of a table, with an end tag of the table's from inside it.
std::unique_ptr<Engine> nest_engine();

/// Token-wise mutations of corpus cases: tokens deleted, doubled, swapped, replaced, inserted, spliced from another
/// case, given attributes; contexts changed now and then. REQUIRES: `cases` is not empty.
std::unique_ptr<Engine> mutation_engine(std::vector<HtmlCase> cases, std::uint64_t seed);

/// Documents and fragments grown from a grammar of what authors write, with faults.
std::unique_ptr<Engine> grammar_engine(std::uint64_t seed);

/// Long runs over two to six tags a case (swarm testing, Groce et al. 2012).
std::unique_ptr<Engine> swarm_engine(std::uint64_t seed);

/// The usual random test that a score is compared with: uniform random tags and texts, no corpus.
std::unique_ptr<Engine> naive_engine(std::uint64_t seed);

/// Byte-wise mutations of corpus cases, decoded as UTF-8 again. REQUIRES: `cases` is not empty.
std::unique_ptr<Engine> byte_engine(std::vector<HtmlCase> cases, std::uint64_t seed);

}  // namespace httparity::html

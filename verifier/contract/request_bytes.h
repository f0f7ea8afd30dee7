#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "contract/contract.h"
#include "contract/cookie_jar.h"

namespace httparity {

/// A request ready to be sent.
struct RequestBytes {
  std::string bytes;
  std::string method;                 ///< for the framing of the answer
  std::string target;                 ///< for the jar
  bool content_length_added = false;  ///< the one thing ever added: the contract gives a body and no framing

  friend bool operator==(const RequestBytes&, const RequestBytes&) = default;
};

/// The bytes of `request`: `method SP target SP HTTP/1.1`, the fields as written, the body. A field whose value is
/// null, or `{cookies}` with an empty jar, is left out. Content-Length is added behind the fields where there is a body
/// and no field Content-Length or Transfer-Encoding. `variables` hold axes, captures and `unique`; `{cookies}` comes
/// from `jar`. An error names a variable without a value, or one that would break the line it is put into (CR, LF,
/// NUL).
Result<RequestBytes> build_request(const Request& request, const Variables& variables, const CookieJar& jar,
                                   std::chrono::system_clock::time_point now);

/// `request` cut as `plan` says; the pieces join to the whole, none is empty. Views into `request`.
std::vector<std::string_view> pieces(const WriteCuts& plan, std::string_view request);

/// A value for `{unique}`: 16 hexadecimal digits that depend on nothing but `run` and `ordinal`, so that both sides get
/// the same and a replay can repeat it; different for different ordinals of one run.
std::string unique_value(std::string_view run, std::uint64_t ordinal);

}  // namespace httparity

#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/case.h"
#include "fuzz/html/parser.h"

namespace httparity::html {

/// How a parser in a process of its own is spoken to, over its stdin and stdout. All numbers are little endian.
///
///   frame    u32 bytes, u32 count, then `bytes` bytes: `count` entries
///   hello    the child's first frame: count 0, its bytes are the JSON of hp_html_info (adapter_abi.h)
///   request  an entry: u32 size, u8 mode, u8 flags, u16 context size, context ("svg desc"), `size` bytes of input
///   reply    an entry: u32 size, u8 status (HP_HTML_OK ...), `size` bytes; in the order of the request
///
/// The child ends when its stdin does.
enum class FrameMode : std::uint8_t { kDump = 0, kSerialise = 1, kErrors = 2, kTape = 3, kText = 4 };
inline constexpr std::uint8_t kFrameScripting = 1;
inline constexpr std::uint8_t kFrameQuirks = 2;
inline constexpr std::size_t kFrameHeaderBytes = 8;
inline constexpr std::size_t kMaxFrameBytes = 256U << 20U;

/// Appends the request frame of `cases` to `out`.
void append_request(std::string& out, std::span<const HtmlCase* const> cases, FrameMode mode);

struct FrameHeader {
  std::uint32_t bytes = 0;
  std::uint32_t count = 0;
};
/// REQUIRES: at least kFrameHeaderBytes in `bytes`.
FrameHeader read_header(std::string_view bytes);
void append_header(std::string& out, FrameHeader header);

/// A request entry as the child reads it.
struct FrameRequest {
  HtmlCase input;
  FrameMode mode = FrameMode::kDump;
};
/// Takes the next entry from `body`; false where it is damaged.
bool take_request(std::string_view& body, FrameRequest& out);

struct FrameReply {
  int status = 0;
  std::string_view bytes;  ///< points into the body
};
bool take_reply(std::string_view& body, FrameReply& out);
void append_reply(std::string& out, int status, std::string_view bytes);

}  // namespace httparity::html

#pragma once

#include <span>

#include "compare/findings.h"
#include "compare/payload_text.h"
#include "contract/mask.h"

namespace httparity {

/// One side's content-coded payload and what it decodes to.
struct EncodedSide {
  const PayloadText& payload;
  const Decoded& decoded;
};

/// Says how two streams differ whose plaintexts are equal (outside of the masks): the codings, parts of the gzip
/// header, the compressed data, the trailer, bytes behind the stream. `text_masked`: the plaintexts differ in masked
/// places, which explains other compressed data and another checksum that is right, and nothing else. Gzip masks hide
/// their part of the header. REQUIRES: both payloads decoded.
void compare_encodings(const EncodedSide& reference, const EncodedSide& port, std::span<const Mask> masks,
                       bool text_masked, Findings& findings);

}  // namespace httparity

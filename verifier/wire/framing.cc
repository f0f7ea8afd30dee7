#include "wire/framing.h"

#include <algorithm>

namespace httparity {

const char* oddity_name(Oddity oddity) {
  switch (oddity) {
    case Oddity::kNoReasonPhrase:
      return "no-reason-phrase";
    case Oddity::kBadStatusLine:
      return "bad-status-line";
    case Oddity::kBytesBeforeStatusLine:
      return "bytes-before-status-line";
    case Oddity::kLfOnlyLine:
      return "lf-only-line";
    case Oddity::kFoldedField:
      return "folded-field";
    case Oddity::kNulByte:
      return "nul-byte";
    case Oddity::kBareCr:
      return "bare-cr";
    case Oddity::kFieldWithoutColon:
      return "field-without-colon";
    case Oddity::kSpaceBeforeColon:
      return "space-before-colon";
    case Oddity::kEmptyFieldName:
      return "empty-field-name";
    case Oddity::kBadFieldName:
      return "bad-field-name";
    case Oddity::kTwoEqualLengths:
      return "two-equal-lengths";
    case Oddity::kTwoUnequalLengths:
      return "two-unequal-lengths";
    case Oddity::kLengthList:
      return "length-list";
    case Oddity::kLengthNotDigits:
      return "length-not-digits";
    case Oddity::kLengthTooLarge:
      return "length-too-large";
    case Oddity::kLengthWithChunked:
      return "length-with-chunked";
    case Oddity::kChunkedNotLast:
      return "chunked-not-last";
    case Oddity::kUnknownTransferCoding:
      return "unknown-transfer-coding";
    case Oddity::kTransferEncodingInHttp10:
      return "transfer-encoding-in-http-1-0";
    case Oddity::kLengthOnBodiless:
      return "length-on-bodiless";
    case Oddity::kChunkedOnBodiless:
      return "chunked-on-bodiless";
    case Oddity::kChunkExtension:
      return "chunk-extension";
    case Oddity::kChunkSizeLeadingZeros:
      return "chunk-size-leading-zeros";
    case Oddity::kChunkSizeTooLarge:
      return "chunk-size-too-large";
    case Oddity::kChunkSizePadded:
      return "chunk-size-padded";
    case Oddity::kLfOnlyChunkLine:
      return "lf-only-chunk-line";
    case Oddity::kBadChunkLine:
      return "bad-chunk-line";
    case Oddity::kMissingChunkEnd:
      return "missing-chunk-end";
    case Oddity::kTrailerFields:
      return "trailer-fields";
    case Oddity::kTruncatedHead:
      return "truncated-head";
    case Oddity::kTruncatedBody:
      return "truncated-body";
    case Oddity::kMissingLastCrlf:
      return "missing-last-crlf";
  }
  return "";
}

void add_oddity(Framing& framing, Oddity oddity) {
  const auto at = std::lower_bound(framing.oddities.begin(), framing.oddities.end(), oddity);
  if (at == framing.oddities.end() || *at != oddity) framing.oddities.insert(at, oddity);
}

std::string payload(const Message& response, const Framing& framing) {
  if (framing.body_end != BodyEnd::kChunked) return std::string(response.at(response.body));
  std::size_t size = 0;
  for (const Chunk& chunk : framing.chunks) size += chunk.data.size();
  std::string joined;
  joined.reserve(size);
  for (const Chunk& chunk : framing.chunks) joined += response.at(chunk.data);
  return joined;
}

}  // namespace httparity

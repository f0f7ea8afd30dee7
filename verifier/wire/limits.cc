#include "wire/limits.h"

namespace httparity {

const char* limit_name(Limit limit) {
  switch (limit) {
    case Limit::kHeadBytes:
      return "head-bytes";
    case Limit::kFields:
      return "fields";
    case Limit::kLineBytes:
      return "line-bytes";
    case Limit::kInterimResponses:
      return "interim-responses";
    case Limit::kTrailerBytes:
      return "trailer-bytes";
    case Limit::kChunkLineBytes:
      return "chunk-line-bytes";
    case Limit::kChunks:
      return "chunks";
    case Limit::kBodyBytes:
      return "body-bytes";
    case Limit::kDecodedBytes:
      return "decoded-bytes";
    case Limit::kDecodedRatio:
      return "decoded-ratio";
    case Limit::kWindowBytes:
      return "window-bytes";
    case Limit::kCodings:
      return "codings";
  }
  return "";
}

}  // namespace httparity

#include "wire/content_coding.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "base/text.h"
#include "wire/decoder.h"
#include "wire/list.h"

namespace httparity {
namespace {

// Small, so that the ratio is judged by what has really been read.
constexpr std::size_t kSliceBytes = 256;

struct CodingRow {
  std::string_view name;
  std::unique_ptr<Decoder> (*make)(ByteSink& next, const Limits& limits);
};

constexpr CodingRow kCodings[] = {
    {"gzip", make_gzip_decoder}, {"x-gzip", make_gzip_decoder}, {"deflate", make_deflate_decoder},
    {"br", make_brotli_decoder}, {"zstd", make_zstd_decoder},
};

const CodingRow* find_coding(std::string_view name) {
  const auto* row = std::find_if(std::begin(kCodings), std::end(kCodings),
                                 [&](const CodingRow& candidate) { return candidate.name == name; });
  return row == std::end(kCodings) ? nullptr : row;
}

class Keeper : public ByteSink {
 public:
  explicit Keeper(std::string& kept) : kept_(kept) {}
  bool write(std::string_view bytes) override {
    kept_ += bytes;
    return true;
  }

 private:
  std::string& kept_;
};

// Lets through what the limits allow.
class Meter : public ByteSink {
 public:
  Meter(ByteSink& next, const Limits& limits, const std::size_t& read) : next_(next), limits_(limits), read_(read) {}

  bool write(std::string_view bytes) override {
    const std::size_t room = limits_.decoded_bytes - passed_;
    if (bytes.size() > room) {
      limit_ = Limit::kDecodedBytes;
      bytes = bytes.substr(0, room);
    }
    passed_ += bytes.size();
    if (passed_ > limits_.decoded_free_bytes && passed_ / std::max<std::size_t>(limits_.decoded_ratio, 1) > read_) {
      limit_ = Limit::kDecodedRatio;
    }
    return next_.write(bytes) && !limit_;
  }

  std::optional<Limit> limit() const { return limit_; }

 private:
  ByteSink& next_;
  const Limits& limits_;
  const std::size_t& read_;
  std::size_t passed_ = 0;
  std::optional<Limit> limit_;
};

// The layers of one payload: outermost last, each a decoder that writes through a meter.
struct Layers {
  std::vector<std::unique_ptr<Meter>> meters;
  std::vector<std::unique_ptr<Decoder>> decoders;
};

void judge(const Layers& layers, bool stopped, Decoded& decoded) {
  for (const auto& meter : layers.meters) {
    if (meter->limit()) decoded.limit = meter->limit();
  }
  if (decoded.limit) decoded.status = DecodeStatus::kTooLarge;
  for (const auto& decoder : layers.decoders) {
    if (!stopped) decoder->end();
    decoded.notes.insert(decoded.notes.end(), decoder->notes().begin(), decoder->notes().end());
    if (decoder->failure()) {
      decoded.status = *decoder->failure();
      decoded.limit = decoder->limit();
    } else if (!stopped && !decoder->ended()) {
      decoded.status = DecodeStatus::kTruncated;
    }
  }
  std::sort(decoded.notes.begin(), decoded.notes.end());
  decoded.notes.erase(std::unique(decoded.notes.begin(), decoded.notes.end()), decoded.notes.end());
}

}  // namespace

const char* decode_status_name(DecodeStatus status) {
  switch (status) {
    case DecodeStatus::kDecoded:
      return "decoded";
    case DecodeStatus::kTruncated:
      return "truncated";
    case DecodeStatus::kCorrupt:
      return "corrupt";
    case DecodeStatus::kTooLarge:
      return "too-large";
    case DecodeStatus::kUnknown:
      return "unknown-coding";
  }
  return "";
}

const char* coding_note_name(CodingNote note) {
  switch (note) {
    case CodingNote::kSeveralMembers:
      return "several-members";
    case CodingNote::kHeaderCrcWrong:
      return "header-crc-wrong";
    case CodingNote::kTrailerMissing:
      return "trailer-missing";
    case CodingNote::kTrailerWrong:
      return "trailer-wrong";
    case CodingNote::kTrailingBytes:
      return "trailing-bytes";
    case CodingNote::kRawDeflate:
      return "raw-deflate";
  }
  return "";
}

std::vector<std::string> content_codings(const Message& response) {
  std::vector<std::string> codings;
  for (const std::size_t i : find_fields(response, "Content-Encoding")) {
    for_each_member(response.at(response.fields[i].value), [&](std::string_view member) {
      if (!member.empty() && !equal_ignoring_case(member, "identity")) codings.push_back(lower(member));
    });
  }
  return codings;
}

Decoded decode(std::string_view payload, std::vector<std::string> codings, const Limits& limits) {
  Decoded decoded;
  decoded.codings = std::move(codings);
  if (decoded.codings.size() > limits.codings) {
    decoded.status = DecodeStatus::kTooLarge;
    decoded.limit = Limit::kCodings;
    return decoded;
  }
  std::size_t read = 0;
  Keeper keeper(decoded.plaintext);
  Layers layers;
  ByteSink* outermost = &keeper;
  for (const std::string& name : decoded.codings) {
    const CodingRow* row = find_coding(name);
    if (row == nullptr) {
      decoded.status = DecodeStatus::kUnknown;
      return decoded;
    }
    layers.meters.push_back(std::make_unique<Meter>(*outermost, limits, read));
    layers.decoders.push_back(row->make(*layers.meters.back(), limits));
    outermost = layers.decoders.back().get();
  }
  if (layers.decoders.empty()) {
    decoded.plaintext = payload;
    return decoded;
  }
  bool stopped = false;
  while (!stopped && read < payload.size()) {
    const std::string_view slice = payload.substr(read, kSliceBytes);
    read += slice.size();
    stopped = !outermost->write(slice);
  }
  judge(layers, stopped, decoded);
  return decoded;
}

Decoded decode_content(const Message& response, std::string_view payload, const Limits& limits) {
  return decode(payload, content_codings(response), limits);
}

}  // namespace httparity

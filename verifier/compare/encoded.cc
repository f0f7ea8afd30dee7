#include "compare/encoded.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

namespace httparity {
namespace {

constexpr std::size_t kGzipTrailerBytes = 8;

bool has(const Decoded& decoded, CodingNote note) {
  return std::find(decoded.notes.begin(), decoded.notes.end(), note) != decoded.notes.end();
}

bool is_gzip(const Decoded& decoded) {
  return !decoded.codings.empty() && (decoded.codings.back() == "gzip" || decoded.codings.back() == "x-gzip");
}

std::vector<std::string> plain_names(const Decoded& decoded) {
  std::vector<std::string> names = decoded.codings;
  std::replace(names.begin(), names.end(), std::string("x-gzip"), std::string("gzip"));
  std::erase(names, "identity");
  return names;
}

std::string coding_words(const std::vector<std::string>& names) {
  return names.empty() ? "no coding" : fmt::format("{}", fmt::join(names, ", "));
}

class EncodingComparer {
 public:
  EncodingComparer(const EncodedSide& reference, const EncodedSide& port, std::span<const Mask> masks,
                   Findings& findings)
      : reference_(reference), port_(port), masks_(masks), findings_(findings) {}

  void compare(bool text_masked) {
    const auto expected = plain_names(reference_.decoded);
    const auto actual = plain_names(port_.decoded);
    if (expected != actual) {
      report("content coding", whole(reference_), whole(port_),
             fmt::format("{} on the reference, {} on the port", coding_words(expected), coding_words(actual)));
      return;
    }
    std::size_t data_reference = 0;
    std::size_t data_port = 0;
    if (is_gzip(reference_.decoded)) {
      const auto header = gzip_header(reference_.payload.payload());
      const auto answer = gzip_header(port_.payload.payload());
      if (header && answer) {
        compare_gzip_headers(*header, *answer);
        data_reference = header->whole.end;
        data_port = answer->whole.end;
      }
    }
    if (text_masked) {
      compare_shapes();
    } else {
      compare_streams({data_reference, reference_.payload.payload().size()},
                      {data_port, port_.payload.payload().size()});
    }
  }

 private:
  static Span whole(const EncodedSide& side) { return {0, side.payload.payload().size()}; }
  static Span end(const EncodedSide& side) { return {side.payload.payload().size(), side.payload.payload().size()}; }

  void report(std::string part, Span of_reference, Span of_port, std::string detail) {
    findings_.differences.push_back(
        {DifferenceKind::kBodyEncodedOnly, std::move(part), Where::kResponse,
         make_side(reference_.payload.wire_bytes(), reference_.payload.on_wire(of_reference)),
         make_side(port_.payload.wire_bytes(), port_.payload.on_wire(of_port)), std::move(detail)});
  }

  std::string_view expected(Span span) const { return slice(reference_.payload.payload(), span); }
  std::string_view actual(Span span) const { return slice(port_.payload.payload(), span); }

  void compare_part(const char* part, Span of_reference, Span of_port) {
    if (expected(of_reference) != actual(of_port)) report(part, of_reference, of_port, "the plaintexts are equal");
  }

  void compare_gzip_headers(const GzipHeader& header, const GzipHeader& answer) {
    struct Part {
      GzipPart part;
      const char* name;
      Span of_reference;
      Span of_port;
    };
    const std::array<Part, 3> parts = {{{GzipPart::kMtime, "gzip header: mtime", header.mtime, answer.mtime},
                                        {GzipPart::kXfl, "gzip header: xfl", header.xfl, answer.xfl},
                                        {GzipPart::kOs, "gzip header: os", header.os, answer.os}}};
    for (const Part& part : parts) {
      const auto mask = std::find_if(masks_.begin(), masks_.end(), [&](const Mask& candidate) {
        const auto* gzip = std::get_if<GzipPart>(&candidate.selector);
        return gzip != nullptr && *gzip == part.part;
      });
      if (mask == masks_.end()) {
        compare_part(part.name, part.of_reference, part.of_port);
      } else {
        findings_.selected.push_back({static_cast<std::size_t>(mask - masks_.begin()), part.of_reference.size(), 0,
                                      expected(part.of_reference) != actual(part.of_port)});
      }
    }
    compare_part("gzip header: magic, method and flags", {header.whole.begin, header.mtime.begin},
                 {answer.whole.begin, answer.mtime.begin});
    compare_part("gzip header: extra field, name, comment or checksum", {header.os.end, header.whole.end},
                 {answer.os.end, answer.whole.end});
  }

  // Streams of other plaintexts: only what the plaintext can't explain.
  void compare_shapes() {
    for (const CodingNote note : {CodingNote::kSeveralMembers, CodingNote::kTrailerMissing, CodingNote::kTrailerWrong,
                                  CodingNote::kTrailingBytes, CodingNote::kRawDeflate}) {
      const bool on_reference = has(reference_.decoded, note);
      const bool on_port = has(port_.decoded, note);
      // What both have is the same only where its bytes can be compared.
      const bool hidden = note == CodingNote::kTrailerWrong || note == CodingNote::kTrailingBytes;
      if (on_reference == on_port && !(on_reference && hidden)) continue;
      report(coding_note_name(note), end(reference_), end(port_), note_words(note));
    }
    if (!reference_.decoded.codings.empty() && reference_.decoded.codings.back() == "deflate" &&
        !has(reference_.decoded, CodingNote::kRawDeflate) && !has(port_.decoded, CodingNote::kRawDeflate) &&
        std::min(whole(reference_).size(), whole(port_).size()) >= 2) {
      compare_part("zlib header", {0, 2}, {0, 2});
    }
  }

  std::string note_words(CodingNote note) const {
    const bool on_reference = has(reference_.decoded, note);
    const bool on_port = has(port_.decoded, note);
    return fmt::format("{} on {}", coding_note_name(note),
                       on_reference && on_port ? "both sides"
                       : on_reference          ? "the reference"
                                               : "the port");
  }

  // Streams of one plaintext, behind their headers: which part of them differs.
  void compare_streams(Span of_reference, Span of_port) {
    const std::vector<Hunk> hunks = diff(expected(of_reference), actual(of_port));
    if (hunks.empty()) return;
    std::string notes;
    for (const CodingNote note : {CodingNote::kSeveralMembers, CodingNote::kTrailerMissing, CodingNote::kTrailerWrong,
                                  CodingNote::kTrailingBytes, CodingNote::kRawDeflate}) {
      if (has(reference_.decoded, note) == has(port_.decoded, note)) continue;
      notes += (notes.empty() ? "" : ", ") + note_words(note);
    }
    const Span first{of_reference.begin + hunks.front().reference.begin,
                     of_reference.begin + hunks.back().reference.end};
    const Span other{of_port.begin + hunks.front().port.begin, of_port.begin + hunks.back().port.end};
    const bool trailer_only =
        notes.find(coding_note_name(CodingNote::kTrailerMissing)) != std::string::npos ||
        (is_gzip(reference_.decoded) && in_trailer(of_reference, first) && in_trailer(of_port, other));
    const bool behind = notes.find(coding_note_name(CodingNote::kTrailingBytes)) != std::string::npos;
    report(behind         ? "bytes behind the compressed stream"
           : trailer_only ? "checksum and size behind the data"
                          : "compressed data",
           first, other, "the plaintexts are equal" + (notes.empty() ? notes : "; " + notes));
  }

  static bool in_trailer(Span stream, Span part) {
    return stream.size() >= kGzipTrailerBytes && part.begin >= stream.end - kGzipTrailerBytes;
  }

  const EncodedSide& reference_;
  const EncodedSide& port_;
  std::span<const Mask> masks_;
  Findings& findings_;
};

}  // namespace

void compare_encodings(const EncodedSide& reference, const EncodedSide& port, std::span<const Mask> masks,
                       bool text_masked, Findings& findings) {
  EncodingComparer(reference, port, masks, findings).compare(text_masked);
}

}  // namespace httparity

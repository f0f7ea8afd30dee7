#include <fstream>
#include <sstream>
#include <stdexcept>

#include "app/actions.h"
#include "app/bugs.h"
#include "base/crypto.h"
#include "base/dates.h"
#include "base/encoding.h"
#include "base/text.h"
#include "http/byte_ranges.h"
#include "stack/error_pages.h"
#include "views/views.h"

namespace room {
namespace {

constexpr std::size_t kPartBytes = 8192;

/// A file as an answer: whole, one range, or several as multipart/byteranges under a boundary of its own.
struct SentFile {
  std::string bytes;
  std::string type;
  std::string name;
  const char* disposition;
  std::int64_t changed_at;
};

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in) throw std::runtime_error("can't read " + path);
  std::stringstream bytes;
  bytes << in.rdbuf();
  return bytes.str();
}

/// Both forms of the name (RFC 6266): plain with `?` for what isn't ASCII, and the whole in UTF-8.
std::string content_disposition(const SentFile& file) {
  std::string plain;
  for (std::size_t at = 0; at < file.name.size(); at += code_point_bytes(file.name, at)) {
    const char c = file.name[at];
    if (c < ' ' || c > '~') {
      plain += '?';
    } else if (c == '"' || c == '\\' || c == '%') {
      plain += percent_encode(std::string_view(&c, 1), "");
    } else {
      plain += c;
    }
  }
  return std::string(file.disposition) + "; filename=\"" + plain + "\"; filename*=UTF-8''" +
         percent_encode(file.name, "!#$&+.^_`|~-");
}

std::string tag_of(const SentFile& file) {
  return "\"" + sha256_hex({file.bytes}).substr(0, 32) + "\"";
}

Headers headers_of(const SentFile& file, const std::string& type, std::size_t length) {
  Headers headers = security_headers();
  headers.set("Content-Type", type);
  headers.set("Content-Disposition", content_disposition(file));
  headers.set("Last-Modified", http_date(file.changed_at));
  headers.set("ETag", tag_of(file));
  headers.set("Accept-Ranges", "bytes");
  headers.set("Cache-Control", "max-age=300, private");
  headers.set("Content-Length", std::to_string(length));
  return headers;
}

/// nullopt: all of it. If-Range that doesn't match asks for all (RFC 9110, section 13.1.5).
std::optional<std::vector<ByteRange>> wanted_ranges(const Request& request, const SentFile& file) {
  if (request.method != "GET") return std::nullopt;
  const std::string* condition = request.header("if-range");
  if (condition && *condition != tag_of(file) && *condition != http_date(file.changed_at)) return std::nullopt;
  return byte_ranges(request.header("range"), static_cast<std::int64_t>(file.bytes.size()));
}

void append_slices(std::vector<Part>& parts, std::string_view bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kPartBytes)
    parts.push_back(part(std::string(bytes.substr(at, kPartBytes))));
}

std::string_view slice(const SentFile& file, const ByteRange& range) {
  return std::string_view(file.bytes)
      .substr(static_cast<std::size_t>(range.first), static_cast<std::size_t>(range.size()));
}

Response multipart(const SentFile& file, const std::vector<ByteRange>& ranges) {
  static const std::string reused = hex(random_bytes(16));
  const std::string boundary = has_bug(Bug::kBoundaryReused) ? reused : hex(random_bytes(16));
  const auto size = static_cast<std::int64_t>(file.bytes.size());
  std::vector<Part> parts;
  for (const ByteRange& range : ranges) {
    parts.push_back(part("\r\n--" + boundary + "\r\nContent-Type: " + file.type +
                         "\r\nContent-Range: " + content_range(range, size) + "\r\n\r\n"));
    append_slices(parts, slice(file, range));
  }
  parts.push_back(part("\r\n--" + boundary + "--\r\n"));
  const Headers headers = headers_of(file, "multipart/byteranges; boundary=" + boundary, joined(parts).size());
  return {206, headers, std::move(parts), true};
}

Response send(Context& context, const SentFile& file) {
  const auto size = static_cast<std::int64_t>(file.bytes.size());
  const auto ranges = wanted_ranges(context.request(), file);
  if (ranges && ranges->empty()) return error_page(416, {{"Content-Range", "bytes */" + std::to_string(size)}});
  if (ranges && ranges->size() > 1) return multipart(file, *ranges);
  const ByteRange range = ranges ? ranges->front() : ByteRange{0, size - 1};
  Response response{ranges ? 206 : 200, headers_of(file, file.type, static_cast<std::size_t>(range.size())), {}, true};
  if (ranges) response.headers.set("Content-Range", content_range(range, size));
  append_slices(response.parts, slice(file, range));
  return response;
}

}  // namespace

/// The picture, or the user's initials where there is none.
Response show_avatar(Context& context, std::int64_t user_id, const std::string& files_root) {
  context.require_user();
  const std::optional<User> user = context.store().user(user_id);
  if (!user) fail(404);
  if (user->avatar_file.empty()) return context.plain({initials_svg(user->name)}, 200, "image/svg+xml");
  return send(context, {read_file(files_root + "/" + user->avatar_file), "image/png", user->avatar_name, "inline",
                        user->updated_at});
}

Response show_attachment(Context& context, std::int64_t id, const std::string& files_root) {
  context.require_user();
  const std::optional<Attachment> row = context.store().attachment(id);
  if (!row) fail(404);
  context.require_room(row->room_id);
  return send(context, {read_file(files_root + "/" + row->file), row->content_type, row->filename, "attachment",
                        row->created_at});
}

}  // namespace room

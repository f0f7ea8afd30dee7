#include "stack/static_files.h"

#include <sys/stat.h>

#include <fstream>
#include <optional>
#include <sstream>

#include "base/dates.h"
#include "base/encoding.h"
#include "base/text.h"
#include "http/accept_encoding.h"
#include "http/byte_ranges.h"

namespace room {
namespace {

constexpr std::size_t kPartBytes = 8192;
constexpr std::string_view kBoundary = "AaB03x";  // Rack::Files has one for all

struct File {
  std::string path;  // below the root, for its type
  std::int64_t size;
  std::int64_t modified_at;
};

bool stat_file(const std::string& path, File& file) {
  struct stat status {};
  if (stat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return false;
  file.size = status.st_size;
  file.modified_at = status.st_mtim.tv_sec;
  return true;
}

/// `path` without empty segments and dots, never above the root.
std::string clean_path(std::string_view path) {
  std::vector<std::string> clean;
  for (const std::string& segment : split(path, '/')) {
    if (segment == "..") {
      if (!clean.empty()) clean.pop_back();
    } else if (!segment.empty() && segment != ".") {
      clean.push_back(segment);
    }
  }
  std::string joined_path;
  for (const std::string& segment : clean) joined_path += "/" + segment;
  return joined_path.empty() ? "/" : joined_path;
}

std::string media_type(std::string_view path) {
  const std::size_t dot = path.rfind('.');
  const std::string_view extension = dot == std::string_view::npos ? "" : path.substr(dot);
  if (extension == ".css") return "text/css";
  if (extension == ".js") return "application/javascript";
  if (extension == ".svg") return "image/svg+xml";
  if (extension == ".gz") return "application/x-gzip";
  return "text/plain";
}

std::string read_range(const std::string& path, const ByteRange& range) {
  std::ifstream in(path, std::ios::binary);
  std::string bytes(static_cast<std::size_t>(range.size()), '\0');
  in.seekg(range.first);
  in.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  bytes.resize(static_cast<std::size_t>(in.gcount()));
  return bytes;
}

void append_slices(std::vector<Part>& parts, const std::string& bytes) {
  for (std::size_t at = 0; at < bytes.size(); at += kPartBytes) parts.push_back(part(bytes.substr(at, kPartBytes)));
}

Response unsatisfiable(std::int64_t size) {
  const std::string text = "Byte range unsatisfiable\n";
  return {416,
          {{"Content-Type", "text/plain"},
           {"Content-Length", std::to_string(text.size())},
           {"X-Cascade", "pass"},
           {"Content-Range", "bytes */" + std::to_string(size)}},
          {part(text)},
          true};
}

/// Rack::Files#serving.
Response serve_file(const Request& request, const std::string& on_disk, const File& file) {
  const std::string last_modified = http_date(file.modified_at);
  if (request.header_or_empty("if-modified-since") == last_modified) return {304, {}, {}, true};

  const std::string type = media_type(file.path);
  Response response{200, {{"Last-Modified", last_modified}, {"Content-Type", type}}, {}, false};
  const auto ranges = byte_ranges(request.header("range"), file.size);
  if (ranges && ranges->empty()) return unsatisfiable(file.size);
  std::vector<Part>& parts = response.parts;
  if (!ranges) {
    append_slices(parts, read_range(on_disk, {0, file.size - 1}));
  } else if (ranges->size() == 1) {
    response.status = 206;
    response.headers.set("Content-Range", content_range(ranges->front(), file.size));
    append_slices(parts, read_range(on_disk, ranges->front()));
  } else {
    response.status = 206;
    response.headers.set("Content-Type", "multipart/byteranges; boundary=" + std::string(kBoundary));
    for (const ByteRange& range : *ranges) {
      parts.push_back(part("\r\n--" + std::string(kBoundary) + "\r\nContent-Type: " + type +
                           "\r\nContent-Range: " + content_range(range, file.size) + "\r\n\r\n"));
      append_slices(parts, read_range(on_disk, range));
    }
    parts.push_back(part("\r\n--" + std::string(kBoundary) + "--\r\n"));
  }
  std::size_t length = 0;
  for (const Part& p : parts) length += p->size();
  response.headers.set("Content-Length", std::to_string(length));
  return response;
}

}  // namespace

Response StaticFiles::answer(Request& request, const Handler& next) const {
  if (!request.is_get_or_head()) return next(request);
  const std::string decoded = path_decode(request.path);
  if (decoded.find('\0') != std::string::npos) return next(request);
  File file{clean_path(decoded), 0, 0};
  if (!stat_file(root_ + file.path, file)) return next(request);

  const std::string type = media_type(file.path);
  const bool is_asset = file.path.starts_with("/assets/");
  File sibling{file.path + ".gz", 0, 0};
  const bool has_sibling = stat_file(root_ + sibling.path, sibling);
  const bool gzip = has_sibling && choose_coding(request) == Coding::kGzip;
  const File& chosen = gzip ? sibling : file;
  Response response = serve_file(request, root_ + chosen.path, chosen);
  if (gzip && (response.status == 200 || response.status == 206)) {
    if (!response.headers.find("Content-Type")->starts_with("multipart/")) response.headers.set("Content-Type", type);
    response.headers.set("Content-Encoding", "gzip");
  }
  if (has_sibling) response.headers.set("Vary", "Accept-Encoding");
  response.headers.set("Cache-Control", is_asset ? "public, max-age=31536000, immutable" : "public, max-age=300");
  if (request.method == "HEAD") {
    response.parts.clear();
    response.plain_list = false;
  }
  return response;
}

}  // namespace room

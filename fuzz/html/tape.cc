#include "fuzz/html/tape.h"

#include <cstring>

namespace httparity::html {
namespace {

char* put_size(char* to, std::size_t size) {
  for (int shift = 0; shift < 32; shift += 8) *to++ = static_cast<char>(size >> shift & 255);
  return to;
}

char* put_bytes(char* to, hp_html_bytes text) {
  to = put_size(to, text.size);
  if (text.size != 0) std::memcpy(to, text.data, text.size);
  return to + text.size;
}

constexpr std::size_t kSizeBytes = 4;

TapeWriter& writer_of(void* self) {
  return *static_cast<TapeWriter*>(self);
}

}  // namespace

bool TapeReader::byte(int& out) {
  if (rest_.empty()) return ok_ = false;
  out = static_cast<unsigned char>(rest_.front());
  rest_.remove_prefix(1);
  return true;
}

bool TapeReader::string(std::string_view& out) {
  if (rest_.size() < 4) return ok_ = false;
  std::size_t size = 0;
  for (int i = 3; i >= 0; --i) size = size << 8 | static_cast<unsigned char>(rest_[static_cast<std::size_t>(i)]);
  if (rest_.size() - 4 < size) return ok_ = false;
  out = rest_.substr(4, size);
  rest_.remove_prefix(4 + size);
  return true;
}

bool TapeReader::next(Event& event) {
  if (rest_.empty() || !ok_) return false;
  event = Event{};
  event.kind = static_cast<EventKind>(rest_.front());
  rest_.remove_prefix(1);
  switch (event.kind) {
    case EventKind::kDoctype:
      return string(event.name) && string(event.data) && string(event.system);
    case EventKind::kStart:
      return byte(event.name_space) && string(event.name);
    case EventKind::kAttribute:
      return byte(event.name_space) && string(event.name) && string(event.data);
    case EventKind::kText:
    case EventKind::kComment:
      return string(event.data);
    case EventKind::kPi:
      return string(event.name) && string(event.data);
    case EventKind::kTemplateBegin:
    case EventKind::kTemplateEnd:
    case EventKind::kEnd:
      return true;
  }
  return ok_ = false;
}

bool is_whole_tape(std::string_view tape) {
  TapeReader reader(tape);
  std::vector<EventKind> open;
  bool attributes_may_follow = false;
  for (Event event; reader.next(event);) {
    switch (event.kind) {
      case EventKind::kStart:
        if (event.name_space > HP_HTML_NS_MATHML) return false;
        open.push_back(EventKind::kEnd);
        break;
      case EventKind::kTemplateBegin:
        if (open.empty()) return false;
        open.push_back(EventKind::kTemplateEnd);
        break;
      case EventKind::kEnd:
      case EventKind::kTemplateEnd:
        if (open.empty() || open.back() != event.kind) return false;
        open.pop_back();
        break;
      case EventKind::kAttribute:
        if (!attributes_may_follow || event.name_space > HP_HTML_ATTR_XMLNS) return false;
        break;
      default:
        break;
    }
    attributes_may_follow = event.kind == EventKind::kStart || event.kind == EventKind::kAttribute;
  }
  return reader.ok() && open.empty();
}

char* TapeWriter::grow(std::size_t more) {
  if (buffer_.size() - size_ < more) buffer_.resize(2 * (size_ + more));
  char* const end = buffer_.data() + size_;
  size_ += more;
  return end;
}

void TapeWriter::put(EventKind kind, hp_html_bytes text) {
  char* to = grow(1 + kSizeBytes + text.size);
  *to++ = static_cast<char>(kind);
  put_bytes(to, text);
}

void TapeWriter::put(EventKind kind, int name_space, hp_html_bytes name) {
  char* to = grow(2 + kSizeBytes + name.size);
  *to++ = static_cast<char>(kind);
  *to++ = static_cast<char>(name_space);
  put_bytes(to, name);
}

void TapeWriter::put_string(hp_html_bytes text) {
  put_bytes(grow(kSizeBytes + text.size), text);
}

hp_html_sink TapeWriter::sink() {
  hp_html_sink sink{};
  sink.self = this;
  sink.doctype = [](void* self, hp_html_bytes name, hp_html_bytes public_id, hp_html_bytes system_id) {
    writer_of(self).put(EventKind::kDoctype, name);
    writer_of(self).put_string(public_id);
    writer_of(self).put_string(system_id);
  };
  sink.start = [](void* self, int element_namespace, hp_html_bytes name) {
    writer_of(self).put(EventKind::kStart, element_namespace, name);
  };
  sink.attribute = [](void* self, int attribute_namespace, hp_html_bytes name, hp_html_bytes value) {
    writer_of(self).put(EventKind::kAttribute, attribute_namespace, name);
    writer_of(self).put_string(value);
  };
  sink.template_begin = [](void* self) { writer_of(self).put(EventKind::kTemplateBegin); };
  sink.template_end = [](void* self) { writer_of(self).put(EventKind::kTemplateEnd); };
  sink.end = [](void* self) { writer_of(self).put(EventKind::kEnd); };
  sink.text = [](void* self, hp_html_bytes data) { writer_of(self).put(EventKind::kText, data); };
  sink.comment = [](void* self, hp_html_bytes data) { writer_of(self).put(EventKind::kComment, data); };
  sink.pi = [](void* self, hp_html_bytes target, hp_html_bytes data) {
    writer_of(self).put(EventKind::kPi, target);
    writer_of(self).put_string(data);
  };
  sink.output = [](void* self, hp_html_bytes bytes) {
    writer_of(self).clear();
    if (bytes.size != 0) std::memcpy(writer_of(self).grow(bytes.size), bytes.data, bytes.size);
  };
  return sink;
}

}  // namespace httparity::html

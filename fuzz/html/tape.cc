#include "fuzz/html/tape.h"

#include <cstring>

namespace httparity::html {
namespace {

void put_byte(std::string& tape, int value) {
  tape.push_back(static_cast<char>(value));
}

void put_string(std::string& tape, hp_html_bytes bytes) {
  const auto size = static_cast<std::uint32_t>(bytes.size);
  const char length[4] = {static_cast<char>(size & 255), static_cast<char>(size >> 8 & 255),
                          static_cast<char>(size >> 16 & 255), static_cast<char>(size >> 24 & 255)};
  tape.append(length, 4);
  if (bytes.size != 0) tape.append(bytes.data, bytes.size);
}

std::string& tape_of(void* self) {
  return *static_cast<std::string*>(self);
}

void put_kind(void* self, EventKind kind) {
  tape_of(self).push_back(static_cast<char>(kind));
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

hp_html_sink tape_sink(std::string& tape) {
  hp_html_sink sink{};
  sink.self = &tape;
  sink.doctype = [](void* self, hp_html_bytes name, hp_html_bytes public_id, hp_html_bytes system_id) {
    put_kind(self, EventKind::kDoctype);
    put_string(tape_of(self), name);
    put_string(tape_of(self), public_id);
    put_string(tape_of(self), system_id);
  };
  sink.start = [](void* self, int element_namespace, hp_html_bytes name) {
    put_kind(self, EventKind::kStart);
    put_byte(tape_of(self), element_namespace);
    put_string(tape_of(self), name);
  };
  sink.attribute = [](void* self, int attribute_namespace, hp_html_bytes name, hp_html_bytes value) {
    put_kind(self, EventKind::kAttribute);
    put_byte(tape_of(self), attribute_namespace);
    put_string(tape_of(self), name);
    put_string(tape_of(self), value);
  };
  sink.template_begin = [](void* self) { put_kind(self, EventKind::kTemplateBegin); };
  sink.template_end = [](void* self) { put_kind(self, EventKind::kTemplateEnd); };
  sink.end = [](void* self) { put_kind(self, EventKind::kEnd); };
  sink.text = [](void* self, hp_html_bytes data) {
    put_kind(self, EventKind::kText);
    put_string(tape_of(self), data);
  };
  sink.comment = [](void* self, hp_html_bytes data) {
    put_kind(self, EventKind::kComment);
    put_string(tape_of(self), data);
  };
  sink.pi = [](void* self, hp_html_bytes target, hp_html_bytes data) {
    put_kind(self, EventKind::kPi);
    put_string(tape_of(self), target);
    put_string(tape_of(self), data);
  };
  sink.output = [](void* self, hp_html_bytes bytes) { tape_of(self).assign(bytes.data, bytes.size); };
  return sink;
}

}  // namespace httparity::html

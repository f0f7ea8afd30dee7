#pragma once

#include <initializer_list>
#include <string>
#include <string_view>
#include <utility>

#include "fuzz/html/tape.h"

namespace httparity::html {

/// Writes tapes by hand, for tests.
class TapeBuilder {
 public:
  TapeBuilder() : sink_(writer_.sink()) {}
  TapeBuilder(const TapeBuilder&) = delete;
  TapeBuilder& operator=(const TapeBuilder&) = delete;

  TapeBuilder& start(std::string_view name, int name_space = HP_HTML_NS_HTML) {
    sink_.start(&writer_, name_space, bytes(name));
    return *this;
  }
  TapeBuilder& attribute(std::string_view name, std::string_view value, int name_space = HP_HTML_ATTR_NONE) {
    sink_.attribute(&writer_, name_space, bytes(name), bytes(value));
    return *this;
  }
  TapeBuilder& end() {
    sink_.end(&writer_);
    return *this;
  }
  TapeBuilder& text(std::string_view data) {
    sink_.text(&writer_, bytes(data));
    return *this;
  }
  TapeBuilder& comment(std::string_view data) {
    sink_.comment(&writer_, bytes(data));
    return *this;
  }
  TapeBuilder& pi(std::string_view target, std::string_view data) {
    sink_.pi(&writer_, bytes(target), bytes(data));
    return *this;
  }
  TapeBuilder& doctype(std::string_view name, std::string_view public_id, std::string_view system_id) {
    sink_.doctype(&writer_, bytes(name), bytes(public_id), bytes(system_id));
    return *this;
  }
  TapeBuilder& template_begin() {
    sink_.template_begin(&writer_);
    return *this;
  }
  TapeBuilder& template_end() {
    sink_.template_end(&writer_);
    return *this;
  }
  std::string_view tape() const { return writer_.tape(); }

 private:
  static hp_html_bytes bytes(std::string_view view) { return {view.data(), view.size()}; }

  TapeWriter writer_;
  hp_html_sink sink_;
};

}  // namespace httparity::html

// Gumbo 0.10.1 behind the C interface of adapter_abi.h.
//
// Two facts of Gumbo shape it. Fragment parsing reads the document's quirks mode before anything sets it, so that
// memory decides: the allocator here zeroes unless the option "heap=raw" is given. And an element that Gumbo has no
// name for is known by its source text alone, in which a NUL still stands for itself. The option "untold" is for
// benchmarks: Gumbo with its own allocator, as anybody runs it, and no tree told.
#include <gumbo.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "fuzz/html/adapter_abi.h"
#include "fuzz/html/adapters/gumbo/arena.h"

#ifdef HTTPARITY_GUMBO_FAULTS
extern "C" char hp_html_faults[4096];  // of the sources that faults/make_faults.py writes
#endif

namespace {

struct Adapter;
#ifdef HTTPARITY_GUMBO_FAULTS
const Adapter* active = nullptr;  // whose faults are on; one thread at a time uses the library
#endif

/// Sanitizers see overruns of what each malloc gave; a replay that fills the heap must see the heap.
std::size_t arena_bytes() {
#if defined(__SANITIZE_ADDRESS__)
  return 0;
#else
#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(memory_sanitizer)
  return 0;
#endif
#endif
  constexpr std::size_t kBytes = 1U << 20U;
  return std::getenv("MALLOC_PERTURB_") == nullptr ? kBytes : 0;
#endif
}

struct Adapter {
  bool zeroes = true;
  bool tells = true;
  std::vector<std::size_t> faults;  ///< the seeded faults that are on, in the build that has them
  std::string name = {};            ///< scratch for the names of unknown elements
  Arena arena{arena_bytes()};
};

hp_html_bytes bytes_of(std::string_view text) {
  return {text.data(), text.size()};
}

/// The name of an unknown element: of its start tag's source as the tokenizer reads it (WHATWG HTML, 13.2.5.8).
std::string_view unknown_name(Adapter& adapter, GumboStringPiece tag) {
  adapter.name.clear();
  std::string_view source(tag.data, tag.length);
  if (source.starts_with('<')) source.remove_prefix(1);
  if (source.starts_with('/')) source.remove_prefix(1);
  for (const char c : source) {
    if (c == '\t' || c == '\n' || c == '\f' || c == '\r' || c == ' ' || c == '/' || c == '>') break;
    if (c == '\0') {
      adapter.name += "\xef\xbf\xbd";
    } else {
      adapter.name += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
    }
  }
  return adapter.name;
}

std::string_view element_name(Adapter& adapter, const GumboElement& element) {
  std::string_view name = element.tag == GUMBO_TAG_UNKNOWN ? unknown_name(adapter, element.original_tag)
                                                           : std::string_view(gumbo_normalized_tagname(element.tag));
  if (element.tag_namespace == GUMBO_NAMESPACE_SVG) {
    const GumboStringPiece piece{name.data(), name.size()};
    if (const char* cased = gumbo_normalize_svg_tagname(&piece)) name = cased;
  }
  return name;
}

int element_namespace(GumboNamespaceEnum name_space) {
  if (name_space == GUMBO_NAMESPACE_SVG) return HP_HTML_NS_SVG;
  return name_space == GUMBO_NAMESPACE_MATHML ? HP_HTML_NS_MATHML : HP_HTML_NS_HTML;
}

int attribute_namespace(GumboAttributeNamespaceEnum name_space) {
  if (name_space == GUMBO_ATTR_NAMESPACE_XLINK) return HP_HTML_ATTR_XLINK;
  if (name_space == GUMBO_ATTR_NAMESPACE_XML) return HP_HTML_ATTR_XML;
  return name_space == GUMBO_ATTR_NAMESPACE_XMLNS ? HP_HTML_ATTR_XMLNS : HP_HTML_ATTR_NONE;
}

/// Gumbo keeps an adjusted attribute's whole name ("xlink:href"); the interface asks for the local one.
std::string_view local_name(const GumboAttribute& attribute) {
  std::string_view name = attribute.name;
  if (attribute.attr_namespace == GUMBO_ATTR_NAMESPACE_NONE) return name;
  const std::size_t colon = name.find(':');
  return colon == std::string_view::npos ? name : name.substr(colon + 1);
}

void tell_start(Adapter& adapter, const GumboNode& node, const hp_html_sink& sink) {
  const GumboElement& element = node.v.element;
  sink.start(sink.self, element_namespace(element.tag_namespace), bytes_of(element_name(adapter, element)));
  for (unsigned i = 0; i < element.attributes.length; ++i) {
    const auto& attribute = *static_cast<const GumboAttribute*>(element.attributes.data[i]);
    sink.attribute(sink.self, attribute_namespace(attribute.attr_namespace), bytes_of(local_name(attribute)),
                   bytes_of(attribute.value));
  }
  if (node.type == GUMBO_NODE_TEMPLATE) sink.template_begin(sink.self);
}

/// The nodes of `children` from `first` to before `last`, in document order, with a stack of our own.
void tell_nodes(Adapter& adapter, const GumboVector& children, unsigned first, unsigned last,
                const hp_html_sink& sink) {
  struct Level {
    const GumboNode* node;  ///< null for the root
    const GumboVector* children;
    unsigned next;
    unsigned end;
  };
  std::vector<Level> levels{{nullptr, &children, first, last}};
  while (!levels.empty()) {
    Level& level = levels.back();
    if (level.next == level.end) {
      if (level.node != nullptr) {
        if (level.node->type == GUMBO_NODE_TEMPLATE) sink.template_end(sink.self);
        sink.end(sink.self);
      }
      levels.pop_back();
      continue;
    }
    const auto& node = *static_cast<const GumboNode*>(level.children->data[level.next++]);
    switch (node.type) {
      case GUMBO_NODE_ELEMENT:
      case GUMBO_NODE_TEMPLATE:
        tell_start(adapter, node, sink);
        levels.push_back({&node, &node.v.element.children, 0, node.v.element.children.length});
        break;
      case GUMBO_NODE_COMMENT:
        sink.comment(sink.self, bytes_of(node.v.text.text));
        break;
      case GUMBO_NODE_TEXT:
      case GUMBO_NODE_CDATA:
      case GUMBO_NODE_WHITESPACE:
        sink.text(sink.self, bytes_of(node.v.text.text));
        break;
      case GUMBO_NODE_DOCUMENT:
        break;
    }
  }
}

bool begins_doctype(std::string_view source) {
  source.remove_prefix(std::min(source.find_first_not_of("\t\n\f\r "), source.size()));
  constexpr std::string_view kBegin = "<!doctype";
  if (source.size() < kBegin.size()) return false;
  return std::equal(kBegin.begin(), kBegin.end(), source.begin(),
                    [](char expected, char c) { return expected == (c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c); });
}

/// Gumbo keeps the doctype beside the children. It came before the first of them that has it in the source between
/// its predecessor and itself: there, only white space, comments and doctypes can stand.
unsigned doctype_position(const GumboVector& children, std::string_view source) {
  std::size_t offset = 0;
  for (unsigned i = 0; i < children.length; ++i) {
    const auto& node = *static_cast<const GumboNode*>(children.data[i]);
    if (node.type != GUMBO_NODE_COMMENT || begins_doctype(source.substr(offset))) return i;
    const GumboStringPiece& text = node.v.text.original_text;
    offset = static_cast<std::size_t>(text.data - source.data()) + text.length;
  }
  return children.length;
}

#ifdef HTTPARITY_GUMBO_FAULTS
/// "3,17": the numbers, those that are none left out; 0 is no fault.
std::vector<std::size_t> numbers_of(std::string_view text) {
  std::vector<std::size_t> numbers;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(','), text.size());
    const std::size_t number = std::strtoul(std::string(text.substr(0, end)).c_str(), nullptr, 10);
    if (number > 0 && number < sizeof hp_html_faults) numbers.push_back(number);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return numbers;
}
#endif

}  // namespace

int hp_html_abi() {
  return HP_HTML_ABI;
}

const char* hp_html_info() {
  return R"({"name": "gumbo", "version": "0.10.1", "answer": "tree", "can": ["fragment", "foreign-fragment"]})";
}

void* hp_html_open(const char* options) {
  const std::string_view words = options;
  if (words.empty()) return new Adapter{};
  if (words == "heap=raw") return new Adapter{false, true, {}};
  if (words == "untold") return new Adapter{false, false, {}};
#ifdef HTTPARITY_GUMBO_FAULTS
  constexpr std::string_view kFault = "fault=";
  if (words.starts_with(kFault)) return new Adapter{true, true, numbers_of(words.substr(kFault.size()))};
#endif
  return nullptr;
}

void hp_html_close(void* parser) {
#ifdef HTTPARITY_GUMBO_FAULTS
  if (active == parser) active = nullptr;
#endif
  delete static_cast<Adapter*>(parser);
}

int hp_html_run(void* parser, const hp_html_case* input, const hp_html_sink* sink) {
  auto& adapter = *static_cast<Adapter*>(parser);
  if (input->scripting != 0 || input->quirks != 0) return HP_HTML_UNSUPPORTED;
#ifdef HTTPARITY_GUMBO_FAULTS
  if (active != &adapter) {
    std::fill(std::begin(hp_html_faults), std::end(hp_html_faults), '\0');
    for (const std::size_t fault : adapter.faults) hp_html_faults[fault] = 1;
    active = &adapter;
  }
#endif
  GumboOptions options = kGumboDefaultOptions;
  options.max_errors = 0;
  if (adapter.zeroes) {
    adapter.arena.reset();
    options.userdata = &adapter.arena;
    options.allocator = [](void* arena, std::size_t size) { return static_cast<Arena*>(arena)->allocate(size); };
    options.deallocator = [](void* arena, void* memory) { static_cast<Arena*>(arena)->release(memory); };
  }
  const bool is_fragment = input->context_name.size != 0;
  if (is_fragment) {
    options.fragment_context =
        gumbo_tagn_enum(input->context_name.data, static_cast<unsigned>(input->context_name.size));
    options.fragment_namespace = input->context_namespace == HP_HTML_NS_SVG      ? GUMBO_NAMESPACE_SVG
                                 : input->context_namespace == HP_HTML_NS_MATHML ? GUMBO_NAMESPACE_MATHML
                                                                                 : GUMBO_NAMESPACE_HTML;
  }
  const auto destroy = [&options](GumboOutput* output) { gumbo_destroy_output(&options, output); };
  const char* data = input->data.size == 0 ? "" : input->data.data;
  const std::unique_ptr<GumboOutput, decltype(destroy)> output(
      gumbo_parse_with_options(&options, data, input->data.size), destroy);
  if (!output) return HP_HTML_PANIC;
  if (!adapter.tells) return HP_HTML_OK;
  if (is_fragment) {
    const GumboVector& children = output->root->v.element.children;
    tell_nodes(adapter, children, 0, children.length, *sink);
    return HP_HTML_OK;
  }
  const GumboDocument& document = output->document->v.document;
  unsigned told = 0;
  if (document.has_doctype) {
    told = doctype_position(document.children, std::string_view(data, input->data.size));
    tell_nodes(adapter, document.children, 0, told, *sink);
    sink->doctype(sink->self, bytes_of(document.name), bytes_of(document.public_identifier),
                  bytes_of(document.system_identifier));
  }
  tell_nodes(adapter, document.children, told, document.children.length, *sink);
  return HP_HTML_OK;
}

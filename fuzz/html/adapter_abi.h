/*
 * The C interface of an HTML parser that httparity loads with dlopen, version 1.
 *
 * An adapter is a shared object with the five functions at the end. It may be written in any language that exports C
 * functions. It parses one case at a time and tells the tree that it built, in document order, to a sink:
 *
 *   doctype
 *   start, attribute ..., (template_begin, children, template_end), children, end
 *   text, comment, pi
 *
 * Every start has its end; the document or fragment node itself is not told. Adjacent text nodes are told apart, as the
 * tree has them. Attributes come right after the start of their element, in the order of the source.
 */
#ifndef HTTPARITY_FUZZ_HTML_ADAPTER_ABI_H
#define HTTPARITY_FUZZ_HTML_ADAPTER_ABI_H

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

#define HP_HTML_ABI 1

/* Bytes that the caller owns and that live for the length of the call. `data` may be null where `size` is 0. */
typedef struct hp_html_bytes {
  const char* data;
  size_t size;
} hp_html_bytes;

/* Namespaces of elements ... */
enum { HP_HTML_NS_HTML = 0, HP_HTML_NS_SVG = 1, HP_HTML_NS_MATHML = 2 };
/* ... and of attributes. */
enum { HP_HTML_ATTR_NONE = 0, HP_HTML_ATTR_XLINK = 1, HP_HTML_ATTR_XML = 2, HP_HTML_ATTR_XMLNS = 3 };

/* One parse. `data` is valid UTF-8 without a byte order mark at its start. */
typedef struct hp_html_case {
  hp_html_bytes data;
  hp_html_bytes context_name; /* empty: parse a document; else the local name of the fragment's context element */
  int context_namespace;      /* HP_HTML_NS_* of the context element */
  int scripting;              /* the scripting flag */
  int quirks;                 /* the context's document is in quirks mode; for documents always 0 */
  const size_t* splits;       /* ascending offsets into `data` where the input is cut into chunks (a hint) */
  size_t split_count;
} hp_html_case;

/* Where the tree goes. `self` is handed back as it came. `name` has no prefix: xlink:href is (XLINK, "href"). */
typedef struct hp_html_sink {
  void* self;
  void (*doctype)(void* self, hp_html_bytes name, hp_html_bytes public_id, hp_html_bytes system_id);
  void (*start)(void* self, int element_namespace, hp_html_bytes name);
  void (*attribute)(void* self, int attribute_namespace, hp_html_bytes name, hp_html_bytes value);
  void (*template_begin)(void* self);
  void (*template_end)(void* self);
  void (*end)(void* self);
  void (*text)(void* self, hp_html_bytes data);
  void (*comment)(void* self, hp_html_bytes data);
  void (*pi)(void* self, hp_html_bytes target, hp_html_bytes data);
  /* Instead of events: the whole answer of an adapter of the kind "text", or a dump in the WPT tree format. */
  void (*output)(void* self, hp_html_bytes bytes);
} hp_html_sink;

/* What hp_html_run says. An adapter never aborts the process for an input: it answers PANIC or LIMIT. */
enum { HP_HTML_OK = 0, HP_HTML_UNSUPPORTED = 1, HP_HTML_PANIC = 2, HP_HTML_LIMIT = 3 };

/* HP_HTML_ABI of the header that the adapter was built with. */
int hp_html_abi(void);

/* Static text, JSON: {"name", "version", "answer": "tree" | "dump" | "text", "can": [...]} where `can` lists what the
 * parser supports of "fragment", "foreign-fragment", "scripting", "quirks-fragment", "splits". */
const char* hp_html_info(void);

/* A parser with its own state; null where `options` (adapter's own words, "" for none) is not understood. One thread
 * at a time uses it. */
void* hp_html_open(const char* options);
int hp_html_run(void* parser, const hp_html_case* input, const hp_html_sink* sink);
void hp_html_close(void* parser);

#ifdef __cplusplus
}
#endif

#endif

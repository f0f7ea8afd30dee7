#include "fuzz/html/tokens.h"

#include <algorithm>
#include <array>

namespace httparity::html {
namespace {

using namespace std::string_view_literals;

constexpr std::array kTagNames = {"html"sv,
                                  "head"sv,
                                  "body"sv,
                                  "frameset"sv,
                                  "frame"sv,
                                  "noframes"sv,
                                  "base"sv,
                                  "basefont"sv,
                                  "bgsound"sv,
                                  "link"sv,
                                  "meta"sv,
                                  "title"sv,
                                  "style"sv,
                                  "script"sv,
                                  "noscript"sv,
                                  "template"sv,
                                  "address"sv,
                                  "center"sv,
                                  "details"sv,
                                  "dialog"sv,
                                  "dir"sv,
                                  "div"sv,
                                  "dl"sv,
                                  "fieldset"sv,
                                  "main"sv,
                                  "menu"sv,
                                  "ol"sv,
                                  "p"sv,
                                  "search"sv,
                                  "summary"sv,
                                  "ul"sv,
                                  "h1"sv,
                                  "h2"sv,
                                  "pre"sv,
                                  "listing"sv,
                                  "form"sv,
                                  "li"sv,
                                  "dd"sv,
                                  "dt"sv,
                                  "plaintext"sv,
                                  "button"sv,
                                  "a"sv,
                                  "b"sv,
                                  "code"sv,
                                  "font"sv,
                                  "i"sv,
                                  "nobr"sv,
                                  "applet"sv,
                                  "marquee"sv,
                                  "object"sv,
                                  "table"sv,
                                  "caption"sv,
                                  "colgroup"sv,
                                  "col"sv,
                                  "tbody"sv,
                                  "tfoot"sv,
                                  "tr"sv,
                                  "td"sv,
                                  "th"sv,
                                  "br"sv,
                                  "img"sv,
                                  "image"sv,
                                  "keygen"sv,
                                  "wbr"sv,
                                  "input"sv,
                                  "param"sv,
                                  "source"sv,
                                  "hr"sv,
                                  "textarea"sv,
                                  "xmp"sv,
                                  "iframe"sv,
                                  "noembed"sv,
                                  "select"sv,
                                  "optgroup"sv,
                                  "option"sv,
                                  "ruby"sv,
                                  "rb"sv,
                                  "rt"sv,
                                  "rtc"sv,
                                  "rp"sv,
                                  "math"sv,
                                  "mi"sv,
                                  "mtext"sv,
                                  "mglyph"sv,
                                  "malignmark"sv,
                                  "annotation-xml"sv,
                                  "svg"sv,
                                  "desc"sv,
                                  "foreignObject"sv,
                                  "menuitem"sv,
                                  "isindex"sv,
                                  "span"sv,
                                  "x-y"sv,
                                  "thead"sv,
                                  "embed"sv,
                                  "area"sv,
                                  "track"sv,
                                  "section"sv,
                                  "article"sv,
                                  "aside"sv,
                                  "blockquote"sv,
                                  "figcaption"sv,
                                  "figure"sv,
                                  "footer"sv,
                                  "header"sv,
                                  "hgroup"sv,
                                  "nav"sv,
                                  "h3"sv,
                                  "h4"sv,
                                  "h5"sv,
                                  "h6"sv,
                                  "big"sv,
                                  "em"sv,
                                  "s"sv,
                                  "small"sv,
                                  "strike"sv,
                                  "strong"sv,
                                  "tt"sv,
                                  "u"sv,
                                  "mo"sv,
                                  "mn"sv,
                                  "ms"sv,
                                  "sub"sv,
                                  "sup"sv,
                                  "var"sv};

constexpr std::array kAlphabet = {
    "<html>"sv, "<head>"sv, "<body>"sv, "<frameset>"sv, "<frame>"sv, "<noframes>"sv, "<base>"sv, "<basefont>"sv,
    "<bgsound>"sv, "<link>"sv, "<meta>"sv, "<title>"sv, "<style>"sv, "<script>"sv, "<noscript>"sv, "<template>"sv,
    "<address>"sv, "<center>"sv, "<details>"sv, "<dialog>"sv, "<dir>"sv, "<div>"sv, "<dl>"sv, "<fieldset>"sv,
    "<main>"sv, "<menu>"sv, "<ol>"sv, "<p>"sv, "<search>"sv, "<summary>"sv, "<ul>"sv, "<h1>"sv, "<h2>"sv, "<pre>"sv,
    "<listing>"sv, "<form>"sv, "<li>"sv, "<dd>"sv, "<dt>"sv, "<plaintext>"sv, "<button>"sv, "<a>"sv, "<b>"sv,
    "<code>"sv, "<font>"sv, "<i>"sv, "<nobr>"sv, "<applet>"sv, "<marquee>"sv, "<object>"sv, "<table>"sv, "<caption>"sv,
    "<colgroup>"sv, "<col>"sv, "<tbody>"sv, "<tfoot>"sv, "<thead>"sv, "<tr>"sv, "<td>"sv, "<th>"sv, "<br>"sv, "<img>"sv,
    "<image>"sv, "<keygen>"sv, "<wbr>"sv, "<input>"sv, "<param>"sv, "<source>"sv, "<hr>"sv, "<textarea>"sv, "<xmp>"sv,
    "<iframe>"sv, "<noembed>"sv, "<select>"sv, "<optgroup>"sv, "<option>"sv, "<ruby>"sv, "<rb>"sv, "<rt>"sv, "<rtc>"sv,
    "<rp>"sv, "<math>"sv, "<mi>"sv, "<mo>"sv, "<mtext>"sv, "<mglyph>"sv, "<malignmark>"sv, "<annotation-xml>"sv,
    "<svg>"sv, "<desc>"sv, "<title/>"sv, "<foreignObject>"sv, "<menuitem>"sv, "<isindex>"sv, "<span>"sv, "<x-y>"sv,
    "<embed>"sv, "<area>"sv, "<track>"sv, "<section>"sv, "<aside>"sv, "<strike>"sv, "<u>"sv, "</html>"sv, "</head>"sv,
    "</body>"sv, "</frameset>"sv, "</noframes>"sv, "</title>"sv, "</style>"sv, "</script>"sv, "</noscript>"sv,
    "</template>"sv, "</address>"sv, "</center>"sv, "</div>"sv, "</dl>"sv, "</fieldset>"sv, "</main>"sv, "</menu>"sv,
    "</ol>"sv, "</p>"sv, "</search>"sv, "</ul>"sv, "</h1>"sv, "</h2>"sv, "</pre>"sv, "</listing>"sv, "</form>"sv,
    "</li>"sv, "</dd>"sv, "</dt>"sv, "</button>"sv, "</a>"sv, "</b>"sv, "</code>"sv, "</font>"sv, "</i>"sv, "</nobr>"sv,
    "</applet>"sv, "</marquee>"sv, "</object>"sv, "</table>"sv, "</caption>"sv, "</colgroup>"sv, "</col>"sv,
    "</tbody>"sv, "</tfoot>"sv, "</thead>"sv, "</tr>"sv, "</td>"sv, "</th>"sv, "</br>"sv, "</image>"sv, "</input>"sv,
    "</textarea>"sv, "</xmp>"sv, "</iframe>"sv, "</select>"sv, "</optgroup>"sv, "</option>"sv, "</ruby>"sv, "</rt>"sv,
    "</rtc>"sv, "</math>"sv, "</mi>"sv, "</annotation-xml>"sv, "</svg>"sv, "</desc>"sv, "</foreignObject>"sv,
    "</span>"sv, "</x-y>"sv, "</section>"sv, "</frame>"sv, "</summary>"sv, "</details>"sv, "</dialog>"sv,
    "</menuitem>"sv,
    // Texts, markup and attributes on which a rule turns.
    " "sv, "x"sv, "\n"sv, "\0"sv, "&nbsp;"sv, "<!---->"sv, "<!doctype html>"sv, "<?x>"sv, "<![CDATA[x]]>"sv,
    "<input type=hidden>"sv, "<font color=c>"sv, "<svg/>"sv, "<math><annotation-xml encoding=text/html>"sv,
    "<a href=h>"sv, "<div/>"sv, "<html a=b>"sv, "<body a=b>"sv, "</>"sv, "</strike>"sv, "</u>"sv, "<svg><desc>"sv,
    "<template><col>"sv, "</dir>"sv, "&lt"sv};

const std::array<InsertionContext, 40>& contexts() {
  static const std::array<InsertionContext, 40> kContexts = {{
      {"initial", "", {}},
      {"before html", "<!doctype html>", {}},
      {"before head", "<!doctype html><html>", {}},
      {"in head", "<!doctype html><head>", {}},
      {"in head noscript", "<!doctype html><head><noscript>", {}},
      {"after head", "<!doctype html><head></head>", {}},
      {"in body", "<!doctype html><body>", {}},
      {"in body, formatting", "<!doctype html><b><i><a><p>", {}},
      {"in body, button", "<!doctype html><button><p>", {}},
      {"in body, list", "<!doctype html><ul><li><p>", {}},
      {"in body, definition", "<!doctype html><dl><dt>", {}},
      {"in body, form", "<!doctype html><form><div>", {}},
      {"in body, marquee", "<!doctype html><b><marquee><p>", {}},
      {"in body, ruby", "<!doctype html><ruby><rtc>", {}},
      {"in body, quirks", "<p>", {}},
      {"text", "<!doctype html><title>", {}},
      {"in table", "<!doctype html><table>", {}},
      {"in table, formatting", "<!doctype html><a><b><table>", {}},
      {"in caption", "<!doctype html><table><caption>", {}},
      {"in column group", "<!doctype html><table><colgroup>", {}},
      {"in table body", "<!doctype html><table><tbody>", {}},
      {"in row", "<!doctype html><table><tr>", {}},
      {"in cell", "<!doctype html><table><tr><td>", {}},
      {"in select", "<!doctype html><select>", {}},
      {"in select in table", "<!doctype html><table><tr><td><select>", {}},
      {"in template", "<!doctype html><template>", {}},
      {"in template, row", "<!doctype html><template><tr>", {}},
      {"after body", "<!doctype html><body></body>", {}},
      {"in frameset", "<!doctype html><frameset>", {}},
      {"after frameset", "<!doctype html><frameset></frameset>", {}},
      {"after after body", "<!doctype html></body></html>", {}},
      {"svg", "<!doctype html><svg><g>", {}},
      {"svg, html integration point", "<!doctype html><svg><foreignObject>", {}},
      {"math, text integration point", "<!doctype html><math><mi>", {}},
      {"math, annotation-xml", "<!doctype html><math><annotation-xml>", {}},
      {"fragment div", "", {HP_HTML_NS_HTML, "div"}},
      {"fragment tr", "", {HP_HTML_NS_HTML, "tr"}},
      {"fragment select", "", {HP_HTML_NS_HTML, "select"}},
      {"fragment template", "", {HP_HTML_NS_HTML, "template"}},
      {"fragment svg desc", "", {HP_HTML_NS_SVG, "desc"}},
  }};
  return kContexts;
}

constexpr std::array kAttributes = {" a"sv,
                                    " a=b"sv,
                                    " a='b'"sv,
                                    " a=\"b\""sv,
                                    " A=B"sv,
                                    " a a=b"sv,
                                    " type=hidden"sv,
                                    " TYPE=HiDDen"sv,
                                    " type=text"sv,
                                    " href=x"sv,
                                    " color=red"sv,
                                    " face"sv,
                                    " size=1"sv,
                                    " encoding=text/html"sv,
                                    " encoding=application/xhtml+xml"sv,
                                    " xlink:href=x"sv,
                                    " xml:lang=en"sv,
                                    " xmlns=y"sv,
                                    " xmlns:xlink=z"sv,
                                    " definitionurl=d"sv,
                                    " viewbox=0"sv,
                                    " a=&amp"sv,
                                    " a=&ampx"sv,
                                    " a=&notit;"sv,
                                    " a=&"sv,
                                    " =x"sv,
                                    "/"sv,
                                    " /a"sv,
                                    " a=\n"sv,
                                    " a=\"\n&lt;\""sv,
                                    " a=`"sv,
                                    " \"a"sv,
                                    " prompt=p action=q"sv,
                                    " selected"sv,
                                    " shadowrootmode=open"sv,
                                    "\0"sv,
                                    " \0=\0"sv,
                                    " \xc3\xa9=\xf0\x9f\x98\x80"sv};

constexpr std::array kTexts = {" "sv,
                               "x"sv,
                               "\n"sv,
                               "\r\n"sv,
                               "\r"sv,
                               "\t"sv,
                               "\f"sv,
                               "\0"sv,
                               "a b"sv,
                               "&amp;"sv,
                               "&amp"sv,
                               "&ampx"sv,
                               "&lt;"sv,
                               "&notin;"sv,
                               "&noti;"sv,
                               "&NotEqualTilde;"sv,
                               "&#x41;"sv,
                               "&#65"sv,
                               "&#0;"sv,
                               "&#x80;"sv,
                               "&#xD800;"sv,
                               "&#x110000;"sv,
                               "&#xFFFFFFFFFF;"sv,
                               "&#"sv,
                               "&#x"sv,
                               "&"sv,
                               "&x;"sv,
                               "<"sv,
                               "</"sv,
                               "</ "sv,
                               "<!"sv,
                               "<!-"sv,
                               "<!--"sv,
                               "-->"sv,
                               "--!>"sv,
                               "<!-->"sv,
                               "<!--->"sv,
                               "<!--x--!>"sv,
                               "<!--<!--x-->"sv,
                               "<?x?>"sv,
                               "<!doctype>"sv,
                               "<!doctype html public 'p' 's'>"sv,
                               "<!doctype html system>"sv,
                               "<!doctype html public \"-//W3C//DTD HTML 4.01 Transitional//EN\">"sv,
                               "<![CDATA[x]]>"sv,
                               "<![CDATA["sv,
                               "]]>"sv,
                               "\xc2\x85"sv,
                               "\xe2\x80\xa8"sv,
                               "\xef\xbb\xbf"sv,
                               "\xef\xbf\xbf"sv,
                               "\xf0\x9f\x98\x80"sv,
                               "\xef\xbf\xbd"sv,
                               "\x0b"sv,
                               "\x7f"sv,
                               "\xc2\xa0"sv,
                               "<a"sv,
                               "<a b"sv,
                               "<a b='"sv,
                               "</a b>"sv,
                               "<A>"sv,
                               "<a/b>"sv,
                               "<1>"sv,
                               "=\"'>"sv};

bool is_space(char c) {
  return c == ' ' || c == '\n' || c == '\t' || c == '\f' || c == '\r';
}

bool is_alphanumeric(char c) {
  return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

/// The length of the token at the begin of `html`, which is not empty.
std::size_t token_length(std::string_view html) {
  const auto end_of = [&html](std::string_view stop, std::size_t from) {
    const std::size_t found = html.find(stop, from);
    return found == std::string_view::npos ? html.size() : found + stop.size();
  };
  if (html.starts_with("<!--")) return end_of("-->", 4);
  if (html.starts_with("<![CDATA[")) return end_of("]]>", 9);
  if (html.front() == '<') {
    const std::size_t stop = html.find_first_of("<>", 1);
    if (stop == std::string_view::npos) return html.size();
    return html[stop] == '>' ? stop + 1 : stop;
  }
  std::size_t length = 1;
  if (html.front() == '&') {
    while (length < html.size() && (is_alphanumeric(html[length]) || html[length] == '#')) ++length;
    return length < html.size() && html[length] == ';' ? length + 1 : length;
  }
  const bool space = is_space(html.front());
  while (length < html.size() && html[length] != '<' && html[length] != '&' && is_space(html[length]) == space)
    ++length;
  return length;
}

}  // namespace

std::span<const std::string_view> tag_names() {
  return kTagNames;
}

std::span<const std::string_view> alphabet() {
  return kAlphabet;
}

std::span<const InsertionContext> insertion_contexts() {
  return contexts();
}

std::span<const Context> fragment_contexts() {
  static const std::vector<Context> kContexts = {
      {0, "div"},           {0, "body"},     {0, "html"},   {0, "head"},     {0, "table"},
      {0, "tbody"},         {0, "tr"},       {0, "td"},     {0, "th"},       {0, "caption"},
      {0, "colgroup"},      {0, "select"},   {0, "option"}, {0, "template"}, {0, "frameset"},
      {0, "title"},         {0, "textarea"}, {0, "style"},  {0, "script"},   {0, "p"},
      {0, "form"},          {0, "noscript"}, {1, "svg"},    {1, "desc"},     {1, "title"},
      {1, "foreignObject"}, {1, "path"},     {2, "math"},   {2, "mi"},       {2, "annotation-xml"}};
  return kContexts;
}

std::vector<std::string_view> split_tokens(std::string_view html) {
  std::vector<std::string_view> tokens;
  while (!html.empty()) {
    const std::size_t length = token_length(html);
    tokens.push_back(html.substr(0, length));
    html.remove_prefix(length);
  }
  return tokens;
}

std::span<const std::string_view> attributes() {
  return kAttributes;
}

std::span<const std::string_view> texts() {
  return kTexts;
}

}  // namespace httparity::html

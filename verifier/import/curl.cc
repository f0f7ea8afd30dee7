#include <fmt/format.h>

#include <algorithm>
#include <array>

#include "base/base64.h"
#include "base/file.h"
#include "base/text.h"
#include "import/import.h"
#include "import/losses.h"
#include "import/shell_words.h"

namespace httparity {
namespace {

/// What an option of curl does to the request.
enum class CurlOption {
  kMethod,
  kHeader,
  kData,     ///< line ends are taken out of files only, and files aren't read
  kDataRaw,  ///< the same, and `@` means itself
  kDataJson,
  kGet,
  kHead,
  kCookie,
  kAgent,
  kReferer,
  kUser,
  kUrl,
  kCompressed,
  kIgnored,          ///< nothing of the request
  kIgnoredArgument,  ///< the same, with an argument
  kNotCarried,       ///< changes the request in a way that isn't carried; with an argument
};

struct OptionRow {
  std::string_view name;
  char letter;
  CurlOption option;
};

constexpr std::array<OptionRow, 41> kOptions = {{
    {"request", 'X', CurlOption::kMethod},
    {"header", 'H', CurlOption::kHeader},
    {"data", 'd', CurlOption::kData},
    {"data-ascii", 0, CurlOption::kData},
    {"data-binary", 0, CurlOption::kData},
    {"data-raw", 0, CurlOption::kDataRaw},
    {"json", 0, CurlOption::kDataJson},
    {"get", 'G', CurlOption::kGet},
    {"head", 'I', CurlOption::kHead},
    {"cookie", 'b', CurlOption::kCookie},
    {"user-agent", 'A', CurlOption::kAgent},
    {"referer", 'e', CurlOption::kReferer},
    {"user", 'u', CurlOption::kUser},
    {"url", 0, CurlOption::kUrl},
    {"compressed", 0, CurlOption::kCompressed},
    {"insecure", 'k', CurlOption::kIgnored},
    {"location", 'L', CurlOption::kIgnored},
    {"silent", 's', CurlOption::kIgnored},
    {"show-error", 'S', CurlOption::kIgnored},
    {"verbose", 'v', CurlOption::kIgnored},
    {"include", 'i', CurlOption::kIgnored},
    {"fail", 'f', CurlOption::kIgnored},
    {"globoff", 'g', CurlOption::kIgnored},
    {"remote-name", 'O', CurlOption::kIgnored},
    {"no-buffer", 'N', CurlOption::kIgnored},
    {"http1.1", 0, CurlOption::kIgnored},
    {"http2", 0, CurlOption::kIgnored},
    {"http3", 0, CurlOption::kIgnored},
    {"path-as-is", 0, CurlOption::kIgnored},
    {"ipv4", '4', CurlOption::kIgnored},
    {"ipv6", '6', CurlOption::kIgnored},
    {"output", 'o', CurlOption::kIgnoredArgument},
    {"max-time", 'm', CurlOption::kIgnoredArgument},
    {"connect-timeout", 0, CurlOption::kIgnoredArgument},
    {"write-out", 'w', CurlOption::kIgnoredArgument},
    {"cookie-jar", 'c', CurlOption::kIgnoredArgument},
    {"proxy", 'x', CurlOption::kIgnoredArgument},
    {"resolve", 0, CurlOption::kIgnoredArgument},
    {"form", 'F', CurlOption::kNotCarried},
    {"data-urlencode", 0, CurlOption::kNotCarried},
    {"upload-file", 'T', CurlOption::kNotCarried},
}};

bool takes_argument(CurlOption option) {
  return option != CurlOption::kGet && option != CurlOption::kHead && option != CurlOption::kCompressed &&
         option != CurlOption::kIgnored;
}

const OptionRow* find_long(std::string_view name) {
  const auto row =
      std::find_if(kOptions.begin(), kOptions.end(), [name](const OptionRow& each) { return each.name == name; });
  return row == kOptions.end() ? nullptr : &*row;
}

const OptionRow* find_short(char letter) {
  const auto row =
      std::find_if(kOptions.begin(), kOptions.end(), [letter](const OptionRow& each) { return each.letter == letter; });
  return row == kOptions.end() ? nullptr : &*row;
}

/// One command, read word by word.
class CurlCommand {
 public:
  /// nullopt and `why_not()` where the command can't be carried.
  std::optional<ImportedRequest> read(const std::vector<std::string>& words) {
    for (std::size_t place = 1; place < words.size() && why_not_.empty(); ++place) place = take(words, place);
    if (why_not_.empty() && !url_) why_not_ = "names no http or https URL";
    if (!why_not_.empty()) return std::nullopt;
    return build();
  }

  const std::string& why_not() const { return why_not_; }
  const std::vector<std::string>& notes() const { return notes_; }
  const std::optional<UrlParts>& url() const { return url_; }

 private:
  /// Takes the word at `place`; returns the place of the last word that it took.
  std::size_t take(const std::vector<std::string>& words, std::size_t place) {
    const std::string& word = words[place];
    if (word.size() < 2 || word[0] != '-') {
      set_url(word);
      return place;
    }
    if (word[1] == '-') return take_option(find_long(word.substr(2)), words, place, std::nullopt);
    for (std::size_t letter = 1; letter < word.size(); ++letter) {
      const OptionRow* row = find_short(word[letter]);
      if (row == nullptr || takes_argument(row->option)) {
        const std::string rest = word.substr(letter + 1);
        return take_option(row, words, place, rest.empty() ? std::nullopt : std::optional(rest));
      }
      apply(row->option, "");
    }
    return place;
  }

  std::size_t take_option(const OptionRow* row, const std::vector<std::string>& words, std::size_t place,
                          std::optional<std::string> argument) {
    if (row == nullptr) {
      why_not_ = fmt::format("has the option {}, which isn't known here", escape_bytes(words[place]));
      return place;
    }
    if (!takes_argument(row->option)) {
      apply(row->option, "");
      return place;
    }
    if (argument) {
      apply(row->option, *argument);
      return place;
    }
    if (place + 1 == words.size()) {
      why_not_ = fmt::format("ends behind {}", escape_bytes(words[place]));
      return place;
    }
    apply(row->option, words[place + 1]);
    if (row->option == CurlOption::kNotCarried) {
      why_not_ = fmt::format("has the option {}, which makes a body that isn't carried", escape_bytes(words[place]));
    }
    return place + 1;
  }

  void set_url(const std::string& text) {
    if (url_) {
      why_not_ = "names more than one URL";
      return;
    }
    url_ = split_url(text.find("://") == std::string::npos ? "http://" + text : text);
    if (!url_) why_not_ = "names no http or https URL";
  }

  void set_header(const std::string& line) {
    const std::size_t colon = line.find_first_of(":;");
    if (colon == std::string::npos) {
      why_not_ = "has a header without a colon";
      return;
    }
    const std::string name = line.substr(0, colon);
    std::string_view value = std::string_view(line).substr(colon + 1);
    while (value.starts_with(' ')) value.remove_prefix(1);
    if (line[colon] == ':' && value.empty()) {
      removed_.push_back(name);  // curl leaves its own field of that name out
    } else {
      fields_.emplace_back(name, std::string(value));
    }
  }

  void add_data(const std::string& data, bool at_is_file) {
    if (at_is_file && data.starts_with('@')) {
      why_not_ = "reads its body from a file";
      return;
    }
    if (body_) *body_ += "&";
    body_ = body_.value_or("") + data;
  }

  void apply(CurlOption option, const std::string& argument) {
    switch (option) {
      case CurlOption::kMethod:
        method_ = argument;
        break;
      case CurlOption::kHeader:
        set_header(argument);
        break;
      case CurlOption::kData:
      case CurlOption::kDataRaw:
        add_data(argument, option == CurlOption::kData);
        break;
      case CurlOption::kDataJson:
        if (argument.starts_with('@')) why_not_ = "reads its body from a file";
        body_ = body_.value_or("") + argument;
        is_json_ = true;
        break;
      case CurlOption::kGet:
        is_get_ = true;
        break;
      case CurlOption::kHead:
        is_head_ = true;
        break;
      case CurlOption::kCookie:
        if (argument.find('=') == std::string::npos) {
          why_not_ = "reads its cookies from a file";
        } else {
          fields_.emplace_back("Cookie", argument);
        }
        break;
      case CurlOption::kAgent:
        fields_.emplace_back("User-Agent", argument);
        break;
      case CurlOption::kReferer:
        fields_.emplace_back("Referer", argument);
        break;
      case CurlOption::kUser:
        fields_.emplace_back("Authorization", "Basic " + encode_base64(argument));
        break;
      case CurlOption::kUrl:
        set_url(argument);
        break;
      case CurlOption::kCompressed:
        if (!has("Accept-Encoding")) fields_.emplace_back("Accept-Encoding", "deflate, gzip, br, zstd");
        notes_.emplace_back("asks --compressed: which codings curl asks for depends on its build");
        break;
      case CurlOption::kIgnored:
      case CurlOption::kIgnoredArgument:
      case CurlOption::kNotCarried:
        break;
    }
  }

  bool has(std::string_view name) const {
    const auto is_named = [name](const auto& each) { return equal_ignoring_case(each, name); };
    return std::any_of(fields_.begin(), fields_.end(), [&](const auto& field) { return is_named(field.first); }) ||
           std::any_of(removed_.begin(), removed_.end(), is_named);
  }

  std::optional<ImportedRequest> build() {
    ImportedRequest request;
    request.target = url_->target;
    if (is_get_ && body_) {
      request.target += (request.target.find('?') == std::string::npos ? "?" : "&") + *body_;
      body_.reset();
    }
    request.body = body_;
    request.method = !method_.empty() ? method_ : is_head_ ? "HEAD" : body_ ? "POST" : "GET";
    // What curl sends by itself, in the order in which it does.
    if (!has("Host")) request.fields.emplace_back("Host", url_->authority);
    if (!has("User-Agent")) notes_.emplace_back("has no User-Agent: curl would send its own version");
    if (!has("Accept")) request.fields.emplace_back("Accept", is_json_ ? "application/json" : "*/*");
    request.fields.insert(request.fields.end(), fields_.begin(), fields_.end());
    if (body_ && !has("Content-Type")) {
      request.fields.emplace_back("Content-Type", is_json_ ? "application/json" : "application/x-www-form-urlencoded");
    }
    if (has("Authorization"))
      notes_.emplace_back("carries its Authorization field as it is: see that no secret is given away");
    if (has("Cookie")) notes_.emplace_back("carries its cookies as they are: see that no secret is given away");
    return request;
  }

  std::string why_not_;
  std::vector<std::string> notes_;
  std::optional<UrlParts> url_;
  std::string method_;
  std::vector<std::pair<std::string, std::string>> fields_;
  std::vector<std::string> removed_;
  std::optional<std::string> body_;
  bool is_get_ = false;
  bool is_head_ = false;
  bool is_json_ = false;
};

bool breaks_lines(const ImportedRequest& request) {
  const auto breaks = [](std::string_view text) {
    return text.find_first_of(std::string_view("\r\n\0", 3)) != std::string_view::npos;
  };
  return breaks(request.target) || breaks(request.method) || request.method.find_first_of(" \t") != std::string::npos ||
         std::any_of(request.fields.begin(), request.fields.end(), [&breaks](const auto& field) {
           return field.first.empty() || breaks(field.first) || breaks(field.second);
         });
}

}  // namespace

Import parse_curl(std::string_view text, const ImportOptions& options) {
  Import import;
  LossCounter losses;
  std::optional<std::string> origin = options.origin;
  for (const ShellCommand& words : shell_commands(text)) {
    const std::string where = fmt::format("line {}", words.line);
    if (words.words[0] != "curl") {
      losses.add("a command that is not curl", where);
      continue;
    }
    CurlCommand command;
    auto request = words.is_plain ? command.read(words.words) : std::nullopt;
    if (!request) {
      losses.add(words.is_plain ? "the command " + command.why_not() : "the command needs a shell to be worked out",
                 where);
      continue;
    }
    if (!origin) origin = command.url()->origin;
    if (command.url()->origin != *origin) {
      losses.add(fmt::format("a request to another origin, {}", escape_bytes(command.url()->origin)), where);
    } else if (breaks_lines(*request)) {
      losses.add("a request with a line end where no line can hold it", where);
    } else if (import.requests.size() == options.requests) {
      losses.add(fmt::format("a request behind the first {}", options.requests), where);
    } else {
      for (const std::string& note : command.notes()) losses.add(note, where);
      import.requests.push_back(std::move(*request));
    }
  }
  import.losses = std::move(losses).take();
  return import;
}

Result<Import> import_curl(const std::string& path, const ImportOptions& options) {
  const auto text = read_file(path, options.bytes);
  if (!text) return text.error();
  return parse_curl(*text, options);
}

}  // namespace httparity

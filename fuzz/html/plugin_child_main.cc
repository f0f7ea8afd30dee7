// httparity-html-child ADAPTER.so [OPTIONS]: a parser of adapter_abi.h in a process of its own, speaking frames.h on
// stdin and stdout. It's what replays a finding in a fresh process, and what keeps a parser that aborts apart.
#include <unistd.h>

#include <cstdio>

#include "fuzz/html/dump.h"
#include "fuzz/html/frames.h"
#include "fuzz/html/plugin.h"
#include "fuzz/html/serialise.h"

namespace {

using namespace httparity::html;

bool read_exactly(std::string& out, std::size_t size) {
  out.resize(size);
  return std::fread(out.data(), 1, size, stdin) == size;
}

bool write_all(const std::string& bytes) {
  return std::fwrite(bytes.data(), 1, bytes.size(), stdout) == bytes.size() && std::fflush(stdout) == 0;
}

int status_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::kParsed:
      return HP_HTML_OK;
    case Outcome::kUnsupported:
      return HP_HTML_UNSUPPORTED;
    case Outcome::kLimit:
      return HP_HTML_LIMIT;
    default:
      return HP_HTML_PANIC;
  }
}

void append_answer(std::string& reply, const FrameRequest& request, Answer answer) {
  if (answer.outcome == Outcome::kParsed && request.mode == FrameMode::kDump) answer.bytes = dump_tree(answer.bytes);
  if (answer.outcome == Outcome::kParsed && request.mode == FrameMode::kSerialise) {
    answer.bytes = serialise_tree(answer.bytes, {.scripting = request.input.scripting});
  }
  if (request.mode == FrameMode::kErrors) answer = {};
  append_reply(reply, status_of(answer.outcome), answer.bytes);
}

int serve(Parser& parser, const std::string& hello) {
  std::string bytes;
  append_header(bytes, {static_cast<std::uint32_t>(hello.size()), 0});
  if (!write_all(bytes + hello)) return 1;
  std::string body;
  std::string reply;
  while (read_exactly(bytes, kFrameHeaderBytes)) {
    const FrameHeader header = read_header(bytes);
    if (header.bytes > kMaxFrameBytes || !read_exactly(body, header.bytes)) return 1;
    reply.assign(kFrameHeaderBytes, '\0');
    std::string_view rest = body;
    FrameRequest request;
    for (std::uint32_t i = 0; i < header.count; ++i) {
      if (!take_request(rest, request)) return 1;
      append_answer(reply, request, parse_one(parser, request.input));
    }
    std::string begin;
    append_header(begin, {static_cast<std::uint32_t>(reply.size() - kFrameHeaderBytes), header.count});
    reply.replace(0, begin.size(), begin);
    if (!write_all(reply)) return 1;
  }
  return 0;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2 && count != 3) {
    std::fprintf(stderr, "usage: httparity-html-child ADAPTER.so [OPTIONS]\n");
    return 2;
  }
  const auto parser = load_plugin(words[1], count == 3 ? words[2] : "");
  if (!parser) {
    std::fprintf(stderr, "%s\n", parser.error().what.c_str());
    return 2;
  }
  return serve(**parser, info_json((*parser)->info()));
}

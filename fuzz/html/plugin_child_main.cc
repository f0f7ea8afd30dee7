// httparity-html-child ADAPTER.so [OPTIONS]: a parser of adapter_abi.h in a process of its own, speaking frames.h on
// stdin and stdout. It's what replays a finding in a fresh process, and what keeps a parser that aborts apart.
//
// httparity-html-child --bytes PARSER: any parser of trees as one that answers with the standard's serialisation.
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <string_view>
#include <vector>

#include "fuzz/html/dump.h"
#include "fuzz/html/frames.h"
#include "fuzz/html/open_parser.h"
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
  const bool wants_bytes = request.mode == FrameMode::kSerialise || request.mode == FrameMode::kText;
  // Dumps have no order of attributes: there is nothing to serialise.
  if (request.mode == FrameMode::kErrors || (wants_bytes && answer.form == AnswerForm::kDump)) answer = {};
  if (answer.outcome == Outcome::kParsed && answer.form == AnswerForm::kTape) {
    if (request.mode == FrameMode::kDump) answer.bytes = dump_tree(answer.bytes);
    if (wants_bytes) answer.bytes = serialise_tree(answer.bytes, {.scripting = request.input.scripting});
  }
  append_reply(reply, status_of(answer.outcome), answer.bytes);
}

/// Answers a frame's requests, in batches as a parser in a process of its own likes them.
void append_answers(std::string& reply, Parser& parser, const std::vector<FrameRequest>& requests) {
  std::vector<HtmlCase> batch;
  std::vector<Answer> answers;
  for (std::size_t done = 0; done < requests.size(); done += batch.size()) {
    batch.clear();
    for (std::size_t i = done; i < std::min(requests.size(), done + Parser::kBatch); ++i) {
      batch.push_back(requests[i].input);
    }
    parser.submit(batch);
    parser.collect(answers);
    for (std::size_t i = 0; i < batch.size(); ++i) {
      append_answer(reply, requests[done + i], std::move(answers[i]));
    }
  }
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
    std::vector<FrameRequest> requests(std::min(header.count, header.bytes));
    for (FrameRequest& request : requests) {
      if (!take_request(rest, request)) return 1;
    }
    append_answers(reply, parser, requests);
    if (!parser.failure().empty()) return 1;
    std::string begin;
    append_header(begin, {static_cast<std::uint32_t>(reply.size() - kFrameHeaderBytes), header.count});
    reply.replace(0, begin.size(), begin);
    if (!write_all(reply)) return 1;
  }
  return 0;
}

int fail(const std::string& why) {
  std::fprintf(stderr, "%s\n", why.c_str());
  return 2;
}

}  // namespace

int main(int count, char** words) {
  if (count != 2 && count != 3) {
    return fail("usage: httparity-html-child ADAPTER.so [OPTIONS]\n       httparity-html-child --bytes PARSER");
  }
  if (std::string_view(words[1]) == "--bytes" && count == 3) {
    const auto parser = open_parser(words[2]);
    if (!parser) return fail(parser.error().what);
    ParserInfo info = (*parser)->info();
    info.name = "bytes:" + info.name;
    info.text = true;
    return serve(**parser, info_json(info));
  }
  const auto parser = load_plugin(words[1], count == 3 ? words[2] : "");
  if (!parser) return fail(parser.error().what);
  return serve(**parser, info_json((*parser)->info()));
}

#include "wire/make_exchange.h"

#include <utility>

namespace httparity {

StreamEnd stream_end(Fate fate) {
  switch (fate) {
    case Fate::kFin:
      return StreamEnd::kFin;
    case Fate::kCut:
    case Fate::kRst:
      return StreamEnd::kRst;
    case Fate::kOpen:
    case Fate::kStall:
      return StreamEnd::kSilence;
  }
  return StreamEnd::kSilence;
}

Exchange make_exchange(std::string request, std::string_view received, Fate fate, const Limits& limits) {
  Exchange exchange;
  exchange.request = index_message(std::move(request));
  ResponseReader reader(request_method(exchange.request), limits);
  const std::size_t taken = reader.feed(received);
  reader.end(stream_end(fate));
  ReadResponse read = reader.take();
  exchange.interims = std::move(read.interims);
  exchange.response = std::move(read.response);
  exchange.framing = std::move(read.framing);
  exchange.surplus = received.substr(taken);
  exchange.fate = fate;
  return exchange;
}

}  // namespace httparity

#include "transport/options.h"
#include "transport/transport_error.h"

namespace httparity {

const char* time_limit_name(TimeLimit limit) {
  switch (limit) {
    case TimeLimit::kFirstByte:
      return "first-byte";
    case TimeLimit::kIdle:
      return "idle";
    case TimeLimit::kTotal:
      return "total";
  }
  return "";
}

const char* transport_error_name(TransportError::Kind kind) {
  switch (kind) {
    case TransportError::Kind::kResolve:
      return "resolve";
    case TransportError::Kind::kRefused:
      return "refused";
    case TransportError::Kind::kConnect:
      return "connect";
    case TransportError::Kind::kConnectTimeout:
      return "connect-timeout";
    case TransportError::Kind::kTlsHandshake:
      return "tls-handshake";
    case TransportError::Kind::kTlsVerify:
      return "tls-verify";
    case TransportError::Kind::kLocal:
      return "local";
    case TransportError::Kind::kInterrupted:
      return "interrupted";
  }
  return "";
}

}  // namespace httparity

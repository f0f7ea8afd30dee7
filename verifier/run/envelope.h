#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <vector>

#include "result/run_result.h"
#include "run/verify.h"
#include "transport/peer_identity.h"

namespace httparity {

/// The envelope of a run of `command` that begins now: the machine and the moment.
Envelope begin_envelope(const std::string& command);

/// The envelope of a run that begins now: the machine, the plan, how to replay.
Envelope open_envelope(const std::string& command, const VerifyOptions& options);

/// What TLS showed of a side, as facts and warnings of its identity.
void add_peer_identity(TargetIdentity& target, const PeerIdentity& identity);

/// Warns where the port served fewer certificates than its reference: a browser may forgive that, others don't.
void compare_chains(const PeerIdentity& reference, const PeerIdentity& port, TargetIdentity& target);

}  // namespace httparity

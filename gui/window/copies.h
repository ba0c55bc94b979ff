#pragma once
// Copies are from GPU to GPU: where a run has nothing else, pictures name GPUs; elsewhere they name ranks.

#include "core/trace.h"

namespace commlab {

// Messages from one to one, and nothing that is done by a group.
inline bool has_only_messages(const Trace& trace) {
  return trace.collective.kind == CollectiveKind::p2p && !trace.transfers.empty() && trace.groups.empty();
}

// A script's messages are between its ranks, and follow no algorithm.
inline bool has_only_copies(const Trace& trace) {
  return has_only_messages(trace) && !trace.algorithm.empty();
}

}  // namespace commlab

#pragma once
// Copies are from GPU to GPU: where a run has nothing else, pictures and captions name GPUs; elsewhere they
// name ranks.

#include <string>

#include <fmt/format.h>

#include "core/trace/trace.h"

namespace commlab {

// Messages from one to one, and nothing that is done by a group.
inline bool has_only_messages(const Trace& trace) {
  return trace.collective.kind == CollectiveKind::p2p && !trace.transfers.empty() && trace.groups.empty();
}

// Also of a machine on which copies are to run and nothing runs yet. A script's messages are between its
// ranks, and follow no algorithm.
inline bool has_only_copies(const Trace& trace) {
  return trace.collective.kind == CollectiveKind::p2p && trace.groups.empty() && !trace.algorithm.empty();
}

// "GPU 3" of copies, else "rank 3".
inline std::string name_of_end(const Trace& trace, Rank rank) {
  return fmt::format("{} {}", has_only_copies(trace) ? "GPU" : "rank", rank);
}

}  // namespace commlab

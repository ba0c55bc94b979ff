#pragma once
// A schedule over NCCL: messages go in rounds, each a group of ncclSend and ncclRecv, and a rank works on
// what came between one round and the next.
//
//   rank 0   |round 1: send, recv| reduce |round 2: send, recv| copy | ...
//   rank 1   |round 1: send, recv| reduce |round 2: send, recv| copy | ...
//
// A group is done when all its messages are, so a message must have the same round on both sides, and
// no round may need a later one: then every rank that goes through its rounds in order gets through.
// A message's round is the first after all that its send comes after (its lane, its dependencies, and the
// receive that frees its slot); so lanes without dependencies move side by side, and pieces follow one
// another as they would by themselves.

#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/issue_order.h"

namespace commlab {

struct NcclRounds {
  int rounds = 0;               // numbered from 1
  std::vector<int> of_message;  // in which it goes
  std::vector<int> after;       // of each instruction: after which it is done; 0: before the first
};

// REQUIRES: order = issue_order(programs).
// Errors: an instruction that NCCL's messages cannot do (fused, or on a group's memory), and what to use
// instead.
Result<NcclRounds> nccl_rounds(const Programs&, const IssueOrder&);

}  // namespace commlab

#pragma once
// A schedule over NCCL sends its messages in rounds. A round is a group of ncclSend and ncclRecv; between two
// rounds a rank works on what it received.
//
//   rank 0   |round 1: send, recv| reduce |round 2: send, recv| copy | ...
//   rank 1   |round 1: send, recv| reduce |round 2: send, recv| copy | ...
//
// A group is done when all its messages are done. So a message must be in the same round on both sides, and
// no round may depend on a later one: then all ranks finish their rounds in order. A message is in the first
// round after everything that its send waits for: its lane, its dependencies, and the receive that frees its
// slot. So independent lanes run in parallel, and pieces follow each other without gaps.

#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/issue_order.h"

namespace commlab {

struct NcclRounds {
  int rounds = 0;               // numbered from 1
  std::vector<int> of_message;  // the round of each message
  std::vector<int> after;       // the round after which each instruction is done; 0: before the first
};

// REQUIRES: order = issue_order(programs). Errors: an instruction that NCCL's messages cannot do (fused, or
// on a group's memory). The message says what to use instead.
Result<NcclRounds> nccl_rounds(const Programs&, const IssueOrder&);

}  // namespace commlab

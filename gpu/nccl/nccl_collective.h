#pragma once
// A Collective as a call of NCCL by one rank: which function, which type, which part of the rank's memory.
// Call it inside a group, once for every rank of the process.

#include <nccl.h>

#include "core/collective/collective.h"
#include "gpu/nccl/nccl_calls.h"
#include "gpu/rank_memory.h"

namespace commlab {

ncclDataType_t nccl_type(DataType);
ncclRedOp_t nccl_op(ReduceOp);

// One rank's part of a collective. Input and output are laid out as Collective says.
struct NcclCall {
  const Collective& collective;
  NcclMembers::Here here;
  std::byte* input;
  std::byte* output;
  ncclComm_t communicator;
  cudaStream_t stream;
};

// Calls NCCL's own function, or ncclSend and ncclRecv if the loaded library has none: gather, scatter and
// all_to_all exist since 2.28; p2p, sendrecv, and an all_to_all with uneven counts are always messages.
bool enqueue(NcclCalls&, const NcclCall&);

// Returns an error if NCCL cannot do it: in place, an all_to_all or a sendrecv would overwrite data that is
// still to be sent.
Status nccl_can_do(const Collective&);
// Whether NCCL chooses an algorithm for it with its own model. There is none for sends and receives; one rank
// only copies.
bool nccl_chooses_for(const Collective&);

}  // namespace commlab

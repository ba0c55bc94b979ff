#pragma once
// A Collective as a call of NCCL by one rank: which function, which type, which part of the rank's memory.
// Call it inside a group, once for every rank of the process.

#include <nccl.h>

#include "core/collective/collective.h"
#include "gpu/nccl/nccl_calls.h"
#include "gpu/rank_memory.h"

namespace commlab {

// NCCL's type for it. Floats of 8 bits that are only moved are bytes, so that every version of NCCL and every
// GPU can move them.
ncclDataType_t nccl_type(const Collective&);
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

// Returns an error if this version of NCCL cannot do it: in place, an all_to_all or a sendrecv would
// overwrite data that is still to be sent; before 2.24, there are no floats of 8 bits.
Status nccl_can_do(const Collective&, int version);
// Returns an error if NCCL cannot do it on a GPU of this compute capability (90: 9.0). It refuses to reduce
// floats of 8 bits before 9.0 (taskAppend() in its src/enqueue.cc: "FP8 reduction support begins with sm90").
Status nccl_can_do_on_gpu(const Collective&, int gpu, int compute_capability);
// Whether NCCL chooses an algorithm for it with its own model. There is none for sends and receives; one rank
// only copies.
bool nccl_chooses_for(const Collective&);

}  // namespace commlab

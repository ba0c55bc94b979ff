#pragma once
// A Collective as NCCL calls it, for one rank: which function, which type, which part of the rank's memory.
// To be called inside a group, once for every rank of the process.

#include <nccl.h>

#include "core/collective/collective.h"
#include "gpu/nccl/nccl_calls.h"
#include "gpu/rank_memory.h"

namespace commlab {

ncclDataType_t nccl_type(DataType);
ncclRedOp_t nccl_op(ReduceOp);

// Where a rank's part of a collective lies and goes; both as Collective lays them out.
struct NcclCall {
  const Collective& collective;
  NcclMembers::Here here;
  std::byte* input;
  std::byte* output;
  ncclComm_t communicator;
  cudaStream_t stream;
};

// By NCCL's own function where it has one; gather, scatter and all_to_all since 2.28, else by_messages(); p2p
// and sendrecv are messages always.
bool enqueue(NcclCalls&, const NcclCall&);
// The same by ncclSend and ncclRecv: of what moves blocks and does not reduce.
bool by_messages(NcclCalls&, const NcclCall&);

// Only where NCCL can do it: in place, an all_to_all and a sendrecv would overwrite what is still to be sent.
Status nccl_can_do(const Collective&);
// Whether NCCL chooses an algorithm for it, by a model of its own: sends and receives have none, and one rank
// copies.
bool nccl_chooses_for(const Collective&);

}  // namespace commlab

#pragma once
// One rank's part of an operation of the paper NCCL, and what a collective does to all ranks' memory.

#include <cstddef>
#include <memory>
#include <vector>

#include <nccl.h>

namespace commlab::paper_nccl {

enum class Kind {
  broadcast,
  reduce,
  all_reduce,
  all_gather,
  reduce_scatter,
  gather,
  scatter,
  all_to_all,
  send,
  receive
};

struct Operation {
  Kind kind;
  const std::byte* from = nullptr;
  std::byte* into = nullptr;
  std::size_t count = 0;
  ncclDataType_t type = ncclUint8;
  ncclRedOp_t op = ncclSum;
  int root = 0;  // or the peer of a send or receive
  ncclComm_t comm = nullptr;
  cudaStream_t stream = nullptr;
  int number = 0;  // a collective's number within its communicator
  bool arrived = false;
  bool done = false;
};
using Shared = std::shared_ptr<Operation>;

std::size_t bytes_of(const Operation&);
// Whether NCCL of this version takes the operation's type on a GPU of this architecture: floats of 8 bits
// exist since 2.24, and are reduced since sm_90.
bool takes_type(const Operation&, int version, int architecture);

// Carries out a collective, given the calls of all its ranks in order of rank; all of them are done then.
// REQUIRES: the calls are no sends or receives, and fit together.
void perform(const std::vector<Shared>& calls);

}  // namespace commlab::paper_nccl

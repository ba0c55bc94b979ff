#pragma once
// NCCL's calls, checked. A communicator that does not block answers ncclInProgress where others would wait:
// that is no failure.

#include <source_location>

#include <nccl.h>

#include "gpu/cuda/checked_calls.h"
#include "gpu/nccl/nccl_backend.h"

namespace commlab {

class NcclCalls : public CheckedCalls {
 public:
  // calls.ok(ncclSend(...), "ncclSend", here): whether it, and all before, succeeded or are under way. A
  // failure is told with the rank and its GPU, and what NCCL says of its cause.
  bool ok(ncclResult_t code, const char* call, NcclMembers::Here,
          std::source_location place = std::source_location::current());
  // Of what no rank does: groups and ids.
  bool ok(ncclResult_t code, const char* call, std::source_location place = std::source_location::current());

 private:
  bool ok(ncclResult_t code, const char* call, const NcclMembers::Here*, std::source_location place);
};

}  // namespace commlab

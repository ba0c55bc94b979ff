#pragma once
// Calls of NCCL, checked. Communicators block here, so ncclInProgress is a failure, too.

#include <source_location>

#include <nccl.h>

#include "gpu/cuda/checked_calls.h"
#include "gpu/nccl/nccl_backend.h"

namespace commlab {

class NcclCalls : public CheckedCalls {
 public:
  // calls.ok(ncclSend(...), "ncclSend", here): whether this call and all before it succeeded. The error names
  // the rank, its GPU, and the cause that NCCL tells.
  bool ok(ncclResult_t code, const char* call, NcclMembers::Here,
          std::source_location place = std::source_location::current());
  // For calls that belong to no rank: groups and ids.
  bool ok(ncclResult_t code, const char* call, std::source_location place = std::source_location::current());

 private:
  bool ok(ncclResult_t code, const char* call, const NcclMembers::Here*, std::source_location place);
};

}  // namespace commlab

#pragma once
// Every call of NCCL is checked. The first that fails is remembered, with its place and what NCCL says of it.
// A communicator that does not block answers ncclInProgress where others would wait: that is no failure.

#include <source_location>

#include <nccl.h>

#include "core/error.h"

namespace commlab {

class NcclCalls {
 public:
  // calls.ok(ncclSend(...), "ncclSend"): whether it, and all before, succeeded or are under way.
  bool ok(ncclResult_t code, const char* call, std::source_location place = std::source_location::current());
  // Of the first failure: the call, NCCL's words for it and for its cause, file and line.
  const Status& status() const { return status_; }

 private:
  Status status_;
};

}  // namespace commlab

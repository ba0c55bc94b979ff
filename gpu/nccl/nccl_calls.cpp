#include "gpu/nccl/nccl_calls.h"

#include "gpu/cuda/cuda_calls.h"

namespace commlab {
namespace {

// NCCL keeps one text for all communicators of a process.
std::string last_error() {
  const char* const text = ncclGetLastError(nullptr);
  return text == nullptr || *text == '\0' ? std::string() : fmt::format(" ({})", text);
}

}  // namespace

bool NcclCalls::ok(ncclResult_t code, const char* call, NcclMembers::Here here, std::source_location place) {
  return ok(code, call, &here, place);
}

bool NcclCalls::ok(ncclResult_t code, const char* call, std::source_location place) {
  return ok(code, call, nullptr, place);
}

bool NcclCalls::ok(ncclResult_t code, const char* call, const NcclMembers::Here* here,
                   std::source_location place) {
  if (code == ncclSuccess || !status()) return status().has_value();
  const std::string cause = code == ncclInProgress ? "it did not block; unset NCCL_COMM_BLOCKING"
                                                   : ncclGetErrorString(code) + last_error();
  const std::string whose =
      here == nullptr ? "" : fmt::format(" of rank {} on {}", here->rank, gpu_text(here->gpu));
  remember(fmt::format("{}{} failed: {}", call, whose, cause), place);
  return false;
}

}  // namespace commlab

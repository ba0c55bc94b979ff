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
  if (code == ncclSuccess || code == ncclInProgress || !status()) return status().has_value();
  const std::string cause = ncclGetErrorString(code) + last_error();  // before another call is made
  const std::string whose =
      here == nullptr ? "" : fmt::format(" of rank {} on {}", here->rank, gpu_text(here->gpu));
  remember(fmt::format("{}{} failed: {}", call, whose, cause), place);
  return false;
}

}  // namespace commlab

#include "gpu/nccl/nccl_calls.h"

namespace commlab {
namespace {

// NCCL keeps one text for all communicators of a process.
std::string last_error() {
  const char* const text = ncclGetLastError(nullptr);
  return text == nullptr || *text == '\0' ? std::string() : fmt::format(" ({})", text);
}

}  // namespace

bool NcclCalls::ok(ncclResult_t code, const char* call, std::source_location place) {
  if (code == ncclSuccess || code == ncclInProgress || !status()) return status().has_value();
  remember(fmt::format("{} failed: {}{}", call, ncclGetErrorString(code), last_error()), place);
  return false;
}

}  // namespace commlab

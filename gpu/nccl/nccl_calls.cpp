#include "gpu/nccl/nccl_calls.h"

#include <string_view>

namespace commlab {
namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// NCCL keeps one text for all communicators of a process.
std::string last_error() {
  const char* const text = ncclGetLastError(nullptr);
  return text == nullptr || *text == '\0' ? std::string() : fmt::format(" ({})", text);
}

}  // namespace

bool NcclCalls::ok(ncclResult_t code, const char* call, std::source_location place) {
  if (code != ncclSuccess && code != ncclInProgress && status_)
    status_ = fail(Fault::runtime, "{} failed: {}{}, at {}:{}", call, ncclGetErrorString(code), last_error(),
                   file_name(place.file_name()), place.line());
  return status_.has_value();
}

}  // namespace commlab

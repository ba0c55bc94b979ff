#include "gpu/cuda/checked_calls.h"

#include <cassert>

namespace commlab {
namespace {

std::string_view file_name(std::string_view path) { return path.substr(path.rfind('/') + 1); }

}  // namespace

void CheckedCalls::remember(std::string_view failure, std::source_location place) {
  assert(status_ && "only the first failure is remembered");
  status_ = fail(Fault::runtime, "{}, at {}:{}", failure, file_name(place.file_name()), place.line());
}

}  // namespace commlab

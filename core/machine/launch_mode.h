#pragma once
// Who starts the work of the GPUs, call after call.

#include <cstdint>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

enum class LaunchMode : std::uint8_t {
  processes,  // a process for each GPU, all at once
  thread,     // one thread starts the GPUs one after another: a call takes at least as long as all starts
  graph,      // the GPUs replay a CUDA graph
};
std::string_view name_of(LaunchMode);
Result<LaunchMode> parse_launch_mode(std::string_view);

}  // namespace commlab

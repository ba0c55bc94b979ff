#pragma once
// Processors, memory and NUMA nodes, as /proc and /sys report them.

#include <filesystem>

#include "core/machine_text/computer.h"

namespace commlab {

// `root` is "/", and another folder in tests.
void add_host(Computer&, const std::filesystem::path& root);

}  // namespace commlab

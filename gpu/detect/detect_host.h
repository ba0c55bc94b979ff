#pragma once
// Processors, memory and NUMA nodes, as /proc and /sys tell them.

#include <filesystem>

#include "core/computer.h"

namespace commlab {

// `root` is "/", and another folder in tests.
void add_host(Computer&, const std::filesystem::path& root);

}  // namespace commlab

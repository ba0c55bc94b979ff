#pragma once
// Every file of a user is read here: regular files, pipes, and standard input. The size is bounded, so that
// an endless file is refused and no file fills the memory.

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

// For what people and tools write. The largest such file known, NCCL's topology of 256 GPUs, has 1 MiB.
inline constexpr Bytes most_text{16 << 20};

// An error names the path and the reason: a folder, no such file, no permission, longer than `most`. A device
// must be at its end, as /dev/null is. A pipe may take its time, but must be opened by a writer within
// 5 seconds.
Result<std::string> read_file(const std::filesystem::path&, Bytes most = most_text);

Result<std::string> read_standard_input(Bytes most = most_text);

}  // namespace commlab

#pragma once
// Files that may be compressed by gzip, as torch.profiler and browsers write traces (trace.json.gz). zlib is
// loaded when the first such file is read.

#include <filesystem>
#include <string>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

// As read_file(), but what gzip has compressed is unpacked, whatever the file's name is. `most` bounds both.
// Further errors, each of which names the file: a few bytes would fill the memory; memory ran out; the
// compressed data are damaged or end too early; zlib is not installed (Fault::runtime).
Result<std::string> read_unpacked(const std::filesystem::path&, Bytes most);

}  // namespace commlab

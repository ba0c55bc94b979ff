#pragma once
// Writes and reads traces as files.

#include <filesystem>

#include "core/base/error.h"
#include "core/trace/trace.h"

namespace commlab {

// The native file: a header of JSON and arrays of fixed records; opens in milliseconds.
Status write_trace(const Trace&, const std::filesystem::path&);
Result<Trace> read_trace(const std::filesystem::path&);

}  // namespace commlab

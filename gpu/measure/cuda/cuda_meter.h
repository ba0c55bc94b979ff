#pragma once
// The GPUs of this computer as a meter. Where CMake found no CUDA Toolkit, cuda_meter_none.cpp replaces
// cuda_meter.cpp and reports that.

#include <filesystem>

#include "core/experiment/meter.h"

namespace commlab {

// `root` is where /sys is, which tells which processors are near a GPU; another folder in tests.
Meter cuda_meter(const std::filesystem::path& root = "/");

}  // namespace commlab

#pragma once
// The GPUs of this computer as a meter. Where CMake found no CUDA Toolkit, cuda_meter_none.cpp replaces
// cuda_meter.cpp and reports that.

#include "core/experiment/meter.h"

namespace commlab {

Meter cuda_meter();

}  // namespace commlab

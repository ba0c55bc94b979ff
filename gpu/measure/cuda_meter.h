#pragma once
// The GPUs of this computer as a meter. Built from gpu/measure/cuda/ where CMake found the CUDA Toolkit, else
// from gpu/measure/cuda_meter_none.cpp.

#include "core/experiment/meter.h"

namespace commlab {

Meter cuda_meter();

}  // namespace commlab

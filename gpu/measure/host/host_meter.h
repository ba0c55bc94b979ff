#pragma once
// The host as a meter: what its processors and its memory do, with threads that are kept on processors.

#include "core/experiment/meter.h"

namespace commlab {

Meter host_meter();

}  // namespace commlab

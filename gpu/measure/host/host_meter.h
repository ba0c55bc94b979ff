#pragma once
// The host as a meter: measures its processors and its memory with threads that stay on their processors.

#include "core/experiment/meter.h"

namespace commlab {

Meter host_meter();

}  // namespace commlab

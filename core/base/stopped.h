#pragma once
// The error of work that ends because its stop was asked for.

#include "core/base/error.h"

namespace commlab {

inline tl::unexpected<Error> stopped() { return fail(Fault::runtime, "stopped"); }

}  // namespace commlab

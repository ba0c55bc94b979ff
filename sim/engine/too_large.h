#pragma once
// The errors of a run whose time or bytes do not fit into 63 bits.

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/programs/programs.h"

namespace commlab {

// The simulated time would be `never`.
Error too_long(const Programs&, const Machine&);
// The bytes that cross all links together would be `endless`.
Error too_many_bytes(const Programs&, const Machine&);

}  // namespace commlab

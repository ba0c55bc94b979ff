#pragma once
// Finds the mistakes in Programs that can be found without playing them.

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// Checks the programs without playing them: peers, dependencies, blocks and parts exist, every access is
// inside a buffer that the rank has, a connection has one lane at each end, and nothing writes the input out
// of place.
Status check_form(const Programs&);

}  // namespace commlab

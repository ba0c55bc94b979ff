#pragma once
// Too little memory is an error before anything is allocated. It says which size would fit.

#include <string_view>

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// The memory of all ranks' buffers, times `copies`. To keep a run's buffers takes two: its inputs and its
// outputs. A check on the host takes three: inputs, the expected outputs, and the outputs found.
Bytes memory_of_buffers(const Programs&, int copies);

// `where` says which memory it is: "" or " on GPU 2". Error (Fault::runtime): more is needed than available.
Status check_fits(const Programs&, Bytes needed, Bytes available, std::string_view where = "");
// Error (Fault::runtime): so much memory that the sum over all ranks does not fit into 63 bits.
Status check_countable(const Programs&, Bytes available);

}  // namespace commlab

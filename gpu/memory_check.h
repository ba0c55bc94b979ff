#pragma once
// Too little memory is told before anything is allocated, with the size that would fit.

#include <string_view>

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// What all ranks' buffers take, `copies` of each: the host's side of a check holds three, as given, as they
// must be, and as found.
Bytes memory_of_buffers(const Programs&, int copies);

// `where` says whose memory it is: "" or " on GPU 2". Errors (Fault::runtime): more needed than available.
Status check_fits(const Programs&, Bytes needed, Bytes available, std::string_view where = "");
// Errors (Fault::runtime): so much that its sum over all ranks would be no number of 63 bits.
Status check_countable(const Programs&, Bytes available);

}  // namespace commlab

#pragma once
// Helpers shared by the tests of gpu/net/: connected sockets, and a count of what is left behind.

#include <utility>

#include <gtest/gtest.h>

#include "gpu/net/sockets/descriptor.h"
#include "tests/patience.h"

namespace commlab {

// Two ends of a TCP connection over loopback.
std::pair<Descriptor, Descriptor> connected_sockets();

// The descriptors and threads of this process: counts before and after show what leaked.
struct Holdings {
  std::ptrdiff_t descriptors;
  std::ptrdiff_t threads;
};
Holdings holdings();
// A joined thread may still be listed for a moment, so this waits until there are no more than before.
testing::AssertionResult nothing_leaked_since(const Holdings& before);

}  // namespace commlab

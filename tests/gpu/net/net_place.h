#pragma once
// What the tests of gpu/net/ share: connected sockets, and a count of what is left behind.

#include <utility>

#include <gtest/gtest.h>

#include "gpu/net/sockets/descriptor.h"
#include "tests/patience.h"

namespace commlab {

// Two ends of a TCP connection over loopback.
std::pair<Descriptor, Descriptor> connected_sockets();

// What this process holds: counted before and after, they tell what leaked.
struct Holdings {
  std::ptrdiff_t descriptors;
  std::ptrdiff_t threads;
};
Holdings holdings();
// A thread that was joined may still be listed for a moment: waits until there is no more than before.
testing::AssertionResult nothing_leaked_since(const Holdings& before);

}  // namespace commlab

#pragma once
// What the tests of gpu/net/ share: connected sockets, deadlines, and a count of what is left behind.

#include <chrono>
#include <filesystem>
#include <utility>

#include "gpu/net/descriptor.h"

namespace commlab {

// For what must succeed, however loaded the computer is.
inline Deadline soon() { return std::chrono::steady_clock::now() + std::chrono::seconds(30); }
// For what must not.
inline Deadline in(std::chrono::milliseconds time) { return std::chrono::steady_clock::now() + time; }

// Two ends of a TCP connection over loopback.
std::pair<Descriptor, Descriptor> connected_sockets();

// What this process holds: counted before and after, they tell what leaked.
struct Holdings {
  std::ptrdiff_t descriptors;
  std::ptrdiff_t threads;
  bool operator==(const Holdings&) const = default;
};
Holdings holdings();
// A thread that was joined may still be listed for a moment: waits until all is as it was, for a while.
Holdings holdings_after(const Holdings& before);

}  // namespace commlab

#pragma once

#include <cstdint>
#include <string>

namespace commlab {

// Where a member listens for the others.
struct PeerAddress {
  std::string address;
  std::uint16_t port = 0;
};

}  // namespace commlab

#pragma once
// The address at which a member listens for the others.

#include <cstdint>
#include <string>

namespace commlab {

struct PeerAddress {
  std::string address;
  std::uint16_t port = 0;
};

}  // namespace commlab

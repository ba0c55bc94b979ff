#pragma once
// The global memory that a kernel's threads may use: parts of the host's memory that were allowed, and
// nothing else. Addresses are the host's.

#include <cstddef>
#include <cstdint>
#include <vector>

namespace commlab::ptx {

enum class Access { reading, writing };  // writing allows reading, too

class Memory {
 public:
  void allow(Access, const void* first, std::size_t bytes);
  // Whether a single allowed part holds all of these bytes.
  bool allows(Access, std::uint64_t address, std::uint64_t bytes) const;

 private:
  struct Stretch {
    Access access;
    std::uint64_t first;
    std::uint64_t bytes;
  };
  std::vector<Stretch> stretches_;
};

}  // namespace commlab::ptx

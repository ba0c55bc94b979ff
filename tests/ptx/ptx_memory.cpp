#include "tests/ptx/ptx_memory.h"

#include <algorithm>
#include <bit>

namespace commlab::ptx {

void Memory::allow(Access access, const void* first, std::size_t bytes) {
  stretches_.push_back({access, std::bit_cast<std::uint64_t>(first), bytes});
}

bool Memory::allows(Access access, std::uint64_t address, std::uint64_t bytes) const {
  return std::ranges::any_of(stretches_, [&](const Stretch& s) {
    return address >= s.first && address - s.first <= s.bytes && s.bytes - (address - s.first) >= bytes &&
           (access == Access::reading || s.access == Access::writing);
  });
}

}  // namespace commlab::ptx

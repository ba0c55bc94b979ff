#pragma once
// A hash of a text that is the same on every computer and in every version of this program: FNV-1a, 64 bits
// (Fowler, Noll, Vo; RFC 9923).

#include <cstdint>
#include <string_view>

namespace commlab {

constexpr std::uint64_t stable_hash(std::string_view text, std::uint64_t before = 0xcbf29ce484222325) {
  for (const char c : text) before = (before ^ static_cast<unsigned char>(c)) * 0x100000001b3;
  return before;
}

}  // namespace commlab

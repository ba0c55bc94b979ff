#pragma once
// splitmix64 (Steele, Lea, Flood, Fast splittable pseudorandom number generators, OOPSLA 2014): it
// scrambles a number, the same way on every computer and in any order of calls. Different numbers have
// different results.

#include <cstdint>

namespace commlab {

inline constexpr std::uint64_t splitmix_step = 0x9e3779b97f4a7c15;

constexpr std::uint64_t splitmix(std::uint64_t x) {
  x += splitmix_step;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace commlab

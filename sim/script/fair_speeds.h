#pragma once
// The speeds of calls that share links, max-min fairly: all speeds rise together until a link is full; the
// calls on it keep that speed, and the others rise further, up to their full speed. Each call takes a part of
// each of its links at full speed, and less where it is slower:
//
//   0.9 and 0.9 of one link go on at 1 / 1.8 of their speed; 0.9 and all of it at 1 / 1.9

#include <cstddef>
#include <span>
#include <vector>

#include "sim/script/slowed_work.h"

namespace commlab {

// What a call takes of a link at full speed, in parts of full_speed.
struct LinkShare {
  std::size_t link = 0;
  Speed of_link = 0;
};

// The product of two parts.
constexpr Speed slowed(Speed a, Speed b) {
  return static_cast<Speed>(static_cast<__int128>(a) * b / full_speed);
}

class FairSpeeds {
 public:
  struct Call {
    std::vector<LinkShare> shares{};
    Speed speed = full_speed;
    bool rises = false;  // while speeds are found
  };

  explicit FairSpeeds(std::size_t links) : taken_(links), rising_(links) {}

  // Finds the speed of each. REQUIRES: all their links are below the number of links.
  void find(std::span<Call* const>);

 private:
  Speed level_of(std::size_t link) const;
  Speed level(std::span<Call* const>) const;
  bool is_full_at(const Call&, Speed level) const;

  // By link: what calls take that have their speed, and what those that still rise would take at full speed.
  std::vector<Speed> taken_, rising_;
};

}  // namespace commlab

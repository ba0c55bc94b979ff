#include "core/algorithms/parts/halving_doubling.h"

#include <cassert>

namespace commlab {

void halve_and_double(Schedule& s, Group pairs, int members, Buffer begin) {
  assert(s.blocks() == members && "as many blocks as members");
  s.phase("reduce-scatter");
  for (int distance = members / 2; distance >= 1; distance /= 2) {
    s.next_step();
    const Buffer mine = distance == members / 2 ? begin : Buffer::output;
    s.every(pairs, {.to = flip(distance),
                    .block = flip(distance),
                    .blocks = distance,
                    .combine = Combine::reduce,
                    .from = mine,
                    .with = mine});
  }

  s.phase("all-gather");
  for (int distance = 1; distance < members; distance *= 2) {
    s.next_step();
    s.every(pairs, {.to = flip(distance), .block = flip(0), .blocks = distance});
  }
}

}  // namespace commlab

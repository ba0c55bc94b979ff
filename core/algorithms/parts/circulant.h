#pragma once
// The distances of circulant algorithms: halves, rounded up, from p down to 1. With b the next
// after a, the ranks r and r+b hold what the other needs of the a blocks that are still in play,
// for every p: no power of two, no folding.
//
//   p = 8:  8 4 2 1        p = 5:  5 3 2 1        p = 13:  13 7 4 2 1
//
// ceil(log2 p) steps from p to 1 (Traeff, 2025).

#include <vector>

namespace commlab {

inline std::vector<int> circulant_distances(int ranks) {
  std::vector<int> distances{ranks};
  while (distances.back() > 1) distances.push_back((distances.back() + 1) / 2);
  return distances;
}

}  // namespace commlab

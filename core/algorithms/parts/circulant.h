#pragma once
// The distances of circulant algorithms: from p down to 1, each half of the one before, rounded up. If b
// follows a, ranks r and r+b hold what the other needs of the a blocks that are still in play. This works
// for every p: it need not be a power of two, and nothing is folded.
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

#pragma once
// Which rows or columns get a label if there is no room for all labels: the first, every k-th, and always the
// last, so that you can read how many there are.

#include <vector>

namespace commlab {

// A subset of 0..n-1, in order; all of them if there is room. A row is `each` pixels high, a label needs
// `needed`. The last label ends where its row ends, the others begin where their rows begin; none overlap.
std::vector<int> label_steps(int n, double each, double needed);

}  // namespace commlab

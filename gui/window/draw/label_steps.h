#pragma once
// Which of many rows or columns are labelled where not every one has room for its name: the first, every so
// many, and always the last, so that it can be read how many there are.

#include <vector>

namespace commlab {

// Of 0..n-1, in order. Each takes `each` pixels and a label `needed`; the first ones begin where their row
// does, the last one ends where its row does, and no two lie on each other. Every one where there is room.
std::vector<int> label_steps(int n, double each, double needed);

}  // namespace commlab

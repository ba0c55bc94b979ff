#include "gui/window/draw/label_steps.h"

namespace commlab {

std::vector<int> label_steps(int n, double each, double needed) {
  int stride = 1;
  while (stride < n && stride * each < needed) stride *= 2;
  std::vector<int> all;
  for (int i = 0; i < n; i += stride) all.push_back(i);
  if (stride == 1 || all.empty()) return all;
  if (all.back() == n - 1) all.pop_back();
  while (all.size() > 1 && (n - all.back()) * each < 2 * needed) all.pop_back();
  if (all.empty() || (n - all.back()) * each >= 2 * needed) all.push_back(n - 1);
  return all;
}

}  // namespace commlab

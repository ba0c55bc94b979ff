#pragma once

#include <vector>

namespace commlab {

// The value below which this share of the values lies, linear between two of them: 0.5 is the median, 0.9 the
// 90th percentile. 0 if there are no values.
double percentile(std::vector<double> values, double share);

}  // namespace commlab

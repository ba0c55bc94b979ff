#pragma once
// How a long task reports its progress: from one thread at a time.

#include <functional>
#include <string_view>

namespace commlab {

using ReportProgress = std::function<void(double fraction, std::string_view what)>;

}  // namespace commlab

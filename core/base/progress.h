#pragma once
// How a long task reports its progress.

#include <functional>
#include <string_view>

namespace commlab {

using ReportProgress = std::function<void(double fraction, std::string_view what)>;

}  // namespace commlab

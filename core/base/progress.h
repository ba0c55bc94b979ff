#pragma once
// How long work tells how far it is.

#include <functional>
#include <string_view>

namespace commlab {

using ReportProgress = std::function<void(double fraction, std::string_view what)>;

}  // namespace commlab

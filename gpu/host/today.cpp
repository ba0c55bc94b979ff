#include "gpu/host/today.h"

#include <ctime>

#include <fmt/chrono.h>

namespace commlab {

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::gmtime(std::time(nullptr))); }

}  // namespace commlab

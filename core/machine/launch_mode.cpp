#include "core/machine/launch_mode.h"

#include <string>
#include <vector>

#include "core/base/nearest.h"

namespace commlab {

std::string_view name_of(LaunchMode mode) {
  switch (mode) {
    case LaunchMode::processes: return "processes";
    case LaunchMode::thread: return "thread";
    case LaunchMode::graph: return "graph";
  }
  return "";
}

Result<LaunchMode> parse_launch_mode(std::string_view text) {
  std::vector<std::string> names;
  for (const LaunchMode mode : {LaunchMode::processes, LaunchMode::thread, LaunchMode::graph}) {
    if (name_of(mode) == text) return mode;
    names.emplace_back(name_of(mode));
  }
  return fail("'{}' is none of {}{}", text, fmt::join(names, ", "), suggestion(text, names));
}

}  // namespace commlab

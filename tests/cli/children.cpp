#include "tests/cli/children.h"

#include <filesystem>
#include <fstream>
#include <string>

#include <fmt/format.h>

namespace commlab {

std::size_t open_descriptors() {
  const std::filesystem::directory_iterator all("/proc/self/fd");
  return static_cast<std::size_t>(std::distance(begin(all), end(all)));
}

std::vector<pid_t> children() {
  std::vector<pid_t> found;
  for (const auto& task : std::filesystem::directory_iterator("/proc/self/task")) {
    std::ifstream list(task.path() / "children");
    for (pid_t child = 0; list >> child;) found.push_back(child);
  }
  return found;
}

// Finds the child by its environment: Linux reuses process numbers, so their order says nothing about ranks.
pid_t process_of(Rank rank) {
  const std::string place = fmt::format("RANK={}", rank);
  for (const pid_t child : children()) {
    std::ifstream environment(fmt::format("/proc/{}/environ", child));
    for (std::string variable; std::getline(environment, variable, '\0');)
      if (variable == place) return child;
  }
  return 0;
}

}  // namespace commlab

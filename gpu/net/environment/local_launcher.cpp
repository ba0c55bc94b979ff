#include "gpu/net/environment/local_launcher.h"

#include <filesystem>
#include <fstream>
#include <optional>

#include <fmt/format.h>
#include <unistd.h>

#include "core/base/numbers.h"

namespace commlab {
namespace {

std::filesystem::path folder_of(int process) { return "/proc/" + std::to_string(process); }

// The process's environment at its start. False also where it cannot be read.
bool has_variable(int process, const std::string& variable) {
  std::ifstream environment(folder_of(process) / "environ", std::ios::binary);
  for (std::string entry; std::getline(environment, entry, '\0');)
    if (entry.starts_with(variable + "=")) return true;
  return false;
}

std::optional<int> parent_of(int process) {
  constexpr std::string_view name = "PPid:\t";
  std::ifstream status(folder_of(process) / "status");
  for (std::string line; std::getline(status, line);)
    if (line.starts_with(name)) return parse_number<int>(std::string_view(line).substr(name.size()));
  return std::nullopt;
}

}  // namespace

std::string nearest_process_without(const std::string& variable) {
  std::optional<int> process = ::getppid();
  while (process && *process > 0 && has_variable(*process, variable)) process = parent_of(*process);
  return process && *process > 0 ? fmt::format("process {}", *process) : "";
}

}  // namespace commlab

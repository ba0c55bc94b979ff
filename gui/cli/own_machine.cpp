#include "gui/cli/host_machine.h"

#include <cstdlib>

#include "gui/cli/output.h"

namespace commlab {

std::filesystem::path host_machine_file() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  const std::filesystem::path config = variable("XDG_CONFIG_HOME");
  return (config.empty() ? variable("HOME") / ".config" : config) / "commlab" / "host.toml";
}

Status save_host_machine(const Machine& machine, const std::filesystem::path& file) {
  std::error_code ignored;  // where the folder cannot be made, writing the file says so
  if (file.has_parent_path()) std::filesystem::create_directories(file.parent_path(), ignored);
  return deliver({.file = file.string()}, machine_to_toml(machine));
}

Result<std::optional<Machine>> read_host_machine() {
  const std::filesystem::path file = host_machine_file();
  if (!std::filesystem::exists(file)) return std::nullopt;
  return find_machine(file.string(), {}).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

}  // namespace commlab

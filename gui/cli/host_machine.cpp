#include "gui/cli/host_machine.h"

#include <cstdlib>

namespace commlab {

std::filesystem::path host_machine_file() {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  const std::filesystem::path config = variable("XDG_CONFIG_HOME");
  return (config.empty() ? variable("HOME") / ".config" : config) / "commlab" / "host.toml";
}

Result<std::optional<Machine>> read_host_machine() {
  const std::filesystem::path file = host_machine_file();
  if (!std::filesystem::exists(file)) return std::nullopt;
  return find_machine(file.string(), {}).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

}  // namespace commlab

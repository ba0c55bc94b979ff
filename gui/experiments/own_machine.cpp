#include "gui/experiments/own_machine.h"

#include <cstdlib>

#include "core/files/write_file.h"
#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"

namespace commlab {

std::filesystem::path own_machine_file(std::string_view backend) {
  const auto variable = [](const char* name) {
    const char* value = std::getenv(name);
    return std::filesystem::path(value ? value : "");
  };
  const std::filesystem::path config = variable("XDG_CONFIG_HOME");
  return (config.empty() ? variable("HOME") / ".config" : config) / "commlab" /
         fmt::format("{}.toml", backend);
}

Status save_own_machine(const Machine& machine, const std::filesystem::path& file) {
  return write_file_and_folders(file, machine_to_toml(machine));
}

Result<std::optional<Machine>> read_own_machine(std::string_view backend) {
  const std::filesystem::path file = own_machine_file(backend);
  std::error_code unreadable;
  if (!std::filesystem::exists(file, unreadable)) return std::nullopt;
  return find_machine(file.string(), {}).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

namespace {

tl::unexpected<Error> not_measured_yet(std::string_view backend) {
  return fail("machine '{}' is not measured yet: commlab calibrate --on {} writes {}", backend, backend,
              own_machine_file(backend).string());
}

// A machine of this computer has the name of a backend that measures.
bool is_own_machine(std::string_view name, const Tools& tools) {
  const Backend* const backend = tools.backend_called(name);
  return backend != nullptr && !backend->models;
}

}  // namespace

Result<std::optional<Machine>> machine_of(const Experiment& experiment, const Tools& tools) {
  if (is_own_machine(experiment.machine, tools)) {
    for (const std::string* hint : {&experiment.nic, &experiment.gpu})
      if (!hint->empty())
        return fail("'{}' fits only a machine from a file; leave it out, because this computer was measured",
                    *hint);
    auto own = read_own_machine(experiment.machine);
    if (own && !*own && tools.backend(experiment.on).models) return not_measured_yet(experiment.machine);
    return own;
  }
  const MachineHints hints{.nic = experiment.nic, .gpu = experiment.gpu};
  return find_machine(experiment.machine, tools.machine_folder, hints).map([](Machine machine) {
    return std::optional(std::move(machine));
  });
}

Result<Machine> named_machine(const std::string& name, const MachineHints& hints, const Tools& tools) {
  if (!is_own_machine(name, tools)) return find_machine(name, tools.machine_folder, hints);
  const auto own = read_own_machine(name);
  if (!own) return tl::unexpected(own.error());
  if (!*own) return not_measured_yet(name);
  return **own;
}

}  // namespace commlab

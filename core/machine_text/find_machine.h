#pragma once
// Finds the machine that a user names: by its name in the folder, as a file, as a SPEC, or several of one of
// these.

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"

namespace commlab {

// What a name or a file may leave open.
struct MachineHints {
  std::string nic{};  // of a cluster: "400G"
  std::string gpu{};  // of a pasted topology: "A100"
};

// A name in `machine_folder`, a file, a SPEC, or a cluster of one of these: "2x dgx-h100" or, with
// its NICs, "2x dgx-h100,400G". An unknown name offers the nearest. Parameters are those in the
// folder "parameters" there.
Result<Machine> find_machine(std::string_view name, const std::filesystem::path& machine_folder,
                             const MachineHints& hints = {});
std::vector<std::string> machine_names(const std::filesystem::path& machine_folder);

}  // namespace commlab

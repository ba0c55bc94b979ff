// The name of a machine: "2x dgx-h100,400G", "switch:8,450GB/s,350ns".

#include "core/machine_text/find_machine.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> names() {
  return {"hcm8",
          "2x dgx-h100",
          "3x hcm8,400G",
          "ring:4,25GB/s,1us",
          "switch:8,450GB/s,350ns",
          "switch:8,450GB/s,350ns,multicast",
          "mesh:4x4,25GB/s,1us",
          "torus:4x4,25GB/s,1us",
          "fat-tree:4x2,400Gb/s,1us",
          "2x ring:4,25GB/s,1us,launch=8.4us",
          "2x switch:4,450GB/s,350ns,multicast,200G"};
}

// Files are not opened: their names would not be inputs that can be repeated.
bool names_a_file(std::string_view name) {
  return name.find('/') != name.npos || name.find(".toml") != name.npos || name.starts_with('.');
}

void use(std::string_view input) {
  if (names_a_file(input) && input.find(':') == input.npos) return;
  if (const Result<Machine> machine = find_machine(input, small_tools().machine_folder))
    use_machine(*machine);
}

}  // namespace

extern const FuzzedReader machine_name{.name = "machine_name", .longest = 128, .examples = names, .use = use};

}  // namespace commlab::fuzzed

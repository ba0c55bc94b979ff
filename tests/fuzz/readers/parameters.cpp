// A file of parameters that a machine's file names.

#include "core/machine_text/machine_toml.h"
#include "core/machine_text/server_parameters.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/input_file.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

constexpr std::string_view machine_with_parameters = R"(
gpus = 4
parameters = ["fuzzed"]
links = ["gpu0..3 <-> nvswitch 450GB/s 350ns"]
)";

std::vector<std::string> shipped() { return files_in("sim/machines/parameters", ".toml"); }

void use(std::string_view input) {
  const InputFile file(input, "fuzzed.toml");
  find_server_parameters("H100", NvlinkWiring::nvswitch, file.folder());
  if (const Result<Machine> machine = machine_from_toml(machine_with_parameters, "a.toml", file.folder()))
    use_machine(*machine);
}

}  // namespace

extern const FuzzedReader parameters{.name = "parameters", .longest = 8192, .examples = shipped, .use = use};

}  // namespace commlab::fuzzed

// The file of a machine or a cluster.

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

const std::filesystem::path machines = COMMLAB_SOURCE_DIR "/sim/machines";

std::vector<std::string> shipped() { return files_in("sim/machines", ".toml"); }

void use(std::string_view input) {
  const FindNode find_node = [](std::string_view name) { return find_machine(name, machines); };
  if (const Result<Machine> machine =
          machine_from_toml(input, "fuzzed.toml", machines / "parameters", find_node))
    use_machine(*machine);
}

}  // namespace

extern const FuzzedReader machine{.name = "machine", .longest = 8192, .examples = shipped, .use = use};

}  // namespace commlab::fuzzed

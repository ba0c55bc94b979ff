// What nvidia-smi topo -m prints.

#include "core/machine_text/topo_matrix.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> pasted() { return files_in("tests/sim/pasted", ".txt"); }

void use(std::string_view input) {
  if (const Result<Machine> machine =
          machine_from_topo_matrix(input, "fuzzed.txt", "A100", small_tools().machine_folder / "parameters"))
    use_machine(*machine);
}

}  // namespace

extern const FuzzedReader topo_matrix{.name = "topo_matrix", .longest = 8192, .examples = pasted, .use = use};

}  // namespace commlab::fuzzed

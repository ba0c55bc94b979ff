// NCCL's topology as XML.

#include "core/machine_text/nccl_topology.h"
#include "tests/fuzz/example_files.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> pasted() { return files_in("tests/sim/pasted", ".xml"); }

void use(std::string_view input) {
  for (const char* gpu : {"", "H100"})
    if (const Result<Machine> machine =
            machine_from_nccl_topology(input, "fuzzed.xml", gpu, small_tools().machine_folder / "parameters"))
      use_machine(*machine);
}

}  // namespace

extern const FuzzedReader nccl_topology{
    .name = "nccl_topology", .longest = 16'384, .examples = pasted, .use = use};

}  // namespace commlab::fuzzed

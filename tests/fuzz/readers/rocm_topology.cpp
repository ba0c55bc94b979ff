// What rocm-smi --showtopo prints.

#include "core/machine_text/rocm_topology.h"
#include "tests/fuzz/reader.h"
#include "tests/fuzz/small_runs.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> pasted() {
  return {
      "GPU[0]\t\t: Card Series:\t\tAMD Instinct MI300X OAM\n"
      "======= Hops between two GPUs =======\n"
      "       GPU0         GPU1         GPU2\n"
      "GPU0   0            1            1\n"
      "GPU1   1            0            2\n"
      "GPU2   1            2            0\n\n"
      "===== Link Type between two GPUs ====\n"
      "       GPU0         GPU1         GPU2\n"
      "GPU0   0            XGMI         XGMI\n"
      "GPU1   XGMI         0            PCIE\n"
      "GPU2   XGMI         PCIE         0\n\n"
      "============= Numa Nodes ============\n"
      "GPU[0]\t\t: (Topology) Numa Node: 0\n"
      "GPU[2]\t\t: (Topology) Numa Node: 1\n"};
}

void use(std::string_view input) {
  const std::filesystem::path parameters = small_tools().machine_folder / "parameters";
  for (const std::string_view gpu : {"", "MI250X"})
    if (const Result<Machine> machine = machine_from_rocm_topology(input, "fuzzed.txt", gpu, parameters))
      use_machine(*machine);
}

}  // namespace

extern const FuzzedReader rocm_topology{
    .name = "rocm_topology", .longest = 8192, .examples = pasted, .use = use};

}  // namespace commlab::fuzzed

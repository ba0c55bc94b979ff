// What torch.profiler writes.

#include "core/published/torch_profile.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> traces() {
  return {
      R"({"schemaVersion": 1, "traceEvents": [)"
      R"({"ph": "X", "cat": "user_annotation", "name": "ProfilerStep#4", "ts": 100.5, "dur": 1000, "args": {}}, )"
      R"({"ph": "X", "cat": "cpu_op", "name": "record_param_comms", "ts": 110, "dur": 8, "args": {"External id": 20, )"
      R"("Collective name": "allreduce", "In msg nelems": 4096, "Group size": 8, "dtype": "BFloat16"}}, )"
      R"json({"ph": "X", "cat": "kernel", "name": "ncclDevKernel_AllReduce_Sum_bf16_RING_LL(Storage)", "ts": 200, )json"
      R"("dur": 40.25, "args": {"External id": 20, "Out msg nelems": 4096}}]})",
      R"({"traceEvents": [{"ph": "X", "cat": "user_annotation", "name": "gloo:all_reduce", "ts": 1, "dur": 7, )"
      R"("args": {"Input Dims": [[4, 256]], "Input type": ["float"], "Group size": 2}}]})",
      R"([{"ph": "X", "cat": "Kernel", "name": "ncclDevKernel_Generic_4", "ts": "12.5", "dur": 7, "args": {)"
      R"("external id": 3, "device": 0, "Collective name": "all_to_allv", "In msg nelems": 64, "Group size": 4, )"
      R"("dtype": "Half", "In split size": "[16, ..., 16]", "Process Group Ranks": "[0, 8, ...]", "blocks per SM": -inf, )"
      R"("Global rank start": 0, "Global rank stride": 8}}])"};
}

void use(std::string_view input) { (void)parse_torch_profile(input); }

}  // namespace

extern const FuzzedReader torch_profile{
    .name = "torch_profile", .longest = 4096, .examples = traces, .use = use};

}  // namespace commlab::fuzzed

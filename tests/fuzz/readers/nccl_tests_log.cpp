// What nccl-tests prints.

#include "core/published/nccl_tests_log.h"
#include "core/published/published_setting.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> logs() {
  return {
      "# nccl-tests version 2.17.6 nccl-headers=22809 nccl-library=22809\n"
      "# Collective test starting: all_reduce_perf\n"
      "# nThread 1 nGpus 2 minBytes 8 maxBytes 8 step: 2(factor) graph: 0\n"
      "#  Rank  0 Group  0 Pid  12345 on   host device  0 [0000:18:00] NVIDIA H100 80GB HBM3\n"
      "[1,0]<stdout>:host:1:9 [0] NCCL INFO NET/IB : Using [0]mlx5_0:1/RoCE\n"
      "#  size count type redop root time algbw busbw #wrong time algbw busbw #wrong\n"
      "  8 2 float sum -1 15.01 0.00 0.00 0 14.80 0.00 0.00 N/A\n",
      "{\"args\": [\"all_gather_perf\"], \"nccl_version\": 22809, \"config\": {\"nthreads\": 1, \"ngpus\": "
      "1, "
      "\"graph\": 0, \"devices\": [{\"hostname\": \"a\", \"pid\": 7, \"device_info\": \"H200\"}]}, "
      "\"results\": "
      "[{\"size\": 8, \"type\": \"float\", \"redop\": \"none\", \"out_of_place\": {\"time\": 15.5, "
      "\"alg_bw\": 1, "
      "\"bus_bw\": 1, \"nwrong\": 0}}]}"};
}

void use(std::string_view input) {
  looks_like_nccl_tests(input);
  if (const Result<PublishedTable> table = parse_nccl_tests(input, "fuzzed.log")) setting_of(*table);
}

}  // namespace

extern const FuzzedReader nccl_tests_log{
    .name = "nccl_tests_log", .longest = 4096, .examples = logs, .use = use};

}  // namespace commlab::fuzzed

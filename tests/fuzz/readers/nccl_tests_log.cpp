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
      "\"bus_bw\": 1, \"nwrong\": 0}}]}",
      "[0] $ mpirun -np 2 -x NCCL_ALGO=Ring all_reduce_perf -R 2\n"
      "[0] # nThread 1 nGpus 1 minBytes 8 maxBytes 8 agg iters: 1 graph: 0\n"
      "[0] #   Rank  0 Pid 1 on a device  0 [0x0a] NVIDIA H200\n[0] #   Rank  1 Pid 2 on b device  0 [0x0a] "
      "H200\n"
      "[0] a:1:1 [0] NCCL INFO NET/OFI Setting NCCL_PROTO to \"simple\"\n"
      "[0] a:1:1 [0] NCCL INFO 8 Bytes -> Algo 1 proto 2 time 7.5\n"
      "[0] # size count type redop time algbw busbw error time algbw busbw error\n"
      "[0] 8,192 2048 float sum[0]  15.0 1.00 1.00 2e-07[0] b:2:2 NCCL INFO x\n[0] 14.0 1.00 1.00 2e-07\n"
      "[0] # Out of bounds values : 0 OK\n[0] # Avg bus bandwidth : 1\n[0] # nThread 2 nGpus 2\n",
      "numCycle,collective,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inplace,time,algbw,busbw,#"
      "wrong\n"
      "0,AllReduce,2,16,8,1,8,float,sum,0,30.5,1.00,1.87,0\n",
      "[{\"numCycle\":0, \"name\":\"AllReduce\", \"gpus\":8, \"size\":8, \"type\":\"float\", "
      "\"redop\":\"sum\", "
      "\"inPlace\":0, \"time\":3.5, \"algBw\":2.9, \"busBw\":4.8, \"wrong\":\"0\"}]"};
}

void use(std::string_view input) {
  looks_like_nccl_tests(input);
  if (const Result<PublishedTable> table = parse_nccl_tests(input, "fuzzed.log")) setting_of(*table);
}

}  // namespace

extern const FuzzedReader nccl_tests_log{
    .name = "nccl_tests_log", .longest = 4096, .examples = logs, .use = use};

}  // namespace commlab::fuzzed

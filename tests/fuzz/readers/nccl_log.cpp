// What NCCL writes with NCCL_DEBUG=INFO.

#include "gpu/nccl/nccl_report.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

std::vector<std::string> logs() {
  return {
      "host:1:1 [0] NCCL INFO NCCL version 2.28.9+cuda13.0\n"
      "host:1:1 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}\n"
      "host:1:1 [0] NCCL INFO 24 coll channels, 24 collnet channels, 0 nvls channels, 32 p2p channels\n",
      "h:1:1 [0] NCCL INFO AllReduce: 1048576 Bytes -> Algo 1 proto 0 time 28.000000\n",
      "h:1:1 [0] NCCL INFO 1048576 Bytes -> Algo 1 proto 0 time 28.000000\nNCCL WARN something\n",
      "AllReduce [Symmetric]: 1048576 Bytes -> Kernel AllReduce_AGxLL_R nchannels 8 nthreads 512 nWorks 1\n"};
}

void use(std::string_view input) { told(read_nccl_report(input)); }

}  // namespace

extern const FuzzedReader nccl_log{.name = "nccl_log", .longest = 2048, .examples = logs, .use = use};

}  // namespace commlab::fuzzed

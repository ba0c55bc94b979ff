#include "core/published/other_benchmarks.h"

#include <array>

namespace commlab {
namespace {

// Known by two parts of their output.
struct OtherBenchmark {
  std::string_view mark, second_mark;
  std::string_view what;
};
constexpr std::array other_benchmarks = {
    // OMB's headers: "# OSU MPI-CUDA Allreduce Latency Test v7.3", "# OSU NCCL Allreduce Latency Test".
    OtherBenchmark{"# OSU NCCL", "Latency",
                   "the OSU benchmarks for NCCL do not print how many GPUs took part, nor which"},
    OtherBenchmark{"# OSU", "Test",
                   "MPI moved the data of this OSU benchmark, but the model's parameters are those of NCCL"},
    OtherBenchmark{"OSU MPI", "Latency",
                   "MPI moved the data of this OSU benchmark, but the model's parameters are those of NCCL"},
    OtherBenchmark{"Memory type:", "Time, us",
                   "UCC moved the data of this ucc_perftest, but the model's parameters are those of NCCL"},
    OtherBenchmark{
        "#bytes #repetitions", "t_avg[usec]",
        "MPI moved the data of this Intel MPI benchmark, but the model's parameters are those of NCCL"},
    OtherBenchmark{"#bytes", "BW average[Gb/sec]",
                   "perftest measures a pair of NICs, but a table is of collectives between GPUs"},
    OtherBenchmark{"bandwidthTest", "Bandwidth(",
                   "this CUDA sample measures copies, but a table of a log is of collectives between GPUs"},
};

}  // namespace

std::optional<std::string> other_benchmark_in(std::string_view text) {
  constexpr std::size_t longest_head = 1 << 20;
  text = text.substr(0, longest_head);
  for (const auto& [mark, second_mark, what] : other_benchmarks)
    if (text.find(mark) != text.npos && text.find(second_mark) != text.npos)
      return std::string(what) +
             "; expected what nccl-tests prints for the same collective (all_reduce_perf ...)";
  return std::nullopt;
}

}  // namespace commlab

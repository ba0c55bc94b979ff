#include "gui/cli/reports/nccl_table.h"

#include <fmt/printf.h>

#include "core/experiment/run.h"

namespace commlab {
namespace {

std::string side_text(const Collective& collective, const SweepSide& side) {
  return fmt::sprintf("  %7s  %6s  %6s  %s", nccl_tests_number(microseconds_of(side.time), 7),
                      nccl_tests_number(algbw_GBps(collective, side.time), 6),
                      nccl_tests_number(busbw_GBps(collective, side.time), 6),
                      side.checked ? fmt::sprintf("%6g", 0.0) : "   N/A");
}

}  // namespace

std::string nccl_tests_number(double value, int width) {
  for (const int decimals : {2, 1, 0}) {
    std::string text = fmt::sprintf("%*.*f", width, decimals, value);
    if (std::ssize(text) <= width) return text;
  }
  return fmt::sprintf("%.1e", value);
}

namespace {

// "float", "half": the names of nccl-tests.
std::string nccl_tests_type(DataType type) {
  switch (type) {
    case DataType::float16: return "half";
    case DataType::float32: return "float";
    case DataType::float64: return "double";
    case DataType::float8_e4m3: return "f8e4m3";
    case DataType::float8_e5m2: return "f8e5m2";
    case DataType::bfloat16:
    case DataType::int8:
    case DataType::int32:
    case DataType::int64:
    case DataType::uint8:
    case DataType::uint32:
    case DataType::uint64: return std::string(name_of(type));
  }
  return {};
}

}  // namespace

std::string nccl_tests_titles() {
  constexpr const char* line =
      "# %10s  %12s  %8s  %6s  %6s  %7s  %6s  %6s  %6s  %7s  %6s  %6s  %6s  %8s  %s\n";
  return "#\n" +
         fmt::sprintf(
             "# %10s  %12s  %8s  %6s  %6s           out-of-place                       in-place          \n",
             "", "", "", "", "") +
         fmt::sprintf(line, "size", "count", "type", "redop", "root", "time", "algbw", "busbw", "#wrong",
                      "time", "algbw", "busbw", "#wrong", "protocol", "algorithm") +
         fmt::sprintf(line, "(B)", "(elements)", "", "", "", "(us)", "(GB/s)", "(GB/s)", "", "(us)", "(GB/s)",
                      "(GB/s)", "", "", "");
}

std::string nccl_tests_row(const SweepRow& row) {
  const Collective& c = row.collective;
  const std::string op = reduces(c.kind) ? std::string(name_of(c.op)) : "none";
  return fmt::sprintf("%12lli  %12lli  %8s  %6s  %6i", size_of(c).count, c.count, nccl_tests_type(c.dtype), op,
                      has_root(c.kind) ? c.root : -1) +
         side_text(c, row.out_of_place) + side_text(c, row.in_place) +
         fmt::sprintf("  %8s  %s\n", name_in_results(row.protocol), row.algorithm);
}

std::string nccl_tests_trailer(double average_busbw_GBps) {
  return fmt::sprintf("# %-20s : %d OK\n# %-20s : %g \n#\n", "Out of bounds values", 0, "Avg bus bandwidth",
                      average_busbw_GBps);
}

}  // namespace commlab

#pragma once
// The table of nccl-tests, byte for byte, so that programs that read its results can read ours (src/common.cu
// and src/util.cu, 2.19). Two columns more, at the end of a row, say the protocol and the algorithm.

#include <string>

#include "gui/experiments/sweep_row.h"

namespace commlab {

std::string nccl_tests_titles();
// If nothing was checked, the count of wrong values is "N/A", as in nccl-tests -c 0.
std::string nccl_tests_row(const SweepRow&);
std::string nccl_tests_trailer(double average_busbw_GBps);

// "  15.01", "31512.4": as many decimals as fit, at most two.
std::string nccl_tests_number(double value, int width);

}  // namespace commlab

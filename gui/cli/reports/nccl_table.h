#pragma once
// The table that nccl-tests prints, byte for byte, so that scripts which read its results
// read ours (src/common.cu and src/util.cu, 2.19).

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/units.h"
#include "core/collective/collective.h"

namespace commlab {

struct NcclTestsSide {
  Time time;
  bool checked = false;         // 0 wrong values; else "N/A", as with nccl-tests -c 0
  std::optional<Time> first{};  // the very first call, which nccl-tests does not tell
};

struct NcclTestsRow {
  Collective collective;
  NcclTestsSide out_of_place;
  NcclTestsSide in_place;
};

std::string nccl_tests_titles();
std::string nccl_tests_row(const NcclTestsRow&);
std::string nccl_tests_trailer(double average_busbw_GBps);

// "  15.01", "31512.4": as many decimals as fit, at most two.
std::string nccl_tests_number(double value, int width);
// "float", "half": the names of nccl-tests.
std::string nccl_tests_type(DataType);

}  // namespace commlab

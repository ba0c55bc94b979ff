#pragma once
// Tables that tests write for programs, as runs:
//
//   {"version": ..., "args": [...], "config": {...}, "results": [{"size": 8, "out_of_place": {...}, ...}]}
//                                      nccl-tests -J (src/util.cu, up to 2.19.6)
//   [{"numCycle": 0, "name": "AllReduce", "gpus": 8, "size": 8, ..., "inPlace": 0, "time": 12.1, ...}, ...]
//   numCycle,collective,nodes,ranks,ranksPerNode,gpusPerRank,size,type,redop,inplace,time,algbw,busbw,#wrong
//                                      rccl-tests -Z json and csv (Reporter in src/common.cu)
//
// Only the variables of NCCL and RCCL are looked at in the environment: the rest may be private.

#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/published/nccl_tests_run.h"

namespace commlab {

bool are_test_records(std::string_view text);

// An error names the file, and the record by its number, from 1.
Result<std::vector<NcclTestsRun>> runs_in_records(std::string_view text, std::string_view file);

}  // namespace commlab

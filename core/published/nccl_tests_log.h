#pragma once
// What nccl-tests and rccl-tests print, read as a table: text of every version since 2018, as people paste
// it, and their JSON and CSV (src/common.cu and src/util.cu, up to 2.19.6).
//
//   # nThread 1 nGpus 8 minBytes 8 maxBytes 134217728 ...
//   #  Rank  0 Group  0 Pid  12345 on   myhost01 device  0 [0000:18:00] NVIDIA H100 80GB HBM3
//   #       size         count      type   redop    root     time   algbw   busbw  #wrong     time ...
//            8             2     float     sum      -1    15.01    0.00    0.00       0    14.80 ...
//
// The reader goes from the paste (pasted_text.h) and what stands before its lines (line_prefix.h) to rows
// (nccl_tests_columns.h) and facts (nccl_log_facts.h), to runs (nccl_tests_run.h), and to one table of them
// (nccl_tests_table.h). JSON and CSV begin with records (nccl_tests_records.h).
//
// The table's times are those out of place, if there are any. Its facts are what the log tells: the GPUs,
// nodes and launch mode from the devices; version, network, channels, choices and what was forced from NCCL's
// own lines.

#include <string_view>

#include "core/base/error.h"
#include "core/published/published.h"

namespace commlab {

bool looks_like_nccl_tests(std::string_view text);

// An error names file and line, what was found and what was expected. A run with wrong results, or of jobs
// that know nothing of one another, is an error if it is alone, and else a sentence in `left_out`.
Result<PublishedTable> parse_nccl_tests(std::string_view text, std::string_view file_name);

}  // namespace commlab

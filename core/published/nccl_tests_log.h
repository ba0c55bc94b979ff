#pragma once
// What nccl-tests prints, read as a table: its text of every version, with the lines of MPI launchers and of
// NCCL_DEBUG=INFO between the rows, and its JSON (src/common.cu and src/util.cu, up to 2.19.6).
//
//   # nThread 1 nGpus 8 minBytes 8 maxBytes 134217728 ...
//   #  Rank  0 Group  0 Pid  12345 on   myhost01 device  0 [0000:18:00] NVIDIA H100 80GB HBM3
//   #       size         count      type   redop    root     time   algbw   busbw  #wrong     time ...
//            8             2     float     sum      -1    15.01    0.00    0.00       0    14.80 ...
//
// The table's times are those out of place. Its facts are what the log tells: the GPUs, nodes and launch mode
// from the devices, the version, the network and forced choices from NCCL's own lines. With
// NCCL_DEBUG_SUBSYS=TUNING, NCCL also says what it chose for each call:
//
//   ... NCCL INFO AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}
//   ... NCCL INFO AllReduce: 1048576 Bytes -> Algo 1 proto 0 time 28.0                       up to 2.26
//
// and with NCCL_DEBUG=INFO alone, how many channels it laid:
//
//   ... NCCL INFO 24 coll channels, 24 collnet channels, 16 nvls channels, 32 p2p channels, ...

#include <string_view>

#include "core/base/error.h"
#include "core/published/published.h"

namespace commlab {

bool looks_like_nccl_tests(std::string_view text);

// An error names file and line, what was found and what was expected. Rows with wrong values are errors: a
// time of a wrong result means nothing.
Result<PublishedTable> parse_nccl_tests(std::string_view text, std::string_view file_name);

}  // namespace commlab

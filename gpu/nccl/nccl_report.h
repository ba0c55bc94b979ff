#pragma once
// What NCCL writes about itself with NCCL_DEBUG=INFO: its version, and for each call the algorithm, the
// protocol and the channels that it chose (subsystems INIT, TUNING). The known formats:
//
//   AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}      NCCL 2.28 (enqueue.cc)
//   AllReduce: 1048576 Bytes -> Algo 1 proto 0 time 28.000000                   NCCL up to about 2.26
//   1048576 Bytes -> Algo 1 proto 0 time 28.000000                              NCCL up to about 2.21
//   AllReduce [Symmetric]: 1048576 Bytes -> Kernel AllReduce_AGxLL_R nchannels 8 nthreads 512 nWorks 1
//
// Other lines are ignored, because this text is not an interface of NCCL and may change.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"

namespace commlab {

struct NcclChoice {
  std::string collective;        // NCCL's spelling: "AllReduce"; empty for the oldest versions
  Bytes bytes;                   // bytes of the call; one rank's share if ranks have different blocks
  std::string algorithm;         // "ring"; for a symmetric kernel, the name of the kernel
  std::string protocol;          // "ll"; empty for a symmetric kernel
  std::optional<int> channels;   // nullopt for old versions
  std::optional<Time> expected;  // nullopt for new versions
  bool operator==(const NcclChoice&) const = default;
};

struct NcclReport {
  std::string version;                // "2.28.9+cuda13.0"; empty: not in the text
  std::vector<NcclChoice> choices;    // in the order of the calls
  std::vector<std::string> channels;  // "24 coll channels, ...", one for each communicator
  std::vector<std::string> warnings;  // the lines with NCCL WARN
};
NcclReport read_nccl_report(std::string_view text);

// The report in words: "NCCL 2.28.9+cuda13.0 chose ring, protocol ll, 24 channels". Each choice is told once.
std::string told(const NcclReport&);

}  // namespace commlab

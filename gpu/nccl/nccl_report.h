#pragma once
// What NCCL writes about itself under NCCL_DEBUG=INFO: its version, and for each call the algorithm, the
// protocol and the channels it chose (subsystems INIT, TUNING). All ways it has been written:
//
//   AllReduce: 1048576 Bytes -> Algo RING proto LL channel{Lo..Hi}={0..23}      NCCL 2.28 (enqueue.cc)
//   AllReduce: 1048576 Bytes -> Algo 1 proto 0 time 28.000000                   NCCL up to about 2.26
//   1048576 Bytes -> Algo 1 proto 0 time 28.000000                              NCCL up to about 2.21
//   AllReduce [Symmetric]: 1048576 Bytes -> Kernel AllReduce_AGxLL_R nchannels 8 nthreads 512 nWorks 1
//
// Lines of other shapes are passed over: what NCCL writes is no interface, and may change.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/units.h"

namespace commlab {

struct NcclChoice {
  std::string collective;        // as NCCL spells it: "AllReduce"; the oldest do not say
  Bytes bytes;                   // of the call: of one rank's share where blocks differ
  std::string algorithm;         // "ring", or of a symmetric kernel its name
  std::string protocol;          // "ll"; empty for a symmetric kernel
  std::optional<int> channels;   // old ones do not say
  std::optional<Time> expected;  // new ones do not say
  bool operator==(const NcclChoice&) const = default;
};

struct NcclReport {
  std::string version;                // "2.28.9+cuda13.0"; empty where it does not say
  std::vector<NcclChoice> choices;    // in order of the calls
  std::vector<std::string> channels;  // "24 coll channels, ...", of each communicator
  std::vector<std::string> warnings;  // what NCCL WARN says
};
NcclReport read_nccl_report(std::string_view text);

// "NCCL 2.28.9+cuda13.0 chose ring, protocol ll, 24 channels": for a person, each choice once.
std::string told(const NcclReport&);

}  // namespace commlab

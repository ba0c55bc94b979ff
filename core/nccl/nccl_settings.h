#pragma once
// What a user tells NCCL by its environment: NCCL_ALGO, NCCL_PROTO, NCCL_MIN_NCHANNELS, NCCL_MAX_NCHANNELS
// and NCCL_NTHREADS; and the version of the library.

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/nccl/nccl_names.h"
#include "core/nccl/nccl_version.h"

namespace commlab {

struct NcclSettings {
  NcclVersion version = newest_known_nccl;
  std::vector<NcclAlgorithm> algorithms{};  // in NCCL's order; empty: all
  std::vector<NcclProtocol> protocols{};    // empty: NCCL's default
  int least_channels = 0;                   // 0: NCCL's default
  int most_channels = 0;
  int threads = 0;
  bool operator==(const NcclSettings&) const = default;
};

// "ring,tree" or "^nvls": names as NCCL writes them, in any case; ^ excludes. An error lists the names.
Result<std::vector<NcclAlgorithm>> parse_nccl_algorithms(std::string_view text);
Result<std::vector<NcclProtocol>> parse_nccl_protocols(std::string_view text);
// "Ring,Tree": reads back as the same; empty if nothing was asked for.
std::string to_text(const std::vector<NcclAlgorithm>&);
std::string to_text(const std::vector<NcclProtocol>&);

}  // namespace commlab

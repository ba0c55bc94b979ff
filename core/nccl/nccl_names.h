#pragma once
// The algorithms and protocols among which NCCL chooses, in the order of its tables
// (src/include/nccl_common.h and device.h, 2.28.9). Between equal times, NCCL takes the first in this order.

#include <array>
#include <cstdint>
#include <string_view>

#include "core/base/named_values.h"

namespace commlab {

enum class NcclAlgorithm : std::uint8_t { tree, ring, collnet_direct, collnet_chain, nvls, nvls_tree, pat };
inline constexpr NamedValue<NcclAlgorithm> nccl_algorithm_names[] = {
    {"Tree", NcclAlgorithm::tree},
    {"Ring", NcclAlgorithm::ring},
    {"CollNetDirect", NcclAlgorithm::collnet_direct},
    {"CollNetChain", NcclAlgorithm::collnet_chain},
    {"NVLS", NcclAlgorithm::nvls},
    {"NVLSTree", NcclAlgorithm::nvls_tree},
    {"PAT", NcclAlgorithm::pat}};
constexpr std::string_view name_of(NcclAlgorithm algorithm) {
  return name_in(nccl_algorithm_names, algorithm);
}
inline constexpr std::size_t nccl_algorithm_count = std::size(nccl_algorithm_names);

enum class NcclProtocol : std::uint8_t { ll, ll128, simple };
inline constexpr NamedValue<NcclProtocol> nccl_protocol_names[] = {
    {"LL", NcclProtocol::ll}, {"LL128", NcclProtocol::ll128}, {"Simple", NcclProtocol::simple}};
constexpr std::string_view name_of(NcclProtocol protocol) { return name_in(nccl_protocol_names, protocol); }
inline constexpr std::size_t nccl_protocol_count = std::size(nccl_protocol_names);

// A value for each protocol, in the order LL, LL128, Simple.
struct PerProtocol {
  std::array<double, nccl_protocol_count> values;
  double operator[](NcclProtocol protocol) const { return values[static_cast<std::size_t>(protocol)]; }
  double& operator[](NcclProtocol protocol) { return values[static_cast<std::size_t>(protocol)]; }
};
// A PerProtocol for each algorithm.
struct PerAlgorithm {
  std::array<PerProtocol, nccl_algorithm_count> values;
  const PerProtocol& operator[](NcclAlgorithm algorithm) const {
    return values[static_cast<std::size_t>(algorithm)];
  }
  PerProtocol& operator[](NcclAlgorithm algorithm) { return values[static_cast<std::size_t>(algorithm)]; }
};

}  // namespace commlab

#pragma once
// Networks between nodes whose calls have costs of their own. Each has a file of parameters of its name
// (sim/machines/parameters), and its name is a word of a machine: "4x dgx-h100,400G,roce".

#include <array>
#include <string_view>

namespace commlab {

inline constexpr std::string_view infiniband = "infiniband";

// TCP over sockets comes in two classes: NCCL itself copies with one thread for each process, and on the NICs
// of AWS and Google Cloud with 2 and 4 threads more for each connection (NCCL's user guide, environment
// variables, NCCL_SOCKET_NTHREADS).
inline constexpr std::array<std::string_view, 9> network_classes = {
    infiniband,
    "roce",       // as fast as its NICs
    "roce-poor",  // far below what its NICs reach outside of NCCL
    "slingshot",  // HPE Slingshot-11, by libfabric
    "efa",        // AWS EFA, by libfabric
    "tcpx",       // Google's GPUDirect-TCPX
    "tcpxo",      // Google's GPUDirect-TCPXO, "FasTrak"
    "tcp",        // sockets
    "tcp-cloud"};

// Stands for a network that is none of them; its bands cover them all.
inline constexpr std::string_view unknown_network = "unknown-network";

}  // namespace commlab

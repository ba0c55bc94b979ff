#pragma once
// How GPUs, switches, sockets and NICs are wired: nodes joined by one-way links.
// GPUs are nodes 0..gpus-1, in rank order.

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

using NodeId = int;
using LinkId = int;

enum class NodeType : std::uint8_t { gpu, nvswitch, pcie_switch, cpu, memory, nic, network_switch };
enum class LinkType : std::uint8_t { nvlink, pcie, socket, network, memory, other };
inline constexpr std::array all_link_types = {LinkType::nvlink,  LinkType::pcie,   LinkType::socket,
                                              LinkType::network, LinkType::memory, LinkType::other};

struct Node {
  std::string name;  // "gpu3", "nvswitch"
  NodeType type;
};

// For sorting by names that end in numbers: "nic2" comes before "nic10".
using InNameOrder = std::pair<std::size_t, std::string_view>;
inline InNameOrder in_name_order(const Node& node) { return {node.name.size(), node.name}; }

struct Link {
  NodeId from;
  NodeId to;
  LinkType type;
  Bandwidth bandwidth;  // in this direction
  Time latency;
  int lanes = 1;  // number of bonded links in it ("4x nvlink"); `bandwidth` is that of all together
  Bandwidth told{};  // what the hardware says where the link is slower than that; 0: `bandwidth`
};
// Who chooses routes knows no more than what the hardware says.
inline Bandwidth told_rate(const Link& link) { return link.told > Bandwidth{} ? link.told : link.bandwidth; }

struct Topology {
  int gpus = 0;
  std::vector<Node> nodes;
  std::vector<Link> links;
  bool gpus_forward = false;  // messages may pass through GPUs (rings and meshes with a router in each)
  // Where NVLinks join two GPUs of a node only through a third, messages may pass it, if it is one of so many
  // first GPUs (NCCL's NVB).
  int nvlink_relays = 0;
  bool multicast = false;     // NVSwitches store to many at once and sum what many hold (NVLink SHARP)
  bool sharp = false;         // and so do the switches of the network, between nodes (SHARP)
  bool staged = false;        // messages between GPUs go through host memory (--route staged)
  int per_node = 0;           // for a cluster: gpu r is in node r / per_node; 0: all GPUs are in one node

  NodeId add(std::string name, NodeType);  // A GPU is counted in `gpus`. REQUIRES: GPUs come first.
  void connect(NodeId a, NodeId b, LinkType, Bandwidth, Time latency, int lanes = 1);  // both directions
  std::string link_name(LinkId) const;                                                 // "gpu0 -> gpu1"
  Result<NodeId> find(std::string_view node_name) const;
};

// The switches that store to many and sum; empty if the topology's switches cannot.
std::vector<NodeId> switches_that_reduce(const Topology&);
bool reduces(const Topology&, NodeId);  // whether it is one of them

std::string_view name_of(NodeType);
std::string_view name_of(LinkType);

}  // namespace commlab

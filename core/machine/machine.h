#pragma once
// A Machine is a topology with numbers that were measured on it or published for it, each
// with its source. A TOML file, a parametric family, or a cluster of either: "2x dgx-h100".

#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/protocol.h"
#include "core/machine/topology.h"

namespace commlab {

// What starting and passing a message costs, beside the links.
struct Costs {
  Time launch;    // once, before the first instruction
  Time overhead;  // holds the lane before each transfer
  Time latency;   // delays arrival only; the links' latencies come on top
};

// A rate that depends on the size of the message, as caches make it. Between two points it is linear in the
// logarithm of the size.
struct RateCurve {
  struct Point {
    Bytes size;
    Bandwidth rate;
  };
  std::vector<Point> points;  // rising sizes; empty: no limit. Outside, the rate of the nearest point.
  bool limited() const { return !points.empty(); }
  Bandwidth at(Bytes) const;  // REQUIRES: limited().
};

// The rates of work that a rank does on its own. Work without a limit takes no time, except where ranks share
// a memory.
struct Work {
  RateCurve send;      // cap on one lane's sending (one SM's, one thread's copy rate)
  RateCurve receive;   // taking a message out of its slot; no limit: it arrives in its place
  RateCurve reduce;    // receive-and-reduce and local reductions, bytes of one operand
  RateCurve copy;      // local copies
  int processors = 0;  // rank r works on processor r mod processors, shared evenly; 0: every lane has its own
  Bandwidth memory;    // rate of copies, shared by all sending and all work on the machine; 0: no limit
  // How much a reduction moves through that memory, compared with a copy of as many bytes. It reads two
  // operands and writes one: STREAM counts 24 bytes for an add, 16 for a copy (McCalpin, 1995).
  double reduction_traffic = 1.5;
  int slots = 8;  // of a connection
  Time wake{};    // time of a processor to start a lane, or to continue a lane that had to wait
};

// What multicast stores and in-switch reductions cost beside the links, in a topology that has them. They
// pass no messages, so they pay neither the latency of messages nor the costs of a protocol.
struct Multicast {
  Time launch;            // once, on top of the collective's
  double efficiency = 1;  // share of the links' bandwidth that the switch's work allows, in (0, 1]
};

// What starting work costs where not every GPU has its own process (see LaunchMode).
struct Launching {
  Time each;         // thread: from the start of one GPU's work to the next one's
  Time graph_saves;  // graph: by so much the launch is shorter
  bool operator==(const Launching&) const = default;
};

// The network between the nodes of a cluster (core/machine/cluster.h).
struct Interconnect {
  Bandwidth nic{};                 // of one NIC, in one direction; 0: not known
  Time latency = microseconds(5);  // from NIC to NIC under one leaf switch
  int nics_per_node = 0;           // 0: the NICs of the node, or one per GPU if it has none
  bool rails = false;              // the i-th NICs of all nodes share a leaf switch; else a node's NICs do
  int nodes_per_leaf = 0;          // 0: all of them
  int oversubscription = 1;        // bandwidth below a leaf switch / bandwidth above it
};

inline constexpr std::int64_t most_gpus = 1 << 20;

struct Machine {
  std::string name;
  std::string title;                 // one line: "8 GPUs in a hybrid cube mesh"
  std::string gpu;                   // the model: "A100"; may be empty
  std::vector<std::string> sources;  // one sentence each: which number, from where
  std::string measured;              // date and host, where calibrated; else empty
  Topology topology;
  Costs collective;
  Costs copy;  // p2p
  Work work;
  Multicast multicast;
  std::vector<Protocol> protocols;  // for all collectives but p2p; empty: messages have only the costs above
  Launching launching;
  Interconnect network;  // between the nodes of a cluster of these machines
};

// An error lists the protocols the machine has.
Result<Protocol> find_protocol(const Machine&, std::string_view name);

}  // namespace commlab

#pragma once
// A Machine is a topology with numbers that were measured on it or published for it, each with its source. It
// comes from a TOML file, from a parametric family, or is a cluster of either: "2x dgx-h100".

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/launch_mode.h"
#include "core/machine/nccl_costs.h"
#include "core/machine/protocol.h"
#include "core/machine/provenance.h"
#include "core/machine/tempo.h"
#include "core/machine/topology.h"

namespace commlab {

// Costs of starting and passing a message, besides the time on the links.
struct Costs {
  Time launch;    // paid once, before the first instruction
  Time overhead;  // keeps the lane busy before each transfer
  Time latency;   // delays only the arrival; the links' latencies are added
  bool operator==(const Costs&) const = default;
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

// Copies within one GPU's memory.
struct LocalCopies {
  Time latency;
  Bandwidth traffic;  // what is read and what is written, together; 0: not known
};

// Copies between GPUs that do not reach one another's memory: a driver writes a message to host memory and
// reads it from there. For machines whose topology does not show that memory.
struct StagedCopies {
  Time latency;         // in place of that of other copies
  Bandwidth one_way;    // of a GPU's bus in one direction; 0: not known
  Bandwidth both_ways;  // of both directions at once, together
};

// The rates of work that a rank does on its own. Work without a limit takes no time, except where ranks share
// a memory.
struct Work {
  RateCurve send;      // limit of one lane's sending (one SM's, one thread's copy rate)
  RateCurve receive;   // rate of taking a message out of its slot; no limit: it arrives in its final place
  RateCurve reduce;    // rate of receive-and-reduce and of local reductions, in bytes of one operand
  RateCurve copy;      // rate of local copies
  // Whether the sizes of these rates are bytes of memory that a processor's ranks work on in one call
  // (core/programs/touched_memory.h), which decides what its caches hold; else those of a message. The step
  // of a script works on its own bytes.
  bool by_memory = false;
  int processors = 0;  // rank r works on processor r mod processors, shared evenly; 0: every lane has its own
  Bandwidth memory;    // rate of copies, shared by all sending and all work on the machine; 0: no limit
  // How much a reduction moves through that memory, compared with a copy of as many bytes. It reads two
  // operands and writes one: STREAM counts 24 bytes for an add, 16 for a copy (McCalpin, 1995).
  double reduction_traffic = 1.5;
  // Whether a message takes its receiver's processor as long as its sender's, at the same time, as with
  // sockets and MPI: one copies it in, the other copies it out. Else the sender alone stores it.
  bool at_both_ends = false;
  int slots = 8;  // slots of a connection
  // Time that a processor needs to start a lane, or to continue a lane that had to wait; and more for each
  // other lane that it has, because lanes that wait ask in turn.
  Time wake{};
  Time wake_beside{};
  // Time of a processor for each message that it sends, and for each that it takes, besides its bytes.
  Time per_message{};
  // A message of more than `eager` bytes is sent when both ends have agreed on it, which takes this time more
  // (in MPI, the rendezvous protocol).
  Time rendezvous{};
  Bytes eager{};

  Time rendezvous_of(Bytes message) const { return message > eager ? rendezvous : Time{}; }
  bool wakes_lanes() const { return wake > Time{} || wake_beside > Time{}; }
  // Where the machine does not count processors, every rank has one.
  int processor_of(int rank) const { return processors > 0 ? rank % processors : rank; }
};

// Costs of multicast stores and in-switch reductions besides the time on the links, in a topology that has
// them. They pass no messages, so they pay neither the latency of messages nor the costs of a protocol.
struct Multicast {
  Time launch;            // paid once, in addition to the collective's launch
  double efficiency = 1;  // share of the links' bandwidth that the switch's work allows, in (0, 1]
  // Until the first sums are back, nothing can be passed on. A collective of `filled_by` bytes and more pays
  // this time once, a smaller one in proportion.
  Time fill{};
  Bytes filled_by{};
  bool operator==(const Multicast&) const = default;
};
// What a collective of this size pays in addition to the collective's launch.
Time start_of(const Multicast&, Bytes size);

// Costs of starting work if not every GPU has its own process (see LaunchMode).
struct Launching {
  Time each;         // for thread: time from the start of one GPU's work to the start of the next one's
  Time graph_saves;  // for graph: the launch is shorter by this time
  bool operator==(const Launching&) const = default;
};
// From the call to its first instruction. `start`: of the protocol, or of a multicast.
Time launch_time(const Costs&, Time start, const Launching&, LaunchMode);

// The network between the nodes of a cluster (core/machine/cluster.h).
struct Interconnect {
  Bandwidth nic{};                 // bandwidth of one NIC in one direction; 0: not known
  Time latency = microseconds(5);  // latency from NIC to NIC under one leaf switch
  int nics_per_node = 0;           // 0: the NICs of the node, or one per GPU if it has none
  bool behind_host = false;        // messages from GPU to NIC pass the host bridge, or the host itself
  bool sharp = false;              // its switches sum, and store to many (Topology::sharp)
  bool rails = false;        // whether the i-th NICs of all nodes share a leaf switch; else a node's NICs do
  int nodes_per_leaf = 0;    // 0: all of them
  int oversubscription = 1;  // bandwidth below a leaf switch / bandwidth above it
};

// The largest machine. A million GPUs are several times the largest cluster in the world; a link between
// every two of 4,096 GPUs makes 16 million links, which take about 700 MB.
inline constexpr std::int64_t most_gpus = 1 << 20;
inline constexpr std::int64_t most_nodes = 1 << 22;
inline constexpr std::int64_t most_links = 1 << 24;

struct Machine {
  std::string name;
  std::string title;                 // one line: "8 GPUs in a hybrid cube mesh"
  std::string gpu;                   // the model: "A100"; may be empty
  std::vector<std::string> sources;  // one sentence each: which number, and its source
  std::string measured;              // date and host, where calibrated; else empty
  Topology topology;
  Costs collective;
  Costs copy;  // costs of p2p
  LocalCopies local;
  StagedCopies staged;
  Work work;
  Multicast multicast;
  std::vector<Protocol> protocols;  // for all collectives but p2p; empty: messages have only the costs above
  Launching launching;
  Interconnect network;           // between the nodes of a cluster of these machines
  std::optional<NcclCosts> nccl;  // what calls of NCCL cost; nullopt: not known
  Provenance provenance{};        // where calibrated: what was found there
  Tempo tempo{};                  // where calibrated: how fast it was then; else not known
};

// An error lists the protocols the machine has.
Result<Protocol> find_protocol(const Machine&, std::string_view name);

}  // namespace commlab

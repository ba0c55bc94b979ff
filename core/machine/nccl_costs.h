#pragma once
// What a call of NCCL costs on the GPUs of a generation and over a network; core/nccl/nccl_call.h says where
// each value stands in the events of a call. They are in files of parameters under [nccl], which `commlab
// fit` writes. Times are in microseconds, rates in GB/s (10^9 bytes per second) and in one
// direction.

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

class MeasuredCalls;

// From this size on, four of five calls take between the predicted time / factor and the predicted time *
// factor.
struct NcclBand {
  Bytes from;
  double factor = 1;
};

struct NcclCosts {
  std::string gpus;    // the generation of GPUs whose file was read: "hopper"; empty: common values
  std::string fabric;  // the network: "infiniband"; empty: not known, common values

  // Facts, which nobody fits.
  bool gpudirect = true;     // NICs read and write the memory of GPUs
  bool behind_host = false;  // a message from GPU to NIC passes the host bridge (Interconnect)

  // These differ between generations of GPUs.
  double launch = 0;                                             // of one call, where each GPU has a process
  double hop_ll = 0, hop_ll128 = 0, hop_simple = 0;              // from GPU to GPU within a node
  double start_ll128 = 0, start_simple = 0;                      // once; LL starts at once
  double channel_ll = 0, channel_ll128 = 0, channel_simple = 0;  // rate of one channel, in bytes of data
  double links = 0;      // share of NCCL's rate of the links that messages reach
  double chain_ll = 0, chain_ll128 = 0;  // rates of a channel that passes a chain's pieces on between nodes
  double own_copy = 0;   // rate at which one channel copies a rank's own part
  double multicast = 0;  // share of the links' rate that NVLS reaches

  // These differ between networks.
  double net_hop = 0;   // a hop with LL
  double net_rate = 0;  // share of the NICs' rate that messages reach
  double net_copies =
      0;  // rate at which the host copies a NIC's messages, in and out together; with RDMA, no limit
  double net_pieces_ll = 0;  // rate at which a channel's slot of LL is taken and handed on, flags included
  double net_peer = 0;       // of each peer on another node, for collectives made of sends and receives
  double net_message = 0;    // handling of one message by proxy and NIC

  // These hold for all machines.
  double thread_start = 0;   // of each GPU's work, where one thread starts all
  double thread_p2p = 0;     // times longer for sends and receives
  double synchronised = 0;   // a call after which the host waits takes longer by this
  double graph_saves = 0;    // and a call in a CUDA graph is shorter
  double mesh = 0;           // share of the links' rate that rings reach where every pair has its own
  double old_ll = 0;         // LL before 2.13: of each channel
  double net_more_ll128 = 0;  // a hop with LL128 takes longer than one with LL by this
  double net_more_simple = 0;
  double net_pieces_ll128 = 0;  // rates as net_pieces_ll
  double net_pieces_simple = 0;
  double tree = 0;  // times the rate of a ring's channel: trees split the work among more threads
  double nvls_start = 0;
  double nvls_chunk = 0;         // KiB that a chunk's fixed cost could have moved
  double nvls_fill = 0;          // chunks under way before the first one is complete
  double nvls_tree_hop = 0;      // of NVLSTree, and of NVLS over nodes, in addition to the network's
  double host_bridge = 0;        // share of the NICs' rate where two GPUs reach a NIC behind the host
  double without_gpudirect = 0;  // share of the NICs' rate where the host copies
  double shared_nic = 0;         // share of the NICs' rate where GPUs with sends and receives share NICs
  double p2p_start = 0;          // sends and receives: once
  double p2p_channel = 0;        // rate of a channel within a node
  double p2p_net_channel = 0;    // and between nodes
  double p2p_net_start = 0;      // of messages from 64 KiB on

  // How sure a prediction is, by size: from tables of machines that the fit had not seen (core/fit).
  std::vector<NcclBand> one_node{}, many_nodes{};

  // What calls took beside these costs, on a machine that was calibrated with its own tables; else null.
  std::shared_ptr<const MeasuredCalls> measured{};
};

enum class NcclCostOf : std::uint8_t { gpus, fabric, all };
enum class NcclCostUnit : std::uint8_t { time, rate, number };

// One parameter, as a file names it.
struct NcclCost {
  std::string_view name;
  NcclCostOf of;
  NcclCostUnit unit;
  double NcclCosts::*value;
};
std::span<const NcclCost> nccl_costs();
// Whether all of them have values.
bool is_complete(const NcclCosts&);

// The factor for a call of this size, where nothing was measured; nullopt: not known.
std::optional<double> usual_band(const NcclCosts&, bool many_nodes, Bytes size);
// The standard deviation of the time's logarithm, where nothing was measured.
double usual_error(const NcclCosts&, bool many_nodes, Bytes size);
// A band as a standard deviation of the time's logarithm, and back.
double spread_of_band(double factor);
double band_of_spread(double spread);

// "5.6us", "15.4GB/s", "0.98", with four digits.
std::string to_text(const NcclCost&, double value);
// The line of a TOML file: `launch = "5.6us"`.
std::string to_toml(const NcclCost&, double value);
// `one_node = ["0B 1.24", "16KiB 1.22"]`; empty if there are none.
std::string to_toml(std::string_view name, const std::vector<NcclBand>&);
// An error unless it is more than 0, with the unit.
Result<double> parse_nccl_cost(const NcclCost&, std::string_view text);

}  // namespace commlab

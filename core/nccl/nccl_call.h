#pragma once
// What a call of NCCL costs in the events of the simulator: which protocol its messages use, at which rates,
// and what starts before the first of them. NCCL's schedule runs with these costs as any other schedule does
// with those of its machine, so the fabric, unequal nodes and faults count by themselves.
//
//   launch     once; one thread that starts all GPUs takes longer (LaunchMode)
//   start      LL128 and Simple need time before the first byte moves; an all_gather copies its own part
//   hop        of each message; one between nodes costs more than one within a node, and in trees and chains
//              a proxy takes each slot and hands it on, which takes longer the more bytes it has
//   rate       of a channel, and of the links and NICs that messages cross
//   post       a NIC and its proxy need time for each message, one after another
//   multicast  NVLS begins with a first chunk, and each chunk has a fixed cost
//   sharp      a sum in the network's switches costs one hop between nodes (not fitted: no timings are known)
//
// The forms follow NCCL's source (src/device, src/enqueue.cc, src/graph/tuning.cc, 2.28.9). The values
// (core/machine/nccl_costs.h) are fitted to published timings of nccl-tests by simulating them (core/fit).

#include <optional>

#include "core/collective/collective.h"
#include "core/machine/launch_mode.h"
#include "core/machine/machine.h"
#include "core/machine/measured_calls.h"
#include "core/machine/nccl_costs.h"
#include "core/nccl/nccl_names.h"
#include "core/nccl/nccl_site.h"

namespace commlab {

// How NCCL moves the data of a call.
struct NcclRoute {
  enum class By : std::uint8_t {
    algorithm,  // one that it chose, or that was forced
    messages,   // sends and receives, of which collectives are made that it does not tune
    pairs       // messages between all pairs at once, as RCCL's custom programs do
  } by = By::algorithm;
  NcclAlgorithm algorithm = NcclAlgorithm::ring;
  NcclProtocol protocol = NcclProtocol::simple;
  bool one_way = false;  // messages: of a pair, only one sends
  bool ours = false;     // NCCL has no such algorithm: its messages go in other steps and to other peers
};

// A call of NCCL: a collective, and the route that its data takes.
struct RoutedCall {
  Collective collective;
  NcclRoute route;
  bool synchronised = false;      // the host waits for each call
  std::optional<int> channels{};  // if forced
};

// Costs that replace those of a machine.
struct NcclCallCosts {
  Costs collective;
  Launching launching;
  Protocol protocol;
  Multicast multicast;
  double nic_reach = 1;  // share of a NIC's rate that messages reach
  int nvlink_relays = 0;  // ranks that pass on what NVLinks do not bring to another directly (since 2.11)
  Bandwidth nic_most;    // and the most that they reach in one direction; 0: no limit
  double links = 1;      // share of their rate that all links carry
  bool operator==(const NcclCallCosts&) const = default;
};

// What was measured on the machine lengthens or shortens all of them alike; links and NICs give no more than
// their own rate. REQUIRES: is_complete(costs), an algorithm that the site has, and some data.
NcclCallCosts costs_of(const RoutedCall&, const NcclSite&, const NcclCosts&);
// The same with `times` in place of what was measured.
NcclCallCosts costs_of(const RoutedCall&, const NcclSite&, const NcclCosts&, double times);

// What was measured on this machine says of such a call. nullopt: nothing was measured.
std::optional<Correction> correction_of(const RoutedCall&, const NcclSite&, const NcclCosts&);
// The factor by which a call may be as measured, at least, whatever its route; at most 1.
double least_correction(const Collective&, const NcclSite&, const NcclCosts&);
// Four of five such calls take between the predicted time / factor and the predicted time * factor. nullopt:
// not known.
std::optional<double> band_of(const RoutedCall&, const NcclSite&, const NcclCosts&);

// The call, as far as it is like others.
CallPoint point_of(const RoutedCall&, const NcclSite&);

// The machine, on which every message has these costs.
Machine with_costs(Machine, const NcclCallCosts&);

// Into how many pieces NCCL cuts each block of our schedule for this call, where any schedule of this
// protocol would have `usual` pieces. nullopt: into these.
std::optional<int> pieces_of(const RoutedCall&, const NcclSite&, int usual);

}  // namespace commlab

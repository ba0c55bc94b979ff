#include "gui/window/run/topology_index.h"

#include <algorithm>
#include <optional>
#include <string_view>

namespace commlab {
namespace {

std::vector<Time> earliest_ready(const Trace& trace) {
  std::vector<Time> earliest(trace.transfers.size());
  Time least = never;
  for (std::size_t i = trace.transfers.size(); i-- > 0;)
    earliest[i] = least = std::min(least, trace.transfers[i].ready);
  return earliest;
}

using Ends = std::pair<NodeId, NodeId>;

// The ends that "gpu0-gpu1" names.
std::optional<Ends> ends_of(const Topology& topology, std::string_view text) {
  const std::size_t dash = text.find('-');
  if (dash == text.npos) return std::nullopt;
  const Result<NodeId> a = topology.find(text.substr(0, dash));
  const Result<NodeId> b = topology.find(text.substr(dash + 1));
  return a && b ? std::optional(Ends{*a, *b}) : std::nullopt;
}

// "gpu0-gpu1:4x" edits both directions of the link; `what` turns "4x" into words.
template <class What>
void add_edits(std::vector<std::string>& edits, const Topology& topology,
               const std::vector<std::string>& options, What what) {
  for (const std::string& option : options) {
    const std::size_t colon = option.find(':');
    if (colon == option.npos) continue;
    const std::optional<Ends> ends = ends_of(topology, std::string_view(option).substr(0, colon));
    for (std::size_t i = 0; ends && i < topology.links.size(); ++i) {
      const Ends link = {topology.links[i].from, topology.links[i].to};
      if (link != *ends && link != Ends{ends->second, ends->first}) continue;
      edits[i] += (edits[i].empty() ? "" : ", ") + what(option.substr(colon + 1));
    }
  }
}

std::vector<std::string> edits_of(const Experiment& experiment, const Topology& topology) {
  std::vector<std::string> edits(topology.links.size());
  add_edits(edits, topology, experiment.slow,
            [](const std::string& pace) { return pace + (pace.ends_with('x') ? " slower" : ""); });
  add_edits(edits, topology, experiment.late, [](const std::string& time) { return time + " later"; });
  return edits;
}

std::vector<Ends> cuts_of(const Experiment& experiment, const Topology& topology) {
  std::vector<Ends> cuts;
  for (const std::string& cut : experiment.cut)
    if (const std::optional<Ends> ends = ends_of(topology, cut)) cuts.push_back(*ends);
  return cuts;
}

std::vector<bool> critical_links(const Outcome& run) {
  std::vector<bool> critical(run.trace().topology.links.size(), false);
  for (const std::int32_t i : run.critical()) {
    const std::int32_t route = run.trace().transfers[i].route;
    if (route < 0) continue;
    for (const LinkId link : run.trace().routes[route]) critical[link] = true;
  }
  return critical;
}

// A script's trace is a p2p, but the script's collectives may add.
bool may_add(CollectiveKind kind) { return reduces(kind) || kind == CollectiveKind::p2p; }

std::vector<bool> promised_ranks(const Trace& trace) {
  std::vector<bool> promised(trace.collective.ranks, false);
  for (Rank rank = 0; rank < trace.collective.ranks; ++rank)
    for (int block = 0; block < trace.partition.blocks && !promised[rank]; ++block)
      promised[rank] = after(trace.collective, rank, block).has_value();
  return promised;
}

std::vector<std::vector<Time>> arrivals_of(const Trace& trace) {
  std::vector<std::vector<Time>> arrivals(trace.collective.ranks);
  for (const Transfer& transfer : trace.transfers)
    for (const Rank rank : trace.receivers(transfer)) arrivals[rank].push_back(transfer.end);
  for (std::vector<Time>& of_rank : arrivals) std::ranges::sort(of_rank);
  return arrivals;
}

}  // namespace

TopologyIndex index_topology(const Outcome& run) {
  const Trace& trace = run.trace();
  return {.earliest_ready = earliest_ready(trace),
          .edits = edits_of(run.experiment, trace.topology),
          .cuts = cuts_of(run.experiment, trace.topology),
          .critical = critical_links(run),
          .adds = may_add(trace.collective.kind) && std::ranges::any_of(trace.transfers, &Transfer::reduces),
          .copies = !std::ranges::all_of(trace.transfers, &Transfer::reduces),
          .promised = promised_ranks(trace),
          .arrivals = arrivals_of(trace)};
}

std::vector<std::int32_t> waiting_at(const TopologyIndex& index, const Trace& trace, Time t) {
  std::vector<std::int32_t> waiting;
  const auto later = std::ranges::upper_bound(trace.transfers, t, {}, &Transfer::start);
  for (auto i = static_cast<std::size_t>(later - trace.transfers.begin());
       i < trace.transfers.size() && index.earliest_ready[i] <= t; ++i)
    if (trace.transfers[i].ready <= t) waiting.push_back(static_cast<std::int32_t>(i));
  return waiting;
}

double arrived_share(const TopologyIndex& index, Rank rank, Time t) {
  const std::vector<Time>& arrivals = index.arrivals[rank];
  if (arrivals.empty()) return 1;
  const auto arrived = std::ranges::upper_bound(arrivals, t) - arrivals.begin();
  return static_cast<double>(arrived) / static_cast<double>(arrivals.size());
}

}  // namespace commlab

#include "core/bounds/bounds.h"

#include <algorithm>

#include "core/bounds/bandwidth_bound.h"
#include "core/bounds/latency_bound.h"

namespace commlab {

std::string name_of(const Bottleneck& limit) {
  if (limit.kind == Bottleneck::Kind::nothing_to_move) return "nothing to move";
  if (limit.kind == Bottleneck::Kind::launch) return "launch";
  return fmt::format("{}{}{}", limit.kind == Bottleneck::Kind::latency ? "latency " : "", limit.place,
                     condition_of(limit));
}

std::string_view condition_of(const Bottleneck& limit) {
  return limit.switches_reduce ? ", where switches reduce" : "";
}

Result<Bound> bound(const Collective& c, const Topology& topology, LinkChoice choice,
                    const LeastCosts& costs) {
  if (c.ranks > topology.gpus) {
    return fail("{} ranks on a machine of {} GPUs; expected at most {}", c.ranks, topology.gpus,
                topology.gpus);
  }
  if (elements_of(c) == 0) return Bound{};

  const Fabric fabric = fabric_of(topology, c.ranks, choice);
  const Result<LatencyBound> latency = latency_bound(c, fabric, costs);
  if (!latency) {
    return fail("{}{}", choice == LinkChoice::nvlink ? "over NVLink alone, " : "", latency.error().message);
  }
  const BandwidthBound bandwidth = bandwidth_bound(c, fabric);

  if (bandwidth.time == Time{} && latency->time == Time{}) return Bound{};
  if (bandwidth.time == never)
    return fail("the bound of {} of {} on {} ranks exceeds 106 days (2^63 ps); expected a smaller size",
                name_of(c.kind), to_text(size_of(c)), c.ranks);
  Bound bound{.launch = costs.launch, .latency = latency->time, .bandwidth = bandwidth.time};
  bound.time = costs.calls_overlap ? std::max(costs.launch, bandwidth.time)
                                   : costs.launch + std::max(latency->time, bandwidth.time);
  if (costs.calls_overlap && costs.launch > bandwidth.time) {
    bound.limited_by = {.kind = Bottleneck::Kind::launch};
  } else if (!costs.calls_overlap && latency->time > bandwidth.time) {
    bound.limited_by = {.kind = Bottleneck::Kind::latency,
                        .place = fmt::format("{} -> {}", topology.nodes[latency->from].name,
                                             topology.nodes[latency->to].name)};
  } else {
    bound.limited_by = bottleneck_at(bandwidth.cut, fabric);
    bound.limited_by.switches_reduce =
        c.kind == CollectiveKind::all_reduce && c.ranks > 2 && !switches_that_reduce(topology).empty();
  }
  return bound;
}

}  // namespace commlab

#include "core/bounds/bounds.h"

#include "core/bounds/bandwidth_bound.h"
#include "core/bounds/latency_bound.h"

namespace commlab {

Result<Bound> bound(const Collective& c, const Topology& topology, LinkChoice choice) {
  if (c.ranks > topology.gpus) {
    return fail("{} ranks on a machine of {} GPUs; expected at most {}", c.ranks, topology.gpus,
                topology.gpus);
  }
  if (elements_of(c) == 0)
    return Bound{.time = {}, .latency = {}, .bandwidth = {}, .limited_by = "nothing to move"};

  const Fabric fabric = fabric_of(topology, c.ranks, choice);
  const Result<LatencyBound> latency = latency_bound(c, fabric);
  if (!latency) {
    return fail("{}{}", choice == LinkChoice::nvlink ? "over NVLink alone, " : "", latency.error().message);
  }
  const BandwidthBound bandwidth = bandwidth_bound(c, fabric);

  Bound bound{
      .time = bandwidth.time, .latency = latency->time, .bandwidth = bandwidth.time, .limited_by = {}};
  if (bandwidth.time == Time{} && latency->time == Time{}) {
    bound.limited_by = "nothing to move";
  } else if (latency->time > bandwidth.time) {
    bound.time = latency->time;
    bound.limited_by =
        fmt::format("latency {} -> {}", topology.nodes[latency->from].name, topology.nodes[latency->to].name);
  } else {
    bound.limited_by = name_of(bandwidth.cut, fabric);
    if (c.kind == CollectiveKind::all_reduce && c.ranks > 2 && !switches_that_reduce(topology).empty())
      bound.limited_by += ", where switches reduce";
  }
  return bound;
}

}  // namespace commlab

#include "core/machine/wider_node.h"

#include <cassert>

namespace commlab {
namespace {

// The links of GPU 0 to other GPUs as one link to a switch.
Link to_a_switch(const Topology& topology) {
  Link all{.from = 0, .to = 0, .type = LinkType::nvlink, .bandwidth = {}, .latency = {}, .lanes = 0};
  for (const Link& link : topology.links) {
    if (link.from != 0 || link.to >= topology.gpus) continue;
    all.type = link.type;
    all.bandwidth.bytes_per_second += link.bandwidth.bytes_per_second;
    all.latency = link.latency;
    all.lanes += link.lanes;
  }
  return all;
}

}  // namespace

Machine wider_node(const Machine& known, int gpus) {
  assert(known.topology.per_node == 0 && gpus >= known.topology.gpus);
  const Topology& old = known.topology;
  Machine wider = known;
  wider.title = fmt::format("{}, widened to {} GPUs", known.title, gpus);
  Topology& topology = wider.topology;
  topology.gpus = 0;
  topology.nodes.clear();
  topology.links.clear();
  for (int gpu = 0; gpu < gpus; ++gpu) topology.add(fmt::format("gpu{}", gpu), NodeType::gpu);
  for (std::size_t n = 0; n < old.nodes.size(); ++n)
    if (old.nodes[n].type != NodeType::gpu) topology.add(old.nodes[n].name, old.nodes[n].type);

  const NodeId more = gpus - old.gpus;
  const auto is_gpu = [&](NodeId node) { return node < old.gpus; };
  for (const Link& link : old.links) {
    const bool from_gpu = is_gpu(link.from), to_gpu = is_gpu(link.to);
    if (from_gpu && to_gpu) continue;
    Link copy = link;
    if (!from_gpu) copy.from += more;
    if (!to_gpu) copy.to += more;
    if (!from_gpu && !to_gpu) {
      topology.links.push_back(copy);
      continue;
    }
    NodeId& gpu = from_gpu ? copy.from : copy.to;
    for (; gpu < gpus; gpu += old.gpus) topology.links.push_back(copy);
  }
  if (const Link all = to_a_switch(old); all.lanes > 0) {
    const NodeId joint = topology.add("joint", NodeType::nvswitch);
    for (NodeId gpu = 0; gpu < gpus; ++gpu)
      topology.connect(gpu, joint, all.type, all.bandwidth, all.latency, all.lanes);
  }
  return wider;
}

}  // namespace commlab

#include "tests/core/machine_text/machine_text.h"

namespace commlab {
namespace {

std::string describe(const RateCurve& curve) {
  std::string text;
  for (const auto& point : curve.points) text += to_text(point.size) + " " + to_text(point.rate) + ", ";
  return text;
}

}  // namespace

std::string describe(const Machine& m) {
  std::string text = fmt::format("{}|{}|{}|{}|{}|{}|{}|{}|{}\n", m.name, m.title, fmt::join(m.sources, ";"),
                                 m.measured, fmt::join(lines_of(m.provenance), ";"), m.gpu, m.topology.gpus,
                                 m.topology.per_node, m.topology.gpus_forward);
  for (const Node& node : m.topology.nodes) text += fmt::format("{} {}\n", node.name, name_of(node.type));
  for (const Link& l : m.topology.links) {
    text += fmt::format("{} {} {} {} {} {}\n", l.from, l.to, name_of(l.type), l.bandwidth.bytes_per_second,
                        l.latency.ps, l.lanes);
  }
  for (const Costs& c : {m.collective, m.copy}) {
    text += fmt::format("{} {} {}\n", c.launch.ps, c.overhead.ps, c.latency.ps);
  }
  text += fmt::format("local {} {}, staged {} {} {}\n", m.local.latency.ps, m.local.traffic.bytes_per_second,
                      m.staged.latency.ps, m.staged.one_way.bytes_per_second,
                      m.staged.both_ways.bytes_per_second);
  for (const RateCurve* curve : {&m.work.send, &m.work.receive, &m.work.reduce, &m.work.copy}) {
    text += describe(*curve) + "\n";
  }
  text += fmt::format("{} {} {} {} {} {} {} {} {} {} {}\n", m.work.processors, m.work.memory.bytes_per_second,
                      m.work.reduction_traffic, m.work.slots, m.work.wake.ps, m.work.by_memory,
                      m.work.at_both_ends, m.work.wake_beside.ps, m.work.per_message.ps, m.work.rendezvous.ps,
                      m.work.eager.count);
  if (m.topology.multicast)
    text += fmt::format("multicast {} {} {} {}\n", m.multicast.launch.ps, m.multicast.efficiency,
                        m.multicast.fill.ps, m.multicast.filled_by.count);
  for (const Protocol& p : m.protocols) {
    std::vector<std::int64_t> hops;
    for (const Time hop : p.hop) hops.push_back(hop.ps);
    text += fmt::format("{} {} hop {} {}/{} {} {} {} {}\n", p.name, p.start.ps, fmt::join(hops, ","), p.wire,
                        p.data, p.piece.count, p.rate.bytes_per_second, p.channels, p.grain.count);
  }
  text += fmt::format("{} {}\n", m.launching.each.ps, m.launching.graph_saves.ps);
  const Interconnect& n = m.network;
  text += fmt::format("{} {} {} {} {} {}\n", n.nic.bytes_per_second, n.latency.ps, n.nics_per_node, n.rails,
                      n.nodes_per_leaf, n.oversubscription);
  if (n.sharp || m.topology.sharp) text += fmt::format("sharp {} {}\n", n.sharp, m.topology.sharp);
  if (m.tempo.known()) {
    std::vector<std::string> times;
    for (const TempoTime& t : m.tempo.times)
      times.push_back(fmt::format("{} {} {} {}", t.message.count, t.time.ps, t.fastest.ps, t.slowest.ps));
    text += fmt::format("tempo {} {} {}: {}\n", m.tempo.backend, m.tempo.ranks, m.tempo.messages,
                        fmt::join(times, "; "));
  }
  return text;
}

}  // namespace commlab

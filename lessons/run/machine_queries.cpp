#include "lessons/run/machine_queries.h"

#include <algorithm>
#include <cmath>

#include "core/bounds/cuts.h"
#include "core/machine/topology.h"
#include "core/routes/router.h"
#include "lessons/run/query_arguments.h"
#include "lessons/run/query_table.h"
#include "lessons/run/ring_count.h"

namespace commlab {
namespace {

using Arguments = std::vector<QueryArgument>;

Result<NodeId> node_of(const QueryArgument& argument, const Topology& topology) {
  return node_in(argument.is_word() ? text_value(argument.word) : argument.values[0], topology);
}

struct Ends {
  NodeId from;
  NodeId to;
};
Result<Ends> ends_of(const Arguments& arguments, const Topology& topology) {
  const auto from = node_of(arguments[0], topology), to = node_of(arguments[1], topology);
  if (!from) return tl::unexpected(from.error());
  if (!to) return tl::unexpected(to.error());
  return Ends{*from, *to};
}

const Link& link(const Topology& topology, LinkId id) { return topology.links[id]; }

// "gpu0 -> cpu0 -> cpu1 -> gpu2"
Value route_text(const Topology& topology, NodeId from, const std::vector<LinkId>& route) {
  std::string text = topology.nodes[from].name;
  for (const LinkId id : route) text += " -> " + topology.nodes[link(topology, id).to].name;
  return text_value(std::move(text));
}

Value narrowest(const Topology& topology, const std::vector<LinkId>& route) {
  Bandwidth width{INT64_MAX};  // stays for a route without links, from a GPU to itself
  for (const LinkId id : route) width = std::min(width, link(topology, id).bandwidth);
  return value_of(width);
}

Value nvlinks(const Topology& topology, Ends ends) {
  int lanes = 0;
  for (const Link& each : topology.links)
    if (each.from == ends.from && each.to == ends.to && each.type == LinkType::nvlink) lanes += each.lanes;
  return value_of(lanes);
}

// The links of a narrowest cut: everything that goes from one GPU to the other has to cross one of them.
Result<Value> cut_between(const Topology& topology, Ends ends) {
  if (ends.from >= topology.gpus || ends.to >= topology.gpus || ends.from == ends.to)
    return fail("a cut is between two different GPUs, as in cut(gpu0, gpu2)");
  const Fabric fabric = fabric_of(topology, topology.gpus, LinkChoice::all);
  const Cut cut = CutFinder(fabric, Way::out).between(ends.from, ends.to);
  const auto inside = [&](NodeId node) { return std::ranges::find(cut.inside, node) != cut.inside.end(); };
  Value::List names;
  for (const LinkId id : fabric.links) {
    const Link& crossing = link(topology, id);
    if (!inside(crossing.from) || inside(crossing.to)) continue;
    Value name = text_value(link_words(topology, {crossing.from, crossing.to}));
    const bool beside = !names.empty() && *names.back().text() == *name.text();
    if (!beside) names.push_back(std::move(name));
  }
  return Value{std::move(names)};
}

// rings(93 GB/s): rings of at least this width, up to rounding, as in comparisons of expressions.
Result<Value> rings(const Topology& topology, const QueryArgument& width) {
  const auto* number = width.is_word() || width.is_place() ? nullptr : width.values[0].number();
  if (!number || number->dimension != of_bandwidth)
    return fail("rings takes a bandwidth, as in rings(bandwidth(gpu0, gpu1))");
  constexpr double rounding = 1e-9;
  const double least = number->amount * (1 - rounding);
  return rings_at_least(topology, Bandwidth{static_cast<std::int64_t>(std::ceil(least))})
      .map([](std::int64_t rings) { return value_of(static_cast<double>(rings)); });
}

Result<Value> about_links(const Topology& topology, const RunQuery& query) {
  const Result<Ends> ends = ends_of(query.arguments, topology);
  if (!ends) return tl::unexpected(ends.error());
  if (query.name == "nvlinks") return nvlinks(topology, *ends);
  if (query.name == "cut") return cut_between(topology, *ends);
  return Router(topology).route(ends->from, ends->to).map([&](const std::vector<LinkId>& route) {
    return query.name == "route" ? route_text(topology, ends->from, route) : narrowest(topology, route);
  });
}

}  // namespace

Result<Value> query_result(const Machine& machine, const Experiment* experiment, const RunQuery& query) {
  const std::string& name = query.name;
  if (name == "route" || name == "bandwidth" || name == "nvlinks" || name == "cut" || name == "rings") {
    Topology topology = machine.topology;
    topology.staged = experiment && experiment->route.kind == RouteChoice::Kind::staged;
    return name == "rings" ? rings(topology, query.arguments[0]) : about_links(topology, query);
  }
  if (!experiment) return not_asked_of("a script", query);
  return collective_of(*experiment, machine.topology.gpus).map([&](const Collective& collective) {
    if (name == "n") return value_of(collective.ranks);
    if (name == "size") return value_of(size_of(collective));
    return value_of(static_cast<double>(collective.count));
  });
}

}  // namespace commlab

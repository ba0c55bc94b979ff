#include "core/trace/trace_header.h"

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace commlab {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 2;

Json to_json(const Collective& c) {
  return {{"kind", name_of(c.kind)},
          {"ranks", c.ranks},
          {"count", c.count},
          {"root", c.root},
          {"dtype", name_of(c.dtype)},
          {"op", name_of(c.op)},
          {"in_place", c.in_place},
          {"from", c.from},
          {"to", c.to}};
}

Json to_json(const Topology& topology) {
  Json nodes = Json::array(), links = Json::array();
  for (const Node& node : topology.nodes) nodes.push_back({node.name, static_cast<int>(node.type)});
  for (const Link& link : topology.links)
    links.push_back({link.from, link.to, static_cast<int>(link.type), link.bandwidth.bytes_per_second,
                     link.latency.ps, link.lanes});
  return {{"gpus", topology.gpus},
          {"gpus_forward", topology.gpus_forward},
          {"per_node", topology.per_node},
          {"multicast", topology.multicast},
          {"nodes", nodes},
          {"links", links}};
}

// Reading the header throws if a field is missing or has a wrong type; read_trace_header catches it.
struct Malformed {
  std::string what;
};

template <class Value, class Parse>
Value named(const Json& name, Parse parse) {
  const auto value = parse(name.get<std::string>());
  if (!value) throw Malformed{value.error().message};
  return *value;
}

template <class Enum>
Enum enumerator(const Json& json, Enum last) {
  const int value = json.get<int>();
  if (value < 0 || value > static_cast<int>(last))
    throw Malformed{fmt::format("{} is not a node or link type", value)};
  return static_cast<Enum>(value);
}

Collective collective_from(const Json& json) {
  const Collective collective{.kind = named<CollectiveKind>(json.at("kind"), parse_collective),
                              .ranks = json.at("ranks"),
                              .count = json.at("count"),
                              .root = json.at("root"),
                              .dtype = named<DataType>(json.at("dtype"), parse_data_type),
                              .op = named<ReduceOp>(json.at("op"), parse_reduce_op),
                              .in_place = json.at("in_place"),
                              .from = json.at("from"),
                              .to = json.at("to")};
  if (const Status valid = check(collective); !valid) throw Malformed{valid.error().message};
  return collective;
}

Topology topology_from(const Json& json) {
  Topology topology{.gpus = json.at("gpus"),
                    .nodes = {},
                    .links = {},
                    .gpus_forward = json.at("gpus_forward"),
                    .multicast = json.at("multicast"),
                    .per_node = json.at("per_node")};
  for (const Json& node : json.at("nodes"))
    topology.nodes.push_back(
        {node.at(0).get<std::string>(), enumerator(node.at(1), NodeType::network_switch)});
  const int nodes = static_cast<int>(topology.nodes.size());
  if (topology.gpus < 0 || topology.gpus > nodes) throw Malformed{"more GPUs than nodes"};
  for (const Json& json_link : json.at("links")) {
    const Link link{.from = json_link.at(0),
                    .to = json_link.at(1),
                    .type = enumerator(json_link.at(2), LinkType::other),
                    .bandwidth = {json_link.at(3).get<std::int64_t>()},
                    .latency = {json_link.at(4).get<std::int64_t>()},
                    .lanes = json_link.at(5)};
    if (link.from < 0 || link.from >= nodes || link.to < 0 || link.to >= nodes)
      throw Malformed{"a link has an end that does not exist"};
    topology.links.push_back(link);
  }
  return topology;
}

Partition partition_from(const Json& json) {
  const Partition partition{
      .elements = json.at("elements"),
      .blocks = json.at("blocks"),
      .parts = json.at("parts"),
      .rule = json.at("blocked").get<bool>() ? PartitionRule::blocked : PartitionRule::even};
  if (partition.elements < 0 || partition.blocks < 1 || partition.parts < 1)
    throw Malformed{"a vector is cut into less than one block"};
  return partition;
}

TraceHeader header_from(const Json& json) {
  if (const int version = json.at("format"); version != format_version)
    throw Malformed{fmt::format("format {} is not known; expected {}", version, format_version)};
  TraceHeader header;
  header.trace = {.collective = collective_from(json.at("collective")),
                  .partition = partition_from(json.at("partition")),
                  .algorithm = json.at("algorithm"),
                  .machine = json.at("machine"),
                  .backend = json.at("backend"),
                  .where = json.value("where", ""),  // the first files had none
                  .experiment = json.at("experiment"),
                  .phases = json.at("phases"),
                  .groups = json.at("groups"),
                  .topology = topology_from(json.at("topology")),
                  .routes = json.at("routes"),
                  .transfers = {},
                  .spans = {},
                  .launch = {json.at("launch_ps").get<std::int64_t>()},
                  .finish = {json.at("finish_ps").get<std::int64_t>()}};
  for (const auto& group : header.trace.groups)
    for (const Rank rank : group)
      if (rank < 0 || rank >= header.trace.collective.ranks)
        throw Malformed{"a group has a rank that does not exist"};
  for (const auto& route : header.trace.routes)
    for (const LinkId link : route)
      if (link < 0 || link >= static_cast<LinkId>(header.trace.topology.links.size()))
        throw Malformed{"a route has a link that does not exist"};
  header.transfers = json.at("transfers");
  header.spans = json.at("spans");
  return header;
}

}  // namespace

std::string header_text(const Trace& trace) {
  const Json header{{"format", format_version},
                    {"experiment", trace.experiment},
                    {"collective", to_json(trace.collective)},
                    {"partition",
                     {{"elements", trace.partition.elements},
                      {"blocks", trace.partition.blocks},
                      {"parts", trace.partition.parts},
                      {"blocked", trace.partition.rule == PartitionRule::blocked}}},
                    {"algorithm", trace.algorithm},
                    {"machine", trace.machine},
                    {"backend", trace.backend},
                    {"where", trace.where},
                    {"phases", trace.phases},
                    {"groups", trace.groups},
                    {"topology", to_json(trace.topology)},
                    {"routes", trace.routes},
                    {"launch_ps", trace.launch.ps},
                    {"finish_ps", trace.finish.ps},
                    {"transfers", trace.transfers.size()},
                    {"spans", trace.spans.size()}};
  return json_text(header);
}

Result<TraceHeader> read_trace_header(std::string_view text) {
  try {
    return header_from(Json::parse(text));
  } catch (const Json::exception& e) {
    return fail("its header is damaged: {}", e.what());
  } catch (const Malformed& malformed) {
    return fail("its header is damaged: {}", malformed.what);
  }
}

}  // namespace commlab

#include "core/trace/trace_header.h"

#include <optional>
#include <utility>

#include <nlohmann/json.hpp>

#include "core/base/json_text.h"

namespace commlab {
namespace {

using Json = nlohmann::json;

constexpr int format_version = 2;

Json to_json(const Collective& c) {
  Json json{{"kind", name_of(c.kind)},
            {"ranks", c.ranks},
            {"count", c.count},
            {"root", c.root},
            {"dtype", name_of(c.dtype)},
            {"op", name_of(c.op)},
            {"in_place", c.in_place},
            {"from", c.from},
            {"to", c.to}};
  if (is_uneven(c)) json["counts"] = c.counts.rows();
  return json;
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

// Reading throws where a key is missing or its value has another form; read_trace_header catches it.
struct Malformed {
  std::string what;
};

// A value of the header, with the name that an error gives it.
struct HeaderValue {
  const Json& json;
  std::string name;

  [[noreturn]] void is_not(std::string_view expected) const {
    throw Malformed{fmt::format("{} is of the kind {}; expected {}", name, json.type_name(), expected)};
  }
  HeaderValue at(const char* key) const {
    if (!json.is_object()) is_not("an object");
    const auto found = json.find(key);
    if (found == json.end()) throw Malformed{fmt::format("{} has no key '{}'", name, key)};
    return {*found, fmt::format("'{}'", key)};
  }
  // The elements of a list; of exactly `length` elements, if that is given.
  std::vector<HeaderValue> list(std::optional<std::size_t> length = std::nullopt) const {
    if (!json.is_array()) is_not("a list");
    if (length && json.size() != *length)
      throw Malformed{fmt::format("{} has {} elements; expected {}", name, json.size(), *length)};
    std::vector<HeaderValue> elements;
    for (const Json& element : json) elements.push_back({element, "an element of " + name});
    return elements;
  }
  template <class Integer>
  Integer number() const {
    if (!json.is_number_integer()) is_not("a whole number");
    const bool fits = json.is_number_unsigned() ? std::in_range<Integer>(json.get<std::uint64_t>())
                                                : std::in_range<Integer>(json.get<std::int64_t>());
    if (!fits) throw Malformed{fmt::format("{} is {}, which is out of range", name, json_text(json))};
    return json.get<Integer>();
  }
  bool yes_or_no() const {
    if (!json.is_boolean()) is_not("true or false");
    return json.get<bool>();
  }
  std::string text() const {
    if (!json.is_string()) is_not("a text");
    return json.get<std::string>();
  }
};

template <class Named, class Parse>
Named named(const HeaderValue& name, Parse parse) {
  const Result<Named> value = parse(name.text());
  if (!value) throw Malformed{value.error().message};
  return *value;
}

template <class Enum>
Enum enumerator(const HeaderValue& value, Enum last) {
  const int number = value.number<int>();
  if (number < 0 || number > static_cast<int>(last))
    throw Malformed{fmt::format("{} is {}, which is no type of a node or link", value.name, number)};
  return static_cast<Enum>(number);
}

template <class Integer>
std::vector<Integer> numbers(const HeaderValue& list) {
  std::vector<Integer> numbers;
  for (const HeaderValue& element : list.list()) numbers.push_back(element.number<Integer>());
  return numbers;
}

template <class Integer>
std::vector<std::vector<Integer>> lists_of_numbers(const HeaderValue& list) {
  std::vector<std::vector<Integer>> lists;
  for (const HeaderValue& element : list.list()) lists.push_back(numbers<Integer>(element));
  return lists;
}

std::vector<std::string> texts(const HeaderValue& list) {
  std::vector<std::string> texts;
  for (const HeaderValue& element : list.list()) texts.push_back(element.text());
  return texts;
}

// Only uneven counts are written.
CountMatrix counts_from(const HeaderValue& value) {
  if (!value.json.contains("counts")) return {};
  const Result<CountMatrix> counts = CountMatrix::of(lists_of_numbers<std::int64_t>(value.at("counts")));
  if (!counts) throw Malformed{fmt::format("'counts': {}", counts.error().message)};
  return *counts;
}

Collective collective_from(const HeaderValue& value) {
  Collective collective{.kind = named<CollectiveKind>(value.at("kind"), parse_collective),
                        .ranks = value.at("ranks").number<int>(),
                        .count = value.at("count").number<std::int64_t>(),
                        .root = value.at("root").number<Rank>(),
                        .dtype = named<DataType>(value.at("dtype"), parse_data_type),
                        .op = named<ReduceOp>(value.at("op"), parse_reduce_op),
                        .in_place = value.at("in_place").yes_or_no(),
                        .from = value.at("from").number<Rank>(),
                        .to = numbers<Rank>(value.at("to"))};
  collective.counts = counts_from(value);
  return collective;
}

Node node_from(const HeaderValue& value) {
  const std::vector<HeaderValue> fields = value.list(2);
  const NodeType type = enumerator(fields[1], NodeType::network_switch);
  return {fields[0].text(), type};
}

Link link_from(const HeaderValue& value) {
  const std::vector<HeaderValue> fields = value.list(6);
  return {.from = fields[0].number<NodeId>(),
          .to = fields[1].number<NodeId>(),
          .type = enumerator(fields[2], LinkType::other),
          .bandwidth = {fields[3].number<std::int64_t>()},
          .latency = {fields[4].number<std::int64_t>()},
          .lanes = fields[5].number<int>()};
}

Topology topology_from(const HeaderValue& value) {
  Topology topology;
  topology.gpus = value.at("gpus").number<int>();
  topology.gpus_forward = value.at("gpus_forward").yes_or_no();
  topology.multicast = value.at("multicast").yes_or_no();
  topology.per_node = value.at("per_node").number<int>();
  for (const HeaderValue& node : value.at("nodes").list()) topology.nodes.push_back(node_from(node));
  for (const HeaderValue& link : value.at("links").list()) topology.links.push_back(link_from(link));
  return topology;
}

Partition partition_from(const HeaderValue& value) {
  return {.elements = value.at("elements").number<std::int64_t>(),
          .blocks = value.at("blocks").number<int>(),
          .parts = value.at("parts").number<int>(),
          .rule = value.at("blocked").yes_or_no() ? PartitionRule::blocked : PartitionRule::even};
}

// One value after the other: where one of an aggregate's values throws, g++ 12 destroys members that it has
// not made yet.
TraceHeader header_from(const Json& json) {
  const HeaderValue value{json, "it"};
  if (const int version = value.at("format").number<int>(); version != format_version)
    throw Malformed{fmt::format("format {} is not known; expected {}", version, format_version)};
  TraceHeader header;
  Trace& trace = header.trace;
  trace.collective = collective_from(value.at("collective"));
  trace.partition = partition_from(value.at("partition"));
  trace.algorithm = value.at("algorithm").text();
  trace.machine = value.at("machine").text();
  trace.backend = value.at("backend").text();
  if (json.contains("where")) trace.where = value.at("where").text();  // the first files had none
  trace.experiment = value.at("experiment").text();
  trace.phases = texts(value.at("phases"));
  trace.groups = lists_of_numbers<Rank>(value.at("groups"));
  trace.topology = topology_from(value.at("topology"));
  trace.routes = lists_of_numbers<LinkId>(value.at("routes"));
  trace.launch = {value.at("launch_ps").number<std::int64_t>()};
  trace.finish = {value.at("finish_ps").number<std::int64_t>()};
  header.transfers = value.at("transfers").number<std::uint64_t>();
  header.spans = value.at("spans").number<std::uint64_t>();
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
  constexpr bool may_throw = false;  // else it throws errors of several kinds
  const Json json = Json::parse(text, nullptr, may_throw);
  if (json.is_discarded()) return fail("its header is damaged: it is not JSON");
  try {
    return header_from(json);
  } catch (const Malformed& malformed) {
    return fail("its header is damaged: {}", malformed.what);
  }
}

}  // namespace commlab

#include "core/machine_text/parameter_keys.h"

#include <algorithm>
#include <limits>

#include "core/base/numbers.h"
#include "core/machine/measured_calls.h"

namespace commlab {
namespace {

TomlKey costs(const TomlReader& reader, std::string name, Costs& into) {
  return reader.table(name, [&reader, &into] {
    return std::vector{reader.quantity<Time>("launch", parse_time, "8.4us", into.launch),
                       reader.quantity<Time>("overhead", parse_time, "1us", into.overhead),
                       reader.quantity<Time>("latency", parse_time, "3.4us", into.latency)};
  });
}

TomlKey local_copies(const TomlReader& reader, LocalCopies& into) {
  return reader.table("local", [&reader, &into] {
    return std::vector{reader.quantity<Time>("latency", parse_time, "2us", into.latency),
                       reader.quantity<Bandwidth>("traffic", parse_bandwidth, "780GB/s", into.traffic)};
  });
}

TomlKey staged_copies(const TomlReader& reader, StagedCopies& into) {
  const TomlKey table = reader.table("staged", [&reader, &into] {
    return std::vector{reader.quantity<Time>("latency", parse_time, "20us", into.latency),
                       reader.quantity<Bandwidth>("one_way", parse_bandwidth, "19GB/s", into.one_way),
                       reader.quantity<Bandwidth>("both_ways", parse_bandwidth, "24GB/s", into.both_ways)};
  });
  return {"staged", [&reader, &into, table](const toml::node& node) -> Status {
            if (const Status read = table.read(node); !read) return read;
            if (into.one_way > Bandwidth{} && into.both_ways > Bandwidth{}) return {};
            return reader.fail_at(node,
                                  "[staged] has no one_way or no both_ways; expected both, more than 0");
          }};
}

// More bytes on the wire for each byte of data are a mistake. The simulator's factors fit into 63 bits below
// it.
constexpr int most_wire = 1024;

// "16/15": 16 bytes on the wire for 15 bytes of data.
Status read_wire(Protocol& protocol, std::string_view text) {
  const std::size_t slash = std::min(text.find('/'), text.size());
  const auto wire = parse_number<int>(text.substr(0, slash));
  const auto data = parse_number<int>(text.substr(std::min(slash + 1, text.size())));
  if (!wire || !data || *data < 1 || *wire < *data || *wire / *data > most_wire)
    return fail(
        "wire: '{}'; expected bytes on the wire over bytes of data, as in 16/15, a ratio from 1 to {}", text,
        most_wire);
  protocol.wire = *wire;
  protocol.data = *data;
  return {};
}

std::vector<TomlKey> hop_keys(const TomlReader& reader, Protocol& protocol) {
  std::vector<TomlKey> keys;
  for (const LinkType type : all_link_types)
    keys.push_back(
        reader.quantity<Time>(std::string(name_of(type)), parse_time, "0.5us", protocol.hop_over(type)));
  return keys;
}

std::vector<TomlKey> protocol_keys(const TomlReader& reader, Protocol& protocol) {
  return {reader.quantity<Time>("start", parse_time, "2us", protocol.start),
          reader.table("hop", [&reader, &protocol] { return hop_keys(reader, protocol); }),
          {"wire",
           [&reader, &protocol](const toml::node& node) -> Status {
             if (!node.is_string()) return reader.wrong(node, "wire", "a text, as in \"16/15\"");
             const Status read = read_wire(protocol, node.as_string()->get());
             return read ? read : Status(reader.fail_at(node, read.error().message));
           }},
          reader.quantity<Bytes>("piece", parse_bytes, "512KiB", protocol.piece),
          reader.quantity<Bandwidth>("rate", parse_bandwidth, "5GB/s", protocol.rate),
          reader.number("channels", 1, 1024, protocol.channels),
          reader.quantity<Bytes>("grain", parse_bytes, "4KiB", protocol.grain)};
}

// [protocol.ll]: protocols are kept in order of their names, the order in which a written file has them. A
// protocol that is already known is changed.
TomlKey protocols(const TomlReader& reader, std::vector<Protocol>& known) {
  return {"protocol", [&reader, &known](const toml::node& node) -> Status {
            if (!node.is_table()) return reader.wrong(node, "protocol", "tables, as in [protocol.ll]");
            for (const auto& [name, table] : *node.as_table()) {
              if (!table.is_table())
                return reader.wrong(table, fmt::format("protocol.{}", name.str()), "a table");
              if (std::ranges::find(protocol_names, name.str()) == protocol_names.end())
                return reader.wrong(table, fmt::format("protocol.{}", name.str()),
                                    fmt::format("one of {}", fmt::join(protocol_names, ", ")));
              auto found = std::ranges::lower_bound(known, name.str(), {}, &Protocol::name);
              if (found == known.end() || found->name != name.str())
                found = known.insert(found, {.name = std::string(name.str())});
              const Status read = reader.read(*table.as_table(), fmt::format(" in [protocol.{}]", name.str()),
                                              protocol_keys(reader, *found));
              if (!read) return read;
            }
            return {};
          }};
}

// [network_hops]: the hop over network links, of each protocol; those that the machine lacks are ignored.
TomlKey network_hops(const TomlReader& reader, std::vector<Protocol>& known) {
  return {"network_hops", [&reader, &known](const toml::node& node) -> Status {
            const std::string expected = "a time for each protocol, as in ll = \"7us\"";
            if (!node.is_table()) return reader.wrong(node, "network_hops", expected);
            for (const auto& [name, value] : *node.as_table()) {
              Time hop;
              const std::string protocol(name.str());
              if (const Status read = reader.quantity<Time>(protocol, parse_time, "7us", hop).read(value);
                  !read)
                return read;
              const auto found = std::ranges::find(known, protocol, &Protocol::name);
              if (found != known.end()) found->hop_over(LinkType::network) = hop;
            }
            return {};
          }};
}

TomlKey launching(const TomlReader& reader, Launching& into) {
  return reader.table("launching", [&reader, &into] {
    return std::vector{reader.quantity<Time>("each", parse_time, "4.7us", into.each),
                       reader.quantity<Time>("graph_saves", parse_time, "3.3us", into.graph_saves)};
  });
}

// "64KiB 9GB/s"
Status add_point(RateCurve& curve, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos)
    return fail("'{}' has only one part; expected a size and a rate, as in 64KiB 9GB/s", text);
  const Result<Bytes> size = parse_bytes(text.substr(0, space));
  if (!size) return tl::unexpected(size.error());
  const Result<Bandwidth> rate = parse_bandwidth(text.substr(space + 1));
  if (!rate) return tl::unexpected(rate.error());
  if (rate->bytes_per_second == 0) return fail("'{}' has rate 0; expected more than 0", text);
  if (curve.limited() && *size <= curve.points.back().size) {
    return fail("'{}' comes after {}; expected rising sizes", text, to_text(curve.points.back().size));
  }
  curve.points.push_back({*size, *rate});
  return {};
}

TomlKey curve(const TomlReader& reader, std::string name, RateCurve& into) {
  return reader.list(name, "64KiB 9GB/s", [&into](std::string_view text) { return add_point(into, text); });
}

TomlKey work(const TomlReader& reader, Work& into) {
  return reader.table("work", [&reader, &into] {
    constexpr int most_processors = 1 << 16;  // more than any computer has
    constexpr int most_slots = std::numeric_limits<int>::max();
    return std::vector{curve(reader, "send", into.send),
                       curve(reader, "receive", into.receive),
                       curve(reader, "reduce", into.reduce),
                       curve(reader, "copy", into.copy),
                       reader.yes_or_no("by_memory", into.by_memory),
                       reader.number("processors", 0, most_processors, into.processors),
                       reader.yes_or_no("at_both_ends", into.at_both_ends),
                       reader.quantity<Bandwidth>("memory", parse_bandwidth, "20GB/s", into.memory),
                       reader.ratio("reduction_traffic", 1, 100, into.reduction_traffic),
                       reader.number("slots", 1, most_slots, into.slots),
                       reader.quantity<Time>("wake", parse_time, "3us", into.wake),
                       reader.quantity<Time>("wake_beside", parse_time, "500ns", into.wake_beside),
                       reader.quantity<Time>("per_message", parse_time, "100ns", into.per_message),
                       reader.quantity<Time>("rendezvous", parse_time, "3us", into.rendezvous),
                       reader.quantity<Bytes>("eager", parse_bytes, "4KiB", into.eager)};
  });
}

// [link.sys] type = "socket", bandwidth = "7.5GB/s". A kind named like a type has that type. A kind that is
// already known is changed.
Status read_kind(const TomlReader& reader, const toml::node& node, std::string name, LinkKind& kind) {
  if (!node.is_table()) return reader.wrong(node, "link." + name, fmt::format("a table, [link.{}]", name));
  const bool is_known = kind.bandwidth.bytes_per_second > 0;
  std::string type = is_known ? std::string(name_of(kind.type)) : name;
  const Status read =
      reader.read(*node.as_table(), fmt::format(" in [link.{}]", name),
                  {reader.text("type", type),
                   reader.quantity<Bandwidth>("bandwidth", parse_bandwidth, "25GB/s", kind.bandwidth),
                   reader.quantity<Time>("latency", parse_time, "350ns", kind.latency)});
  if (!read) return read;
  if (kind.bandwidth.bytes_per_second == 0) {
    return reader.fail_at(
        node, fmt::format("[link.{}] has no bandwidth, or bandwidth 0; expected more than 0", name));
  }
  const Result<LinkType> known = parse_link_type(type);
  if (!known) return reader.fail_at(node, fmt::format("[link.{}]: {}", name, known.error().message));
  kind.type = *known;
  return {};
}

TomlKey nccl_cost(const TomlReader& reader, const NcclCost& cost, NcclCosts& into) {
  return {std::string(cost.name), [&reader, &cost, &into](const toml::node& node) -> Status {
            const bool number = cost.unit == NcclCostUnit::number;
            if (number ? !node.is_number() : !node.is_string())
              return reader.wrong(
                  node, cost.name,
                  number ? "a number" : fmt::format("a text with a unit, as in \"{}\"", to_text(cost, 5.6)));
            const Result<double> value = parse_nccl_cost(
                cost, number ? fmt::format("{}", *node.value<double>()) : *node.value<std::string>());
            if (!value) return reader.fail_at(node, value.error().message);
            into.*cost.value = *value;
            return {};
          }};
}

// "16KiB 1.22": from this size on, the factor.
Status add_band(std::vector<NcclBand>& bands, std::string_view text) {
  const std::size_t space = text.find(' ');
  if (space == text.npos)
    return fail("'{}' has only one part; expected a size and a factor, as in 16KiB 1.22", text);
  const Result<Bytes> from = parse_bytes(text.substr(0, space));
  if (!from) return tl::unexpected(from.error());
  const std::optional<double> factor = parse_number<double>(text.substr(space + 1));
  if (!factor || !(*factor >= 1)) return fail("'{}': expected a factor of 1 or more, as in 16KiB 1.22", text);
  bands.push_back({*from, *factor});
  return {};
}

TomlKey bands(const TomlReader& reader, std::string name, std::vector<NcclBand>& into) {
  const TomlKey list =
      reader.list(name, "16KiB 1.22", [&into](std::string_view text) { return add_band(into, text); });
  return {name, [&into, list](const toml::node& node) -> Status {
            into.clear();  // a later file replaces them all
            return list.read(node);
          }};
}

// A later file replaces what an earlier one has.
TomlKey measured_calls(const TomlReader& reader, NcclCosts& into) {
  return {"measured", [&reader, &into](const toml::node& node) -> Status {
            std::vector<MeasuredCall> calls;
            const auto take = [&](std::string_view line) {
              return parse_measured_call(line).map([&](MeasuredCall call) {
                call.usual_error = usual_error(into, call.call.nodes > 1, call.call.size);
                calls.push_back(std::move(call));
              });
            };
            const TomlKey list =
                reader.list("measured", "all_reduce 16 ranks 2 nodes 1MiB Ring/LL128 x1.07", take);
            if (const Status read = list.read(node); !read) return read;
            const bool none_was_measured = std::ranges::all_of(calls, &MeasuredCall::between);
            if (none_was_measured || calls.size() > most_measured_calls)
              return reader.fail_at(node, fmt::format("measured has {} calls; expected 1 to {}",
                                                      none_was_measured ? 0 : calls.size(),
                                                      most_measured_calls));
            into.measured = std::make_shared<const MeasuredCalls>(into.fabric, std::move(calls));
            return {};
          }};
}

// [nccl]; the tables to which the values were fitted are for `commlab accuracy`.
TomlKey nccl(const TomlReader& reader, std::optional<NcclCosts>& into) {
  const auto keys = [&reader, &into] {
    std::vector<TomlKey> all = {
        reader.text("gpus", into->gpus), reader.text("fabric", into->fabric),
        reader.yes_or_no("gpudirect", into->gpudirect), reader.yes_or_no("behind_host", into->behind_host),
        reader.list("tables", "cw_a100x8_1n_allreduce", [](std::string_view) { return Status{}; })};
    all.push_back(bands(reader, "one_node", into->one_node));
    all.push_back(bands(reader, "many_nodes", into->many_nodes));
    for (const NcclCost& cost : nccl_costs()) all.push_back(nccl_cost(reader, cost, *into));
    all.push_back(measured_calls(reader, *into));  // the last one: it needs the others
    return all;
  };
  const TomlKey table = reader.table("nccl", keys);
  return {"nccl", [&into, table](const toml::node& node) -> Status {
            if (!into) into.emplace();
            return table.read(node);
          }};
}

}  // namespace

std::vector<TomlKey> parameter_keys(const TomlReader& reader, Machine& machine) {
  return {costs(reader, "collective", machine.collective),
          costs(reader, "copy", machine.copy),
          local_copies(reader, machine.local),
          staged_copies(reader, machine.staged),
          work(reader, machine.work),
          protocols(reader, machine.protocols),
          network_hops(reader, machine.protocols),
          launching(reader, machine.launching),
          nccl(reader, machine.nccl)};
}

// The table, even if it is empty, says that the machine's NVSwitches multicast.
TomlKey multicast_key(const TomlReader& reader, Machine& machine) {
  const TomlKey table = reader.table("multicast", [&reader, &machine] {
    return std::vector{
        reader.quantity<Time>("launch", parse_time, "55us", machine.multicast.launch),
        reader.share("efficiency", machine.multicast.efficiency),
        reader.quantity<Time>("fill", parse_time, "36us", machine.multicast.fill),
        reader.quantity<Bytes>("filled_by", parse_bytes, "16MiB", machine.multicast.filled_by)};
  });
  return {"multicast", [&machine, table](const toml::node& node) -> Status {
            machine.topology.multicast = true;
            return table.read(node);
          }};
}

TomlKey link_kinds_key(const TomlReader& reader, LinkKinds& kinds) {
  return {"link", [&reader, &kinds](const toml::node& node) -> Status {
            if (!node.is_table()) return reader.wrong(node, "link", "tables, as in [link.nvlink]");
            for (const auto& [name, kind] : *node.as_table()) {
              const Status status =
                  read_kind(reader, kind, std::string(name.str()), kinds[std::string(name.str())]);
              if (!status) return status;
            }
            return {};
          }};
}

TomlKey sources_key(const TomlReader& reader, std::vector<std::string>& into) {
  return reader.list("sources", "nvlink 25GB/s: data sheet", [&into](std::string_view text) -> Status {
    into.emplace_back(text);
    return {};
  });
}

}  // namespace commlab

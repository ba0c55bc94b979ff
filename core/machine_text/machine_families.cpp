// Machines written in one word: "switch:8,450GB/s,350ns". A family is one function that wires
// it and one row of the table below.
//
//   switch      ring        mesh:3x2     torus:3x3      fat-tree:2x3 (hosts per leaf x leaves)
//    NVSwitch   0 - 1       0 - 1        a mesh whose          root        each upper link as
//   /  |  |  \  |   |       |   |        rows and        //     ||    \\   wide as all the hosts
//   0  1  2  3  3 - 2       2 - 3        columns        leaf   leaf  leaf  below it
//                           |   |        are rings      /  \   /  \  /  \.
//                           4 - 5                       0   1  2   3 4   5

#include "core/machine_text/machine_families.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <charconv>
#include <optional>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

using Shape = std::vector<int>;  // "4x4"

struct Links {
  Bandwidth bandwidth;
  Time latency;
};

void add_gpus(Topology& topology, int gpus) {
  for (int i = 0; i < gpus; ++i) topology.add(fmt::format("gpu{}", i), NodeType::gpu);
}

int product(const Shape& shape) {
  int gpus = 1;
  for (const int side : shape) gpus *= side;
  return gpus;
}

Topology wire_switch(const Shape& shape, Links links) {
  Topology topology;
  add_gpus(topology, shape[0]);
  const NodeId nvswitch = topology.add("nvswitch", NodeType::nvswitch);
  for (NodeId gpu = 0; gpu < shape[0]; ++gpu) {
    topology.connect(gpu, nvswitch, LinkType::nvlink, links.bandwidth, links.latency);
  }
  return topology;
}

// Every GPU joined to the next along each side; the last coordinate varies fastest. Where sides
// wrap, the last joins the first, except in a side of two, where they are neighbours already.
Topology wire_grid(const Shape& shape, Links links, bool wraps) {
  Topology topology;
  topology.gpus_forward = true;
  const int gpus = product(shape);
  add_gpus(topology, gpus);
  for (NodeId gpu = 0; gpu < gpus; ++gpu) {
    int stride = gpus;  // from one GPU to the next along this side
    for (const int side : shape) {
      stride /= side;
      const int coordinate = gpu / stride % side;
      const bool is_last = coordinate == side - 1;
      if (is_last && (!wraps || side <= 2)) continue;
      const NodeId next = is_last ? gpu - coordinate * stride : gpu + stride;
      topology.connect(gpu, next, LinkType::nvlink, links.bandwidth, links.latency);
    }
  }
  return topology;
}

Topology wire_mesh(const Shape& shape, Links links) { return wire_grid(shape, links, false); }
Topology wire_torus(const Shape& shape, Links links) { return wire_grid(shape, links, true); }

// Full bisection: the link of a leaf to the root can carry all that the hosts of the leaf can send.
Topology wire_fat_tree(const Shape& shape, Links links) {
  const int hosts = shape[0];
  const int leaves = shape[1];
  Topology topology;
  add_gpus(topology, hosts * leaves);
  const NodeId first_leaf = hosts * leaves;
  for (int leaf = 0; leaf < leaves; ++leaf)
    topology.add(fmt::format("leaf{}", leaf), NodeType::network_switch);
  for (NodeId gpu = 0; gpu < hosts * leaves; ++gpu) {
    topology.connect(gpu, first_leaf + gpu / hosts, LinkType::network, links.bandwidth, links.latency);
  }
  if (leaves == 1) return topology;
  const NodeId root = topology.add("root", NodeType::network_switch);
  for (int leaf = 0; leaf < leaves; ++leaf) {
    const Bandwidth upper = {hosts * links.bandwidth.bytes_per_second};
    topology.connect(first_leaf + leaf, root, LinkType::network, upper, links.latency, hosts);
  }
  return topology;
}

struct Family {
  std::string_view name;
  std::size_t fewest_sides;
  std::size_t most_sides;
  std::string_view form;  // how it is written
  std::string_view example;
  std::string_view title;  // "8 GPUs " + title
  Topology (*wire)(const Shape&, Links);
  bool may_multicast = false;  // ",multicast" may follow
};

constexpr std::array families = {
    Family{"switch", 1, 1, "switch:GPUS,BANDWIDTH,LATENCY[,multicast][,launch=TIME]",
           "switch:8,450GB/s,350ns", "on one NVSwitch", wire_switch, true},
    Family{"ring", 1, 1, "ring:GPUS,BANDWIDTH,LATENCY[,launch=TIME]", "ring:8,100GB/s,500ns", "in a ring",
           wire_torus},
    Family{"mesh", 2, 4, "mesh:ROWSxCOLUMNS,BANDWIDTH,LATENCY[,launch=TIME]", "mesh:4x4,100GB/s,500ns",
           "in a mesh", wire_mesh},
    Family{"torus", 2, 4, "torus:ROWSxCOLUMNS,BANDWIDTH,LATENCY[,launch=TIME]", "torus:4x4,100GB/s,500ns",
           "in a torus", wire_torus},
    Family{"fat-tree", 2, 2, "fat-tree:HOSTSxLEAVES,BANDWIDTH,LATENCY[,launch=TIME]",
           "fat-tree:16x8,400Gb/s,1us", "under a fat tree of full bisection", wire_fat_tree},
};

Result<const Family*> find_family(std::string_view spec, std::string_view name) {
  std::vector<std::string> names;
  for (const Family& family : families) {
    if (family.name == name) return &family;
    names.emplace_back(family.name);
  }
  return fail("machine '{}': unknown family '{}'{}; expected {}", spec, name, suggestion(name, names),
              fmt::join(names, ", "));
}

Result<Shape> parse_shape(std::string_view spec, const Family& family, std::string_view text) {
  Shape shape;
  std::int64_t gpus = 1;
  for (const std::string_view part : split_at(text, 'x')) {
    std::int64_t side = 0;
    const auto [end, error] = std::from_chars(part.data(), part.data() + part.size(), side);
    const bool is_number = error == std::errc() && end == part.data() + part.size();
    if (!is_number && error != std::errc::result_out_of_range) {
      return fail("machine '{}': '{}' is not a number of GPUs; expected {}, as in {}", spec, part,
                  family.form, family.example);
    }
    if (!is_number || side < 1 || side > most_gpus || gpus * side > most_gpus) {
      return fail("machine '{}': {} GPUs; expected 1 to {}", spec, text, most_gpus);
    }
    gpus *= side;
    shape.push_back(static_cast<int>(side));
  }
  if (shape.size() < family.fewest_sides || shape.size() > family.most_sides) {
    return fail("machine '{}': shape '{}'; expected {}, as in {}", spec, text, family.form, family.example);
  }
  return shape;
}

Result<Links> parse_links(std::string_view spec, const Shape& shape, std::string_view bandwidth_text,
                          std::string_view latency_text) {
  const Result<Bandwidth> bandwidth = parse_bandwidth(bandwidth_text);
  if (!bandwidth) return fail("machine '{}': {}", spec, bandwidth.error().message);
  const Result<Time> latency = parse_time(latency_text);
  if (!latency) return fail("machine '{}': {}", spec, latency.error().message);
  if (bandwidth->bytes_per_second == 0) return fail("machine '{}': bandwidth 0; expected more than 0", spec);
  if (bandwidth->bytes_per_second > INT64_MAX / shape[0]) {
    return fail("machine '{}': bandwidth {} times {} is too large; expected less", spec, bandwidth_text,
                shape[0]);
  }
  return Links{*bandwidth, *latency};
}

// What may follow a family's three parts, each once, in any order.
struct Extras {
  bool multicast = false;
  std::optional<Time> launch{};
};

// False: the part is not one of the extras.
Result<bool> take_extra(std::string_view spec, const Family& family, std::string_view part, Extras& extras) {
  constexpr std::string_view launch = "launch=";
  if (part == "multicast" && family.may_multicast && !extras.multicast) {
    extras.multicast = true;
    return true;
  }
  if (!part.starts_with(launch) || extras.launch) return false;
  const Result<Time> time = parse_time(part.substr(launch.size()));
  if (!time) return fail("machine '{}': {}", spec, time.error().message);
  extras.launch = *time;
  return true;
}

// "4" in "ring:4,25GB/s,1us".
std::optional<std::string_view> gpus_text(std::string_view spec) {
  const std::size_t colon = spec.find(':'), comma = spec.find(',');
  if (colon == spec.npos || comma == spec.npos || comma < colon) return std::nullopt;
  const auto family = std::ranges::find(families, spec.substr(0, colon), &Family::name);
  if (family == families.end() || family->most_sides > 1) return std::nullopt;
  return spec.substr(colon + 1, comma - colon - 1);
}

}  // namespace

Result<Machine> machine_from_spec(std::string_view spec) {
  const std::size_t colon = std::min(spec.find(':'), spec.size());
  const Result<const Family*> family = find_family(spec, spec.substr(0, colon));
  if (!family) return tl::unexpected(family.error());
  std::vector<std::string_view> parts = split_at(spec.substr(std::min(colon + 1, spec.size())), ',');
  Extras extras;
  while (parts.size() > 3) {
    const Result<bool> taken = take_extra(spec, **family, parts.back(), extras);
    if (!taken) return tl::unexpected(taken.error());
    if (!*taken) break;
    parts.pop_back();
  }
  if (parts.size() != 3) {
    return fail("machine '{}': {} instead of 3; expected {}, as in {}", spec,
                counted(static_cast<std::int64_t>(parts.size()), "part"), (*family)->form,
                (*family)->example);
  }
  const Result<Shape> shape = parse_shape(spec, **family, parts[0]);
  if (!shape) return tl::unexpected(shape.error());
  const Result<Links> links = parse_links(spec, *shape, parts[1], parts[2]);
  if (!links) return tl::unexpected(links.error());

  Machine machine;
  machine.name = spec;
  machine.topology = (*family)->wire(*shape, *links);
  machine.topology.multicast = extras.multicast;
  machine.collective.launch = extras.launch.value_or(Time{});
  machine.title = fmt::format("{} GPU{} {}{}", machine.topology.gpus, machine.topology.gpus == 1 ? "" : "s",
                              (*family)->title, extras.multicast ? " that multicasts and reduces" : "");
  machine.sources = {"Every number is written in the machine's name."};
  return machine;
}

std::optional<int> gpus_in_spec(std::string_view spec) {
  const std::optional<std::string_view> text = gpus_text(spec);
  return text ? parse_number<int>(*text) : std::nullopt;
}

std::string with_gpus(std::string_view spec, int gpus) {
  assert(gpus_in_spec(spec) && "a ring or a switch");
  const std::string_view text = *gpus_text(spec);
  const auto from = static_cast<std::size_t>(text.data() - spec.data());
  return fmt::format("{}{}{}", spec.substr(0, from), gpus, spec.substr(from + text.size()));
}

}  // namespace commlab

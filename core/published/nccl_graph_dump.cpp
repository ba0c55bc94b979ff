#include "core/published/nccl_graph_dump.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>
#include <string>
#include <utility>

#include <fmt/ranges.h>
#include <pugixml.hpp>

#include "core/base/numbers.h"
#include "core/base/words.h"

namespace commlab {
namespace {

constexpr std::int64_t most_dumped_channels = 64;      // MAXCHANNELS, src/include/device.h
constexpr std::ptrdiff_t most_dumped_stops = 4 * 128;  // of a channel: GPUs and NICs of a node, or of a rack

// By its id (src/init.cc, initTransportsRank).
constexpr std::array algorithm_of_id = {NcclAlgorithm::ring, NcclAlgorithm::tree,
                                        NcclAlgorithm::collnet_chain, NcclAlgorithm::nvls,
                                        NcclAlgorithm::collnet_direct};

std::string numbers_text(const std::vector<std::size_t>& numbers) {
  if (numbers.size() == 1) return fmt::format("channel {}", numbers.front());
  const bool in_a_row = numbers.back() - numbers.front() + 1 == numbers.size();
  return in_a_row ? fmt::format("channels {}..{}", numbers.front(), numbers.back())
                  : fmt::format("channels {}", fmt::join(numbers, ", "));
}

class DumpReader {
 public:
  DumpReader(std::string_view text, std::string_view file) : text_(text), file_(file) {}

  Result<std::vector<DumpedGraph>> read() {
    const pugi::xml_parse_result parsed = document_.load_buffer(text_.data(), text_.size());
    if (!parsed) return fail_at(parsed.offset, fmt::format("not XML: {}", lower_case(parsed.description())));
    const pugi::xml_node graphs = document_.child("graphs");
    if (!graphs)
      return fail_at(0,
                     "no <graphs> element; expected what NCCL_GRAPH_DUMP_FILE writes (a topology is shown by "
                     "commlab machine show)");
    std::vector<DumpedGraph> all;
    for (const pugi::xml_node element : graphs.children("graph")) {
      Result<DumpedGraph> graph = read_graph(element);
      if (!graph) return tl::unexpected(graph.error());
      if (!graph->channels.empty()) all.push_back(*std::move(graph));
    }
    if (all.empty())
      return fail_at(graphs.offset_debug(), "<graphs> has no graph with channels; expected a ring");
    return all;
  }

 private:
  tl::unexpected<Error> fail_at(std::ptrdiff_t offset, std::string_view sentence) const {
    const std::size_t end =
        std::min(text_.size(), static_cast<std::size_t>(std::max<std::ptrdiff_t>(offset, 0)));
    return fail("{}:{}: {}", file_, 1 + std::ranges::count(text_.substr(0, end), '\n'), sentence);
  }
  tl::unexpected<Error> wrong(pugi::xml_node element, const char* attribute,
                              std::string_view expected) const {
    const std::string_view found = element.attribute(attribute).value();
    return fail_at(element.offset_debug(), fmt::format("<{}> {} '{}'; expected {}", element.name(), attribute,
                                                       found.substr(0, 24), expected));
  }

  static std::optional<std::int64_t> number(pugi::xml_node element, const char* attribute) {
    return parse_number<std::int64_t>(element.attribute(attribute).value());
  }
  static std::optional<double> speed(pugi::xml_node element, const char* attribute) {
    const std::optional<double> read = parse_number<double>(element.attribute(attribute).value());
    return read && *read >= 0 && *read < 1e6 ? read : std::nullopt;
  }
  // "NVL", "PIX"; newer versions have more of them.
  static std::optional<std::string> type(pugi::xml_node element, const char* attribute) {
    const std::string_view name = element.attribute(attribute).value();
    const bool is_one =
        name.size() == 3 && std::ranges::all_of(name, [](unsigned char c) { return std::isalnum(c); });
    return is_one ? std::optional(std::string(name)) : std::nullopt;
  }

  Result<DumpedGraph> read_graph(pugi::xml_node element) const {
    const auto id = number(element, "id"), channels = number(element, "nchannels");
    if (!id || *id < 0 || *id >= std::ssize(algorithm_of_id)) return wrong(element, "id", "0 to 4");
    if (!channels || *channels < 0 || *channels > most_dumped_channels)
      return wrong(element, "nchannels", fmt::format("0 to {}", most_dumped_channels));
    const auto intra = speed(element, "speedintra"), inter = speed(element, "speedinter");
    if (!intra) return wrong(element, "speedintra", "GB/s");
    if (!inter) return wrong(element, "speedinter", "GB/s");
    const auto type_intra = type(element, "typeintra"), type_inter = type(element, "typeinter");
    if (!type_intra) return wrong(element, "typeintra", "NVL, PIX, PHB or another path");
    if (!type_inter) return wrong(element, "typeinter", "NVL, PIX, PHB or another path");
    DumpedGraph read{.algorithm = algorithm_of_id[static_cast<std::size_t>(*id)],
                     .intra = *intra,
                     .inter = *inter,
                     .type_intra = *type_intra,
                     .type_inter = *type_inter,
                     .crosses_rails = number(element, "crossnic").value_or(0) > 0};
    for (const pugi::xml_node channel : element.children("channel")) {
      Result<NcclChannel> stops = read_channel(channel);
      if (!stops) return tl::unexpected(stops.error());
      read.channels.push_back(*std::move(stops));
    }
    if (std::ssize(read.channels) != *channels)
      return wrong(element, "nchannels",
                   fmt::format("{}, as there are <channel> elements", read.channels.size()));
    return read;
  }

  // "0x3" since 2.19, where the upper byte counts hosts that NVLink joins; "3" before.
  static std::optional<int> device(pugi::xml_node stop) {
    const std::string_view text = stop.attribute("dev").value();
    const bool is_hex = text.starts_with("0x");
    const auto read =
        is_hex ? parse_number<std::int64_t>(text.substr(2), 16) : parse_number<std::int64_t>(text);
    constexpr std::int64_t host = std::int64_t{1} << 56;
    constexpr int gpus_of_a_host = 16;
    if (!read || *read < 0 || *read % host >= 1024) return std::nullopt;
    const std::int64_t number = *read / host * gpus_of_a_host + *read % host;
    return number < most_dumped_stops ? std::optional(static_cast<int>(number)) : std::nullopt;
  }
  Result<NcclChannel> read_channel(pugi::xml_node element) const {
    NcclChannel channel;
    std::ptrdiff_t stops = 0;
    for (const pugi::xml_node stop : element.children()) {
      if (++stops > most_dumped_stops)
        return fail_at(stop.offset_debug(), "<channel> is too long; expected the GPUs of a node");
      const std::optional<int> dev = device(stop);
      if (!dev) return wrong(stop, "dev", "a number, as in 0x3");
      if (std::strcmp(stop.name(), "gpu") == 0)
        channel.gpus.push_back(*dev);
      else if (std::strcmp(stop.name(), "net") == 0)
        (channel.gpus.empty() ? channel.nic_in : channel.nic_out) = *dev;
      else
        return fail_at(stop.offset_debug(), fmt::format("<{}> in a channel; expected <gpu> or <net>",
                                                        std::string_view(stop.name()).substr(0, 24)));
    }
    if (channel.gpus.empty())
      return fail_at(element.offset_debug(), "<channel> has no GPU; expected <gpu dev=...>");
    return channel;
  }

  std::string_view text_, file_;
  pugi::xml_document document_;
};

}  // namespace

bool is_closed(const DumpedGraph& graph, const NcclChannel& channel) {
  return graph.algorithm == NcclAlgorithm::ring && channel.nic_in < 0 && channel.gpus.size() > 1;
}

std::vector<ChannelWay> ways_of(const DumpedGraph& graph) {
  std::vector<ChannelWay> ways;
  std::vector<std::vector<std::size_t>> numbers;  // by way
  for (std::size_t i = 0; i < graph.channels.size(); ++i) {
    const auto known = std::ranges::find(ways, graph.channels[i], &ChannelWay::channel);
    if (known == ways.end()) {
      ways.push_back({.name = {}, .channel = graph.channels[i]});
      numbers.push_back({i});
    } else {
      numbers[static_cast<std::size_t>(known - ways.begin())].push_back(i);
    }
  }
  for (std::size_t way = 0; way < ways.size(); ++way) ways[way].name = numbers_text(numbers[way]);
  return ways;
}

DumpedGraph as_dumped(NcclAlgorithm algorithm, const NcclGraph& graph) {
  return {.algorithm = algorithm,
          .intra = graph.intra,
          .inter = graph.inter,
          .type_intra = std::string(name_of(graph.type_intra)),
          .type_inter = std::string(name_of(graph.type_inter)),
          .crosses_rails = graph.crosses_rails,
          .channels = graph.order};
}

Result<std::vector<DumpedGraph>> read_graph_dump(std::string_view text, std::string_view file_name) {
  return DumpReader(text, file_name).read();
}

}  // namespace commlab

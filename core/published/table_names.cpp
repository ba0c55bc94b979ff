#include "core/published/table_names.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <charconv>
#include <optional>
#include <span>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/words.h"
#include "core/machine/cluster.h"
#include "core/machine/gpu_model.h"
#include "core/machine/network_classes.h"

namespace commlab {
namespace {

bool names(std::string_view text, std::string_view word) { return text.find(word) != text.npos; }

// A machine for servers with `gpu`, if GPU and interconnect have the words `with` and not `without`. `gpus`:
// the most on a node, 0: any number. `is_near`: not these GPUs, but the nearest class.
struct NodeName {
  std::string_view gpu;
  std::string_view with;
  std::string_view without;
  int gpus;
  std::string_view machine;
  bool is_near = false;
};
constexpr bool nearest_class = true;
// By the full names of the table of GPUs (core/machine/gpu_model.h).
constexpr std::array node_names = {
    NodeName{"P100", "sxm2", "", 8, "dgx1-p100"},
    NodeName{"P100", "different cpu sockets", "", 0, "p100-pcie"},
    NodeName{"P100", "", "", 0, "p100-pcie-x4"},
    NodeName{"P100 PCIe", "different cpu sockets", "", 0, "p100-pcie"},
    NodeName{"P100 PCIe", "", "", 0, "p100-pcie-x4"},
    NodeName{"V100", "sxm3", "", 16, "dgx2"},
    NodeName{"V100", "hybrid cube mesh", "", 8, "dgx1-v100"},
    NodeName{"V100", "", "", 4, "v100x4"},
    NodeName{"V100", "", "", 0, "dgx1-v100"},
    NodeName{"V100 PCIe", "", "", 0, "p100-pcie-x4", nearest_class},
    NodeName{"T4", "", "", 0, "t4"},
    NodeName{"A100", "nv4", "nvswitch", 4, "a100x4"},
    NodeName{"A100", "4-gpu", "nvswitch", 4, "a100x4"},
    NodeName{"A100", "slingshot", "nvswitch", 4, "a100x4"},
    NodeName{"A100", "", "", 0, "dgx-a100"},
    NodeName{"A100 PCIe", "", "", 0, "a100-pcie"},
    NodeName{"A800", "", "", 0, "dgx-a100", nearest_class},
    NodeName{"A800 PCIe", "", "", 0, "a100-pcie", nearest_class},
    NodeName{"A30", "", "", 0, "a100-pcie", nearest_class},
    NodeName{"RTX 3090", "", "", 0, "rtx4090", nearest_class},
    NodeName{"A10", "", "", 0, "l40s", nearest_class},
    NodeName{"A10G", "", "", 0, "l40s", nearest_class},
    NodeName{"A40", "", "", 0, "l40s", nearest_class},
    NodeName{"A6000", "", "", 0, "l40s", nearest_class},
    NodeName{"A5000", "", "", 0, "l40s", nearest_class},
    NodeName{"L4", "", "", 0, "l40s", nearest_class},
    NodeName{"L20", "", "", 0, "l40s", nearest_class},
    NodeName{"L40", "", "", 0, "l40s", nearest_class},
    NodeName{"L40S", "", "", 0, "l40s"},
    NodeName{"RTX 6000 Ada", "", "", 0, "l40s", nearest_class},
    NodeName{"RTX 4090", "p2p patched", "", 0, "rtx4090-p2p"},
    NodeName{"RTX 4090", "2x rtx", "", 0, "rtx4090x2"},
    NodeName{"RTX 4090", "", "", 0, "rtx4090"},
    NodeName{"H100", "4-gpu board", "", 4, "h100x4"},
    NodeName{"H100", "", "", 0, "dgx-h100"},
    NodeName{"H100 PCIe", "", "", 0, "a100-pcie", nearest_class},
    NodeName{"H200", "", "", 0, "hgx-h200"},
    NodeName{"H200 NVL", "", "", 0, "a100-pcie", nearest_class},
    NodeName{"H800", "", "", 0, "dgx-h100", nearest_class},
    NodeName{"H800 PCIe", "", "", 0, "a100-pcie", nearest_class},
    NodeName{"H20", "", "", 0, "hgx-h200", nearest_class},
    NodeName{"GH200", "", "", 0, "gh200x4"},
    NodeName{"B200", "", "", 0, "hgx-b200"},
    NodeName{"GB200", "nvl36", "", 36, "gb200-nvl36"},
    NodeName{"GB200", "", "", 0, "gb200-nvl72"},
    NodeName{"B300", "", "", 0, "hgx-b200", nearest_class},
    NodeName{"GB300", "", "", 0, "gb200-nvl72", nearest_class},
    NodeName{"RTX 5090", "", "", 2, "rtx5090x2"},
    NodeName{"RTX 5090", "", "", 0, "rtx4090", nearest_class},
    NodeName{"RTX PRO 6000", "", "", 0, "rtx4090", nearest_class},
    NodeName{"GB10", "", "", 0, "hgx-b200", nearest_class},
    NodeName{"MI210", "", "", 0, "mi300x", nearest_class},
    NodeName{"MI250", "", "", 0, "mi300x", nearest_class},
    NodeName{"MI250X", "", "", 0, "mi300x", nearest_class},
    NodeName{"MI300X", "", "", 0, "mi300x"},
    NodeName{"MI325X", "", "", 0, "mi300x", nearest_class},
};
// By words of GPUs that are not in that table.
constexpr std::array families = {
    NodeName{"b100", "", "", 0, "hgx-b200", nearest_class},
    NodeName{"mi2", "", "", 0, "mi300x", nearest_class},
    NodeName{"mi3", "", "", 0, "mi300x", nearest_class},
    NodeName{"rtx", "", "", 0, "rtx4090", nearest_class},
    NodeName{"geforce", "", "", 0, "rtx4090", nearest_class},
    NodeName{"p40", "", "", 0, "p100-pcie-x4", nearest_class},
    NodeName{"titan", "", "", 0, "p100-pcie-x4", nearest_class},
    NodeName{"tesla k", "", "", 0, "p100-pcie-x4", nearest_class},
};
constexpr std::string_view any_node = "dgx-a100";

struct NetworkName {
  std::string_view word;
  std::string_view parameters;
};
// The first word that is there counts.
constexpr std::array network_names = {
    NetworkName{"unknown network", unknown_network},  // as logs are read
    NetworkName{"tcpxo", "tcpxo"},
    NetworkName{"fastrak", "tcpxo"},
    NetworkName{"tcpx", "tcpx"},
    NetworkName{"gvnic", "tcp-cloud"},
    NetworkName{"elastic network adapter", "tcp-cloud"},
    NetworkName{"tcp with helper threads", "tcp-cloud"},  // as logs are read
    NetworkName{"tcp", "tcp"},
    NetworkName{"slingshot", "slingshot"},
    NetworkName{"cxi", "slingshot"},
    NetworkName{"efa", "efa"},
    NetworkName{"roce", "roce"},
    NetworkName{"gib", "roce"},
    NetworkName{"infiniband", infiniband},
    NetworkName{"hdr", infiniband},
    NetworkName{"edr", infiniband},
    NetworkName{"ndr", infiniband},
    NetworkName{"connectx", infiniband},
    NetworkName{"sockets", "tcp"},
};

// What a NIC of this name is sold as, where the table gives no rate.
struct NicName {
  std::string_view word;
  std::string_view nic;
};
constexpr std::array nic_names = {
    NicName{"xdr", "800G"},          NicName{"ndr", "400G"},          NicName{"hdr", "200G"},
    NicName{"slingshot-11", "200G"}, NicName{"slingshot-10", "100G"}, NicName{"edr", "100G"},
};

bool is_a_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_a_letter(char c) { return std::isalpha(static_cast<unsigned char>(c)) != 0; }

// A rate in bits, "400G", "100 Gb/s", and the number of NICs before it, "32x100 Gb/s". GB/s are bytes.
struct NicRate {
  int count = 0;  // 0: not said
  int gigabits = 0;
};
std::optional<NicRate> rate_in(std::string_view text) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_a_digit(text[at]) || (at > 0 && (is_a_digit(text[at - 1]) || text[at - 1] == '.'))) continue;
    NicRate rate;
    const char* const end = text.data() + text.size();
    const auto [rest, error] = std::from_chars(text.data() + at, end, rate.gigabits);
    if (error != std::errc{}) continue;
    std::string_view after(rest, static_cast<std::size_t>(end - rest));
    if (after.starts_with(' ')) after.remove_prefix(1);
    if (!after.starts_with('G')) continue;
    after.remove_prefix(1);
    if (!after.empty() && is_a_letter(after[0]) && !after.starts_with("b")) continue;
    std::string_view before = text.substr(0, at);
    while (before.ends_with(' ')) before.remove_suffix(1);
    if (lower_case(before).ends_with("one")) rate.count = 1;
    if (before.ends_with('x')) {
      before.remove_suffix(1);
      std::size_t first = before.size();
      while (first > 0 && is_a_digit(before[first - 1])) --first;
      std::from_chars(before.data() + first, before.data() + before.size(), rate.count);
    }
    return rate;
  }
  return std::nullopt;
}

const NodeName* row_of(std::string_view gpu, std::string_view interconnect, int gpus) {
  const Result<GpuModel> model = find_gpu_model(gpu);
  const std::string name = lower_case(gpu), all = name + '\n' + lower_case(interconnect);
  const auto fits = [&](const NodeName& row) {
    const bool is_this_gpu = model ? full_name(*model) == row.gpu : names(name, row.gpu);
    const bool excluded = !row.without.empty() && names(all, row.without);
    return is_this_gpu && names(all, row.with) && !excluded && (row.gpus == 0 || gpus <= row.gpus);
  };
  const std::span<const NodeName> rows = model ? std::span<const NodeName>(node_names) : families;
  const auto found = std::ranges::find_if(rows, fits);
  return found == rows.end() ? nullptr : &*found;
}

std::string sentence_of_unknown(std::string_view interconnect) {
  const std::string said =
      trimmed(interconnect).empty() ? "is not named" : fmt::format("is not known by '{}'", interconnect);
  return fmt::format("The network between the nodes {}: its band covers all that are known ({}).", said,
                     fmt::join(network_classes, ", "));
}

}  // namespace

NamedNode node_named(std::string_view gpu, std::string_view interconnect, int gpus) {
  const NodeName* const row = row_of(gpu, interconnect, gpus);
  if (row != nullptr && !row->is_near) return {std::string(row->machine), ""};
  if (row != nullptr)
    return {
        std::string(row->machine),
        fmt::format("No machine has the GPU '{}': predicted as {}, the nearest class. --machine takes the "
                    "topology of its own node.",
                    gpu, row->machine)};
  if (trimmed(gpu).empty())
    return {
        std::string(any_node),
        fmt::format("The table does not name its GPU: predicted as {}; --machine names another.", any_node)};
  return {std::string(any_node),
          fmt::format("The GPU '{}' is not like any that is known: predicted as {}.", gpu, any_node)};
}

NamedNetwork network_named(std::string_view interconnect, int gpus) {
  const std::string text = lower_case(interconnect);
  NamedNetwork named;
  NetworkWords& network = named.network;
  const auto* const known =
      std::ranges::find_if(network_names, [&](const NetworkName& row) { return names(text, row.word); });
  network.fabric = known != network_names.end() ? known->parameters : unknown_network;
  if (network.fabric == unknown_network) named.assumed = sentence_of_unknown(interconnect);
  for (const NicName& row : nic_names)
    if (network.nic.empty() && names(text, row.word)) network.nic = row.nic;
  if (const std::optional<NicRate> rate = rate_in(interconnect)) {
    const bool several_each = gpus > 0 && rate->count > gpus && rate->count % gpus == 0;
    network.nic = fmt::format("{}G", several_each ? rate->gigabits * (rate->count / gpus) : rate->gigabits);
    network.network.nics_per_node = several_each ? gpus : rate->count;
  }
  if (const Result<Bandwidth> nic = parse_nic(network.nic)) network.network.nic = *nic;
  return named;
}

}  // namespace commlab

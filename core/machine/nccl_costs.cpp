#include "core/machine/nccl_costs.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "core/base/gbps.h"
#include "core/base/numbers.h"
#include "core/base/units.h"

namespace commlab {
namespace {

using C = NcclCosts;
using Of = NcclCostOf;
using Unit = NcclCostUnit;

constexpr std::array all_costs = {
    NcclCost{"launch", Of::gpus, Unit::time, &C::launch},
    NcclCost{"hop_ll", Of::gpus, Unit::time, &C::hop_ll},
    NcclCost{"hop_ll128", Of::gpus, Unit::time, &C::hop_ll128},
    NcclCost{"hop_simple", Of::gpus, Unit::time, &C::hop_simple},
    NcclCost{"start_ll128", Of::gpus, Unit::time, &C::start_ll128},
    NcclCost{"start_simple", Of::gpus, Unit::time, &C::start_simple},
    NcclCost{"channel_ll", Of::gpus, Unit::rate, &C::channel_ll},
    NcclCost{"channel_ll128", Of::gpus, Unit::rate, &C::channel_ll128},
    NcclCost{"channel_simple", Of::gpus, Unit::rate, &C::channel_simple},
    NcclCost{"chain_ll", Of::gpus, Unit::rate, &C::chain_ll},
    NcclCost{"chain_ll128", Of::gpus, Unit::rate, &C::chain_ll128},
    NcclCost{"links", Of::gpus, Unit::number, &C::links},
    NcclCost{"own_copy", Of::gpus, Unit::rate, &C::own_copy},
    NcclCost{"multicast", Of::gpus, Unit::number, &C::multicast},

    NcclCost{"net_hop", Of::fabric, Unit::time, &C::net_hop},
    NcclCost{"net_rate", Of::fabric, Unit::number, &C::net_rate},
    NcclCost{"net_copies", Of::fabric, Unit::rate, &C::net_copies},
    NcclCost{"net_pieces_ll", Of::fabric, Unit::rate, &C::net_pieces_ll},
    NcclCost{"net_peer", Of::fabric, Unit::time, &C::net_peer},
    NcclCost{"net_message", Of::fabric, Unit::time, &C::net_message},

    NcclCost{"thread_start", Of::all, Unit::time, &C::thread_start},
    NcclCost{"thread_p2p", Of::all, Unit::number, &C::thread_p2p},
    NcclCost{"synchronised", Of::all, Unit::time, &C::synchronised},
    NcclCost{"graph_saves", Of::all, Unit::time, &C::graph_saves},
    NcclCost{"mesh", Of::all, Unit::number, &C::mesh},
    NcclCost{"old_ll", Of::all, Unit::time, &C::old_ll},
    NcclCost{"net_more_ll128", Of::all, Unit::time, &C::net_more_ll128},
    NcclCost{"net_more_simple", Of::all, Unit::time, &C::net_more_simple},
    NcclCost{"net_pieces_ll128", Of::all, Unit::rate, &C::net_pieces_ll128},
    NcclCost{"net_pieces_simple", Of::all, Unit::rate, &C::net_pieces_simple},
    NcclCost{"tree", Of::all, Unit::number, &C::tree},
    NcclCost{"nvls_start", Of::all, Unit::time, &C::nvls_start},
    NcclCost{"nvls_chunk", Of::all, Unit::number, &C::nvls_chunk},
    NcclCost{"nvls_fill", Of::all, Unit::number, &C::nvls_fill},
    NcclCost{"nvls_tree_hop", Of::all, Unit::time, &C::nvls_tree_hop},
    NcclCost{"host_bridge", Of::all, Unit::number, &C::host_bridge},
    NcclCost{"without_gpudirect", Of::all, Unit::number, &C::without_gpudirect},
    NcclCost{"shared_nic", Of::all, Unit::number, &C::shared_nic},
    NcclCost{"p2p_start", Of::all, Unit::time, &C::p2p_start},
    NcclCost{"p2p_channel", Of::all, Unit::rate, &C::p2p_channel},
    NcclCost{"p2p_net_channel", Of::all, Unit::rate, &C::p2p_net_channel},
    NcclCost{"p2p_net_start", Of::all, Unit::time, &C::p2p_net_start},
};

}  // namespace

std::span<const NcclCost> nccl_costs() { return all_costs; }

bool is_complete(const NcclCosts& all) {
  return std::ranges::all_of(all_costs, [&](const NcclCost& cost) { return all.*cost.value > 0; });
}

std::optional<double> usual_band(const NcclCosts& all, bool many_nodes, Bytes size) {
  std::optional<double> factor;
  for (const NcclBand& band : many_nodes ? all.many_nodes : all.one_node)
    if (size >= band.from) factor = band.factor;
  return factor;
}

constexpr double deviations_of_four_in_five = 1.2816;  // of the normal distribution

double spread_of_band(double factor) { return std::log(factor) / deviations_of_four_in_five; }
double usual_error(const NcclCosts& costs, bool many_nodes, Bytes size) {
  constexpr double not_known = 1.4;
  return spread_of_band(usual_band(costs, many_nodes, size).value_or(not_known));
}
double band_of_spread(double spread) { return std::exp(spread * deviations_of_four_in_five); }

std::string to_text(const NcclCost& cost, double value) {
  switch (cost.unit) {
    case NcclCostUnit::time: return fmt::format("{:.4g}us", value);
    case NcclCostUnit::rate: return fmt::format("{:.4g}GB/s", value);
    case NcclCostUnit::number: return fmt::format("{:.4g}", value);
  }
  return {};
}

std::string to_toml(const NcclCost& cost, double value) {
  const std::string_view quote = cost.unit == NcclCostUnit::number ? "" : "\"";
  return fmt::format("{} = {}{}{}\n", cost.name, quote, to_text(cost, value), quote);
}

std::string to_toml(std::string_view name, const std::vector<NcclBand>& bands) {
  std::vector<std::string> texts;
  for (const NcclBand& band : bands)
    texts.push_back(fmt::format("\"{} {:.3g}\"", to_text(band.from), band.factor));
  return bands.empty() ? "" : fmt::format("{} = [{}]\n", name, fmt::join(texts, ", "));
}

Result<double> parse_nccl_cost(const NcclCost& cost, std::string_view text) {
  const auto positive = [&](double value) -> Result<double> {
    if (value > 0) return value;
    return fail("{}: '{}'; expected more than 0", cost.name, text);
  };
  switch (cost.unit) {
    case NcclCostUnit::time:
      return parse_time(text).and_then([&](Time time) { return positive(microseconds_of(time)); });
    case NcclCostUnit::rate:
      return parse_bandwidth(text).and_then([&](Bandwidth rate) { return positive(GBps_of(rate)); });
    case NcclCostUnit::number: break;
  }
  const std::optional<double> number = parse_number<double>(text);
  if (!number) return fail("{}: '{}'; expected a number", cost.name, text);
  return positive(*number);
}

}  // namespace commlab

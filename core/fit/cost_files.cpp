#include "core/fit/cost_files.h"

#include <algorithm>
#include <array>

#include "core/files/read_file.h"
#include "core/machine/network_classes.h"
#include "core/machine_text/machine_toml.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {
namespace {

constexpr std::string_view common_file = "calls.toml";

std::string tables_text(const std::vector<std::string>& tables) {
  std::string text = "tables = [  # to which these values were fitted\n";
  for (const std::string& name : tables) text += fmt::format("  {},\n", in_quotes(name));
  return text + "]\n";
}

std::vector<std::string> names_of(std::span<const CallTable> tables,
                                  const std::function<bool(const CallTable&)>& has) {
  std::vector<std::string> names;
  for (const CallTable& table : tables)
    if (has(table)) names.push_back(table.name);
  return names;
}

std::string costs_text(const NcclCosts& costs, std::span<const NcclCostOf> kinds) {
  std::string text;
  for (const NcclCost& cost : nccl_costs())
    if (std::ranges::find(kinds, cost.of) != kinds.end()) text += to_toml(cost, costs.*cost.value);
  return text;
}

std::string sources_text(std::string_view what, std::size_t tables) {
  const std::string fitted =
      tables == 0
          ? "no table shows them, so they are what is known before any timing"
          : fmt::format("fitted to {} published tables, from what is known before any timing", tables);
  return fmt::format("sources = [\n  \"nccl costs {}: {} (core/fit/priors.cpp).\",\n]\n", what, fitted);
}

// How good predictions are for machines that the fit has not seen.
std::string score_text(const Score& score) {
  const auto text = [](const Errors& errors) {
    return fmt::format("{:.1f} / {:.1f} %", errors.median, errors.p90);
  };
  return fmt::format(
      "# |error| of the median family, median / p90:\n"
      "# left out: all {}, one node {}, several nodes {}; from 1 MiB: one node {}, several nodes {}\n",
      text(score.all), text(score.one_node), text(score.many_nodes), text(score.one_node_large),
      text(score.many_nodes_large));
}

CostFile file_of(std::string_view name, std::string_view kind, std::string_view key,
                 std::string_view parameters, const std::string& costs,
                 const std::vector<std::string>& tables) {
  return {
      fmt::format("calls-{}.toml", name),
      fmt::format(
          "# What calls of NCCL cost {} {}; meanings: core/machine/nccl_costs.h. Written by commlab fit.\n"
          "{}{}\n[nccl]\n{} = \"{}\"\n{}{}",
          kind, name, parameters, sources_text(fmt::format("{} {}", kind, name), tables.size()), key, name,
          costs, tables_text(tables))};
}

}  // namespace

std::vector<CostFile> cost_files(const NcclFit& fit, std::span<const CallTable> tables, const Bands& bands,
                                 const std::vector<NcclBand>& of_any_network, const Score& left_out) {
  using Of = NcclCostOf;
  constexpr std::array every = {Of::gpus, Of::fabric, Of::all};
  constexpr std::array of_gpus = {Of::gpus}, of_fabric = {Of::fabric};
  std::vector<CostFile> files = {
      {std::string(common_file),
       "# What calls of NCCL cost on GPUs and over networks that nobody has measured, and what all have in "
       "common;\n"
       "# meanings: core/machine/nccl_costs.h. Written by commlab fit.\n" +
           sources_text("of all machines", tables.size()) + "\n[nccl]\n" + costs_text(fit.common, every) +
           "\n# Four of five calls take between the predicted time / factor and the predicted time * factor, "
           "from a "
           "size\n# on: commlab accuracy --leave-one-out.\n" +
           score_text(left_out) + to_toml("one_node", bands.one_node) +
           to_toml("many_nodes", bands.many_nodes) + '\n' +
           tables_text(names_of(tables, [](const CallTable&) { return true; }))}};
  for (const auto& [name, costs] : fit.gpus)
    files.push_back(file_of(
        name, "on GPUs of the class", "gpus", "parameters = [\"calls\"]\n", costs_text(costs, of_gpus),
        names_of(tables, [&](const CallTable& table) { return table.rows.front().costs.gpus == name; })));
  for (const auto& [name, costs] : fit.fabrics) {
    const auto own = bands.over.find(name);
    const std::string band = own == bands.over.end() ? "" : to_toml("many_nodes", own->second);
    files.push_back(file_of(name, "between nodes over", "fabric", "", costs_text(costs, of_fabric) + band,
                            names_of(tables, [&](const CallTable& table) { return table.network == name; })));
  }
  const auto of_many_nodes =
      static_cast<std::size_t>(std::ranges::count(tables, true, &CallTable::many_nodes));
  files.push_back(
      {fmt::format("calls-{}.toml", unknown_network),
       "# What calls of NCCL cost between nodes over a network that is not known; meanings:\n"
       "# core/machine/nccl_costs.h. Written by commlab fit. The bands hold four of five rows of all "
       "networks,\n"
       "# networks counting alike, where each is predicted with these costs instead of its own.\n" +
           sources_text("between nodes over any network", of_many_nodes) +
           fmt::format("\n[nccl]\nfabric = \"{}\"\n", unknown_network) + costs_text(fit.common, of_fabric) +
           to_toml("many_nodes", of_any_network)});
  return files;
}

Result<NcclFit> fit_of_files(const std::filesystem::path& parameter_folder) {
  NcclFit fit = known_before();
  const auto costs_in = [&](const std::string& of_class) -> Result<NcclCosts> {
    Machine machine;
    Status read = add_parameters(machine, "calls", parameter_folder);
    if (read && !of_class.empty())
      read = add_parameters(machine, fmt::format("calls-{}", of_class), parameter_folder);
    if (!read) return tl::unexpected(read.error());
    if (!machine.nccl)
      return fail("{} in {} does not give all costs", common_file, parameter_folder.string());
    return *machine.nccl;
  };
  const Result<NcclCosts> common = costs_in("");
  if (!common) return tl::unexpected(common.error());
  fit.common = *common;
  for (auto* const classes : {&fit.gpus, &fit.fabrics})
    for (auto& [name, costs] : *classes) {
      const Result<NcclCosts> of_class = costs_in(name);
      if (!of_class) return tl::unexpected(of_class.error());
      costs = *of_class;
    }
  return fit;
}

Result<std::set<std::string>> fitted_tables(const std::filesystem::path& parameter_folder) {
  const std::filesystem::path file = parameter_folder / common_file;
  return read_file(file)
      .and_then([&](const std::string& text) { return parse_toml(text, file.string()); })
      .map([](const toml::table& table) {
        std::set<std::string> names;
        if (const toml::array* tables = table["nccl"]["tables"].as_array())
          for (const toml::node& name : *tables)
            if (const auto text = name.value<std::string>()) names.insert(*text);
        return names;
      });
}

}  // namespace commlab

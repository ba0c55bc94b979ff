#include "core/fit/clock_files.h"

#include <algorithm>
#include <array>

#include "core/files/read_file.h"
#include "core/machine_text/machine_toml_writer.h"
#include "core/machine_text/toml_reader.h"

namespace commlab {
namespace {

constexpr std::string_view common_file = "clock.toml";

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

ClockFile file_of(std::string_view name, std::string_view kind, std::string_view key,
                  std::string_view parameters, const std::string& costs,
                  const std::vector<std::string>& tables) {
  return {
      fmt::format("clock-{}.toml", name),
      fmt::format(
          "# What calls of NCCL cost {} {}; meanings: core/machine/nccl_costs.h. Written by commlab fit.\n"
          "{}{}\n[nccl]\n{} = \"{}\"\n{}{}",
          kind, name, parameters, sources_text(fmt::format("{} {}", kind, name), tables.size()), key, name,
          costs, tables_text(tables))};
}

}  // namespace

std::vector<ClockFile> clock_files(const ClockFit& fit, std::span<const CallTable> tables,
                                   const Bands& bands) {
  using Of = NcclCostOf;
  constexpr std::array every = {Of::gpus, Of::fabric, Of::all};
  constexpr std::array of_gpus = {Of::gpus}, of_fabric = {Of::fabric};
  std::vector<ClockFile> files = {
      {std::string(common_file),
       "# What calls of NCCL cost on GPUs and over networks that nobody has measured, and what all have in "
       "common;\n"
       "# meanings: core/machine/nccl_costs.h. Written by commlab fit.\n" +
           sources_text("of all machines", tables.size()) + "\n[nccl]\n" + costs_text(fit.common, every) +
           "\n# Four of five calls take between the predicted time / factor and the predicted time * factor, "
           "from a "
           "size\n# on: commlab accuracy --leave-one-out.\n" +
           to_toml("one_node", bands.one_node) + to_toml("many_nodes", bands.many_nodes) + '\n' +
           tables_text(names_of(tables, [](const CallTable&) { return true; }))}};
  for (const auto& [name, costs] : fit.gpus)
    files.push_back(file_of(
        name, "on GPUs of the class", "gpus", "parameters = [\"clock\"]\n", costs_text(costs, of_gpus),
        names_of(tables, [&](const CallTable& table) { return table.rows.front().costs.gpus == name; })));
  for (const auto& [name, costs] : fit.fabrics)
    files.push_back(file_of(name, "between nodes over", "fabric", "", costs_text(costs, of_fabric),
                            names_of(tables, [&](const CallTable& table) {
                              return table.many_nodes && table.rows.front().costs.fabric == name;
                            })));
  return files;
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

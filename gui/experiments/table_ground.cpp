#include "gui/experiments/table_ground.h"

#include <algorithm>
#include <utility>

#include "core/machine/gpu_model.h"
#include "core/machine_text/find_machine.h"
#include "core/published/published_machine.h"
#include "gui/experiments/own_machine.h"

namespace commlab {
namespace {

// Where a pasted topology does not name its GPUs, they are those of the table that was measured on it.
Result<Machine> named_machine_of(const PublishedTable& table, const std::string& name, const Tools& tools) {
  Result<Machine> machine = named_machine(name, {}, tools);
  const Result<GpuModel> model = find_gpu_model(table.fact("gpu"));
  if (machine || !model) return machine;
  Result<Machine> of_gpu = named_machine(name, {.gpu = std::string(full_name(*model))}, tools);
  return of_gpu ? std::move(of_gpu) : std::move(machine);
}

}  // namespace

Result<TableGround> ground_of(const PublishedTable& table, const std::string& machine, const Tools& tools) {
  Result<PublishedSetting> setting = setting_of(table);
  if (!setting) return tl::unexpected(setting.error());
  if (machine.empty())
    return machine_of(*setting, table, tools.machine_folder).map([&](Machine found) {
      return TableGround{*std::move(setting), std::move(found)};
    });
  return named_machine_of(table, machine, tools)
      .and_then([&](const Machine& named) { return as_in_table(named, table); })
      .map([&](Machine found) {
        setting->node = machine;
        return TableGround{*std::move(setting), std::move(found)};
      });
}

Result<TableGround> rewired_ground_of(PublishedTable table, const std::string& machine,
                                      std::string_view words, const Tools& tools) {
  if (!machine.empty()) {
    const Result<NodeOfCluster> parts = node_of_cluster(machine);
    if (!parts) return tl::unexpected(parts.error());
    const std::string cluster =
        parts->nodes > 1 ? machine : fmt::format("{}x {}", largest_row(table).nodes, machine);
    return ground_of(table, fmt::format("{},{}", cluster, words), tools);
  }
  const auto said = std::ranges::find(table.facts, "network", &PublishedTable::Fact::key);
  if (said == table.facts.end())
    table.facts.push_back({"network", std::string(words)});
  else
    said->value += fmt::format(", {}", words);
  return ground_of(table, machine, tools);
}

}  // namespace commlab

#include "gui/cli/reports/scene_text.h"

#include <algorithm>

#include "core/collective/reference.h"
#include "core/collective/size_text.h"
#include "core/plan/outcome.h"
#include "core/programs/interpret.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/script/script_text.h"

namespace commlab {
namespace {

constexpr std::size_t most_values = 12;  // of a tensor; more are not shown

// Experiments.

std::string arrivals(const Outcome& performed) {
  const Collective& collective = performed.programs->collective;
  const std::vector<Time> times = arrival_times(*performed.run.trace, collective.to);
  Table table({{"copy"}, {"arrives", right}});
  for (std::size_t i = 0; i < times.size(); ++i)
    table.add({fmt::format("GPU {} -> GPU {}", collective.from, collective.to[i]), to_human(times[i])});
  return table.rows_only();
}

std::string memories(const Outcome& performed) {
  const Collective& collective = performed.programs->collective;
  const RankBuffers& buffers = *performed.run.buffers;
  const auto values = [&](const Memory& memory) {
    return memory.empty() ? "" : values_to_text(collective, memory, static_cast<int>(most_values));
  };
  Table table({{""}, {"before"}, {"after"}});
  for (std::size_t rank = 0; rank < buffers.input.size(); ++rank)
    table.add({fmt::format("rank {}", rank), values(buffers.input[rank]), values(buffers.output[rank])});
  return table.text();
}

bool small(const Outcome& performed) {
  constexpr std::size_t most_ranks = 16, most_bytes = 64;
  if (!performed.run.buffers || performed.run.buffers->output.size() > most_ranks) return false;
  return std::ranges::all_of(performed.run.buffers->output,
                             [](const Memory& memory) { return memory.size() <= most_bytes; });
}

std::string experiment_text(const PlayedScene& scene) {
  const Outcome& performed = *scene.performed;
  const Collective& collective = performed.programs->collective;
  const Run& run = performed.run;
  const bool p2p = collective.kind == CollectiveKind::p2p;
  std::string text =
      fact("run", fmt::format("{}, {}, on {}, {}", name_of(collective.kind), size_text(collective),
                              performed.machine->name, performed.experiment.algorithm));
  text += fact("time", to_human(run.finish));
  if (performed.bound)
    text += fact("bound", fmt::format("{}: no algorithm is faster here", to_human(performed.bound->time)));
  text += fact("algbw", bandwidth_text(algbw_GBps(collective, run.finish)));
  if (!p2p) text += fact("busbw", bandwidth_text(busbw_GBps(collective, run.finish)));
  if (!scene.asks_for_link) text += busiest_text(scene);
  if (p2p && run.trace) text += "\n" + arrivals(performed);
  if (small(performed)) text += "\n" + memories(performed);
  return text;
}

// Launches.

std::string ranks_text(const std::vector<Rank>& ranks) { return fmt::format("{}", fmt::join(ranks, ", ")); }

std::string launch_text(const Launched& launched) {
  Table table({{"node", right}, {"local rank", right}, {"rank", right}, {"its GPU"}});
  for (const LaunchedProcess& process : launched.processes)
    table.add({std::to_string(process.node), std::to_string(process.local_rank), std::to_string(process.rank),
               process.physical_gpu
                   ? fmt::format("cuda:{} is GPU {}", process.local_rank, *process.physical_gpu)
                   : fmt::format("there is no cuda:{}", process.local_rank)});
  std::string text = fact("world size", std::to_string(launched.world_size));
  if (launched.complete()) text += fact("init", "complete: every rank is there, each with a GPU");
  if (!launched.twice.empty()) text += fact("twice", ranks_text(launched.twice));
  if (!launched.missing.empty())
    text +=
        fact("missing", fmt::format("{}: init_process_group waits for them", ranks_text(launched.missing)));
  return text + "\n" + table.text();
}

}  // namespace

std::string numbered_lines(const std::string& script) {
  std::string text;
  int line = 0;
  for (std::size_t at = 0; at < script.size();) {
    const std::size_t end = std::min(script.find('\n', at), script.size());
    text += fmt::format("{:>4}  {}\n", ++line, script.substr(at, end - at));
    at = end + 1;
  }
  return text;
}

std::string busiest_text(const PlayedScene& scene) {
  if (!scene.performed || scene.performed->run.links.empty()) return "";
  const Outcome& performed = *scene.performed;
  return fact("busiest", performed.machine->topology.link_name(performed.run.links.front().link));
}

std::string scene_text(const PlayedScene& scene, bool whole) {
  if (scene.performed) return experiment_text(scene);
  if (scene.script_run) return whole ? script_text(*scene.script_run) : script_summary(*scene.script_run);
  return launch_text(*scene.launched);
}

}  // namespace commlab

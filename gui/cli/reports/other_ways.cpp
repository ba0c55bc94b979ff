#include "gui/cli/reports/other_ways.h"

#include <cassert>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "core/base/numbers.h"
#include "core/plan/bound_of.h"
#include "core/plan/planned_programs.h"
#include "core/routes/rank_paths.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

constexpr int most_pieces_tried = 1024;

// "0-7-2"
std::string route_option(const RankPath& path) { return fmt::format("{}", fmt::join(path.ranks, "-")); }

Result<Time> time_of(const Setup& setup, std::string_view algorithm, const Tools& tools) {
  return find_algorithm(CollectiveKind::p2p, algorithm)
      .and_then([&](const Algorithm* found) { return programs_of(setup, *found); })
      .and_then(
          [&](const auto& programs) { return tools.predict(*programs, *setup.machine, setup.experiment); })
      .map([](const Run& run) { return run.finish; });
}

// A copy along one path, with the number of pieces (a power of two) that makes it fastest.
struct Relayed {
  int pieces;
  Time time;
};

Result<Relayed> best_relay(Setup setup, const RankPath& path, const Tools& tools) {
  setup.experiment.route = relayed(route_option(path));
  setup.layout.paths = {path};
  std::optional<Relayed> best;
  for (int pieces = 1; pieces <= most_pieces_tried; pieces *= 2) {
    setup.experiment.pieces = pieces;
    const Result<Time> time = time_of(setup, "relay", tools);
    if (!time) return tl::unexpected(time.error());
    if (best && *time >= best->time) break;
    best = {pieces, *time};
  }
  return *best;
}

}  // namespace

Result<std::string> other_ways(const Setup& told, const Tools& tools) {
  assert(told.collective.kind == CollectiveKind::p2p && told.machine && "a simulated p2p");
  const Collective& c = told.collective;
  if (c.to.size() != 1 || c.ranks < 2 || c.count == 0) return std::string{};
  Setup setup = told;
  setup.experiment.route = {};
  setup.machine->topology.staged = false;
  setup.experiment.pieces = 1;
  const Topology& topology = setup.machine->topology;
  setup.layout.paths = disjoint_paths(topology, c.ranks, c.from, c.to.front());

  const bool is_the_only_way = setup.layout.paths.size() == 1 && setup.layout.paths.front().hops() == 1;
  if (is_the_only_way) return std::string{};

  Table table({{""}, {"", right}, {""}});
  const auto add = [&](std::string what, const Result<Time>& time, std::string how) -> Status {
    if (!time) return tl::unexpected(time.error());
    table.add({std::move(what), to_human(*time), std::move(how)});
    return {};
  };
  if (Status ok = add("direct", time_of(setup, "direct", tools), "--algorithm direct"); !ok)
    return tl::unexpected(ok.error());
  for (const RankPath& path : setup.layout.paths) {
    if (path.hops() < 2) continue;
    const Result<Relayed> relayed = best_relay(setup, path, tools);
    if (!relayed) return tl::unexpected(relayed.error());
    std::vector<std::string> relays;
    for (std::size_t i = 1; i + 1 < path.ranks.size(); ++i)
      relays.push_back(topology.nodes[path.ranks[i]].name);
    table.add({fmt::format("over {}, in {}", fmt::join(relays, " and "), counted(relayed->pieces, "piece")),
               to_human(relayed->time),
               fmt::format("--route {} --pieces {}", route_option(path), relayed->pieces)});
    break;  // all other relays are equal or longer
  }
  if (setup.layout.paths.size() > 1)
    if (Status ok = add(fmt::format("over {} paths at once", setup.layout.paths.size()),
                        time_of(setup, "multipath", tools), "--algorithm multipath");
        !ok)
      return tl::unexpected(ok.error());
  for (const auto& [links, what] : {std::pair{LinkChoice::nvlink, "the bound, over NVLinks alone"},
                                    std::pair{LinkChoice::all, "the bound, over all links"}}) {
    setup.experiment.links = links;
    if (const std::optional<Bound> bound = bound_of(setup))
      table.add({what, to_human(bound->time), name_of(bound->limited_by)});
  }
  return fmt::format("\nWhich path? Other ways to copy from {} to {}:\n{}", topology.nodes[c.from].name,
                     topology.nodes[c.to.front()].name, table.rows_only());
}

}  // namespace commlab

#include "gui/window/run/staged_scene.h"

#include <cassert>

#include <fmt/format.h>

#include "gui/window/run/matrix_cell.h"
#include "gui/window/run/redrawn.h"

namespace commlab {
namespace {

constexpr int most_cells = 16;     // of a rank, in one column
constexpr int most_columns = 512;  // pipelines of many pieces have many steps

Trace in_columns(Trace trace, int columns) {
  const int ranks = trace.collective.ranks;
  Topology places;
  for (int column = 0; column < columns; ++column)
    for (Rank rank = 0; rank < ranks; ++rank)
      places.add(fmt::format("gpu{}.{}", rank, column), NodeType::gpu);
  return redrawn(std::move(trace), std::move(places), [ranks](const Transfer& transfer) {
    return DrawnEnds(staged_node(ranks, transfer.step, transfer.from),
                     staged_node(ranks, transfer.step + 1, transfer.to));
  });
}

}  // namespace

std::string why_no_stages(const Scene& scene) {
  const Trace& trace = scene.trace();
  if (trace.collective.kind == CollectiveKind::p2p)
    return "No stages: they are the steps of a collective's algorithm, and these are single messages.";
  if (trace.transfers.empty()) return "No stages: no message is sent.";
  if (trace.collective.ranks > most_ranks_redrawn || trace.recorded)
    return fmt::format("No stages: they show at most {} ranks, and these are {}.", most_ranks_redrawn,
                       trace.collective.ranks);
  if (!can_be_redrawn(trace))
    return "No stages: they show messages from one rank to another, and here a switch takes part, or there "
           "are too many messages.";
  if (!scene.replay)
    return scene.no_replay.empty() ? "No stages: it is not known what ranks hold." : scene.no_replay;
  if (const int cells = sectors_of(trace.partition); cells > most_cells)
    return fmt::format("No stages: each rank has {} chunks, and at most {} can be shown in each column.",
                       cells, most_cells);
  if (const int columns = columns_of(scene); columns > most_columns)
    return fmt::format("No stages: the run has {} steps, and at most {} are shown.", columns - 1,
                       most_columns - 1);
  return {};
}

int columns_of(const Scene& scene) { return scene.playback.steps() + 1; }

ScenePointer staged_scene(const Scene& scene) {
  assert(why_no_stages(scene).empty() && "there is such a diagram");
  Outcome run = scene.run;
  *run.run.trace = in_columns(std::move(*run.run.trace), columns_of(scene));
  return std::make_shared<const Scene>(std::move(run));
}

}  // namespace commlab

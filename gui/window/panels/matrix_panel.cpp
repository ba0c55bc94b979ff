#include "gui/window/panels/matrix_panel.h"

#include <fmt/format.h>

#include "gui/window/matrix/picture.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/run/goal.h"
#include "gui/window/run/matrix_cell.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

constexpr int most_cells_noted = 1024;
// Sending a large picture takes time. While time runs, it is sent ten times a second at 60
// frames a second.
constexpr int frames_between_texels = 6;

const MatrixTexels* texels_for(Session& session, const Canvas& canvas, const Area& area) {
  const std::optional<MostTexels> most = texels_in(canvas, area, session.shown());
  if (!most) return nullptr;
  MatrixState& kept = session.matrix;
  const bool fresh = kept.scene != session.scene;
  if (fresh) kept = {.scene = session.scene, .texels = {.raster = {.version = kept.texels.raster.version}}};
  const bool runs = session.view.playing || session.glide;
  const bool resized = kept.texels.most != *most;
  if (fresh || resized || !runs || ++kept.frames >= frames_between_texels) {
    show_time(kept.texels, *session.scene->replay, session.view.now, session.theme, *most);
    kept.frames = 0;
  }
  return &kept.texels;
}

void note_cells(Panel& panel, const MatrixLayout& layout) {
  const Replay& replay = *panel.session.scene->replay;
  panel.registry.note({.id = "matrix.goal",
                       .role = Role::label,
                       .value = goal_text(replay.collective(), panel.session.scene->run.experiment.data),
                       .area = layout.goal});
  // One column for each head: for each block, or for each part of the only block.
  const bool of_parts = layout.blocks == 1;
  const int columns = of_parts ? layout.columns() : layout.blocks;
  if (layout.ranks * columns > most_cells_noted) return;
  const int parts = of_parts ? layout.parts_of_one : replay.partition().parts;
  for (Rank rank = 0; rank < layout.ranks; ++rank)
    for (int column = 0; column < columns; ++column) {
      const int block = of_parts ? 0 : column, part = of_parts ? column : 0;
      const MatrixCell cell = cell_at(replay, rank, block, part * parts, parts, panel.session.view.now);
      panel.registry.note({.id = fmt::format("matrix.r{}.c{}", rank, column),
                           .role = Role::object,
                           .value = cell.done() ? "complete" : fmt::format("{} of {}", cell.have, cell.need),
                           .area = layout.cell(rank, block, part)});
    }
}

}  // namespace

void matrix_panel(Panel& panel) {
  Session& session = panel.session;
  if (session.scene->only_inputs()) return draw_secret_run(panel, "what every rank holds, and when");
  const MatrixTexels* texels = texels_for(session, panel.canvas, panel.area);
  Selection under{};
  if (panel.pointer.at) under = matrix_at(panel.canvas, panel.area, session.shown(), *panel.pointer.at);
  if (!under.empty()) session.view.hovered = under;
  if (panel.pointer.pressed && !under.empty())
    session.view.selected = session.view.selected == under ? Selection{} : under;
  draw_matrix(panel.canvas, panel.area, session.shown(), texels, panel.pointer.at);
  const auto& replay = session.scene->replay;
  panel.registry.note(
      {.id = "matrix",
       .role = Role::picture,
       .value = replay ? fmt::format("{} ranks x {} chunks", replay->collective().ranks,
                                     replay->partition().blocks == 1 ? replay->partition().parts
                                                                     : replay->partition().blocks)
                       : session.scene->no_replay,
       .area = panel.area});
  if (replay) note_cells(panel, matrix_layout(panel.canvas, panel.area, session.shown()));
}

}  // namespace commlab

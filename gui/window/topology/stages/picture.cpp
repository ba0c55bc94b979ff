#include "gui/window/topology/stages/picture.h"

#include <algorithm>

#include "gui/window/topology/arrivals.h"
#include "gui/window/topology/gpu_badges.h"
#include "gui/window/topology/legend.h"
#include "gui/window/topology/marker.h"
#include "gui/window/topology/messages.h"

namespace commlab {
namespace {

constexpr double faint = 0.5;  // how strong the line is of what a rank keeps, and the edge of an empty buffer
constexpr double tint = 0.1;   // of the present step
constexpr double least_framed = 9;  // pixels: a lower chunk has no frame where it has changed

class StagePainter {
 public:
  StagePainter(Canvas& canvas, const StagedLayout& staged, const StageContents& contents, const Shown& shown)
      : canvas_(canvas),
        staged_(staged),
        layout_(staged.drawn),
        contents_(contents),
        shown_(shown),
        theme_(shown.theme),
        present_(present_step(shown.scene, shown.view.now)),
        chunks_(canvas, shown.scene, shown.theme, layout_.letters) {}

  void draw_ground() const {
    mark_present_step();
    draw_lines();
  }
  void draw_boxes() const {
    for (int column = staged_.first; column < staged_.first + staged_.visible; ++column)
      for (Rank rank = 0; rank < staged_.ranks; ++rank) draw_box(rank, column);
  }
  void draw_words() const {
    for (std::size_t i = 0; i < staged_.heads.size(); ++i) {
      const bool is_present = present_ && staged_.first + static_cast<int>(i) == *present_ + 1;
      words(staged_.heads[i], is_present ? theme_.words : theme_.quiet, is_present);
    }
    const Trace& trace = shown_.scene.trace();
    for (Rank rank = 0; rank < staged_.ranks; ++rank) {
      const StagedLayout::Head& name = staged_.names[index(rank)];
      words(name, theme_.words, false);
      if (has_root(trace.collective.kind) && rank == trace.collective.root)
        draw_root_badge(canvas_, theme_, {name.middle.x, name.middle.y - layout_.letters},
                        0.38 * layout_.letters);
    }
  }

 private:
  const Selection& selected() const { return shown_.view.selected; }
  const Selection& hovered() const { return shown_.view.hovered; }
  double line_width(double width) const { return width * theme_.line; }
  void words(const StagedLayout::Head& head, Color color, bool bold) const {
    canvas_.text(head.middle, head.words,
                 {.color = color, .size = layout_.letters, .anchor = Anchor::middle, .bold = bold});
  }

  // From the column before the step to the one after it.
  void mark_present_step() const {
    if (!present_ || !staged_.shows(*present_) || !staged_.shows(*present_ + 1)) return;
    const double left = staged_.box(0, *present_).right(), right = staged_.box(0, *present_ + 1).right();
    const double top = staged_.heads.front().middle.y - 0.8 * layout_.letters;
    const double bottom = staged_.box(staged_.ranks - 1, *present_).bottom();
    canvas_.fill({left + 4, top, right - left, bottom + 4 - top}, theme_.accent.faded(tint), 4);
  }

  void draw_lines() const {
    for (int column = staged_.first; column + 1 < staged_.first + staged_.visible; ++column)
      for (Rank rank = 0; rank < staged_.ranks; ++rank) {
        const Area &from = staged_.box(rank, column), &to = staged_.box(rank, column + 1);
        canvas_.line({from.right(), from.center().y}, {to.x, to.center().y},
                     {.color = theme_.idle_link.faded(faint), .width = line_width(1)});
      }
    for (std::size_t i = 0; i < layout_.wires.size(); ++i) {
      if (layout_.wires[i].empty()) continue;
      const bool is_present = present_ && layout_.wiring.wires[i].a / staged_.ranks == *present_;
      canvas_.path(layout_.wires[i],
                   {.color = is_present ? theme_.edge : theme_.idle_link, .width = line_width(1.5)});
    }
  }

  void draw_box(Rank rank, int column) const {
    const Area& area = staged_.box(rank, column);
    const bool is_done = contents_.done(rank, column) <= shown_.view.now;
    const bool complete = is_done && contents_.complete(rank, column);
    const double rounding = 4;
    canvas_.fill(area, theme_.panel, rounding);
    draw_chunks(rank, column);
    const Color edge = complete ? theme_.good : is_done ? theme_.edge : theme_.edge.faded(faint);
    canvas_.frame(area, {.color = edge, .width = line_width(complete ? 2.4 : 1.5)}, rounding);
    const bool chosen = selected().rank == rank && !selected().block;
    if (chosen || (hovered().rank == rank && !hovered().block))
      canvas_.frame(area.inset(-line_width(3)),
                    {.color = chosen ? theme_.accent : theme_.accent.faded(0.6), .width = line_width(2.5)},
                    rounding);
    if (complete && column + 1 == staged_.columns)
      draw_done_badge(canvas_, theme_, {area.right() - 1, area.bottom() - 1}, 0.5 * layout_.letters);
  }

  void draw_chunks(Rank rank, int column) const {
    for (int chunk = 0; chunk < layout_.grid.chunks; ++chunk) {
      if (contents_.filled(rank, column, chunk) > shown_.view.now) continue;
      const Area cell = layout_.cell_in(staged_.box(rank, column), chunk);
      chunks_.draw_cell(cell, content_of(shown_.scene, contents_.of(rank, column, chunk), chunk));
      const bool roomy = layout_.grid.chunks > 1 && layout_.grid.cell_height > least_framed;
      if (roomy && has_changed(rank, column, chunk))
        canvas_.frame(cell.inset(1), {.color = theme_.words, .width = line_width(2)}, 0);
      if (is_chosen(selected(), rank, chunk) || is_chosen(hovered(), rank, chunk))
        canvas_.frame(cell, {.color = theme_.accent, .width = line_width(2)}, 0);
    }
  }

  // In this step.
  bool has_changed(Rank rank, int column, int chunk) const {
    if (column == 0) return false;
    const MatrixCell &before = contents_.of(rank, column - 1, chunk),
                     &now = contents_.of(rank, column, chunk);
    return before.value != now.value || before.have != now.have || before.parts_done != now.parts_done;
  }

  bool is_chosen(const Selection& selection, Rank rank, int chunk) const {
    if (!selection.block || (selection.rank && *selection.rank != rank)) return false;
    return sector_of(shown_.scene.trace().partition, *selection.block, selection.part) == chunk;
  }

  Canvas& canvas_;
  const StagedLayout& staged_;
  const TopologyLayout& layout_;
  const StageContents& contents_;
  const Shown& shown_;
  const Theme& theme_;
  std::optional<int> present_;
  ChunkPainter chunks_;
};

}  // namespace

std::optional<int> present_step(const Scene& scene, Time now) {
  const int step = scene.playback.step_at(now);
  return step < scene.playback.steps() ? std::optional(step) : std::nullopt;
}

TopologyMarks marks_of_stages(const StagedLayout& staged, const TopologyIndex& index, const Shown& shown) {
  constexpr double widest = 0.22;  // of a message's height
  TopologyMarks marks = marks_of(staged.drawn, index, shown);
  for (TopologyMarks::Strand& strand : marks.strands)
    strand.width = std::min(strand.width, widest * staged.drawn.token);
  return marks;
}

void draw_stages(Canvas& canvas, const StagedLayout& staged, const StageContents& contents,
                 const TopologyIndex& index, const TopologyMarks& marks, const Shown& shown) {
  draw_legend(canvas, staged.drawn.area, staged.drawn, index, marks, shown);
  if (!staged.has_room()) return;
  const StagePainter painter(canvas, staged, contents, shown);
  painter.draw_ground();
  draw_strands(canvas, staged.drawn, marks, shown);
  painter.draw_boxes();
  painter.draw_words();
  draw_tokens(canvas, staged.drawn, marks, shown);
  draw_additions(canvas, staged.drawn, marks, shown,
                 [&](const Addition& addition) -> std::optional<ReceiverPlace> {
                   const int column = addition.step + 1;
                   if (!staged.shows(column)) return std::nullopt;
                   const Area& box = staged.box(addition.rank, column);
                   return ReceiverPlace{box, staged.drawn.cell_in(box, addition.chunk)};
                 });
}

}  // namespace commlab

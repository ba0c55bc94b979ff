#include "gui/window/panels/timeline_panel.h"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "gui/window/draw/paragraph.h"
#include "gui/window/panels/comparison_offer.h"
#include "gui/window/panels/secret_run.h"
#include "gui/window/run/run_index.h"
#include "gui/window/run/visible_stretch.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "gui/window/timeline/counterparts.h"
#include "gui/window/timeline/names.h"
#include "gui/window/timeline/picture.h"
#include "gui/window/timeline/texture.h"

namespace commlab {
namespace {

constexpr double click = 4;  // pixels: a longer way is a drag
constexpr int curve_columns = 120;
constexpr double about_a_bar = 1.5;  // widths of a bar that is zoomed to, left and right of it

class TimelinePanel {
 public:
  explicit TimelinePanel(Panel& panel)
      : panel_(panel), session_(panel.session), view_(panel.session.view), memory_(panel.session.timeline) {}

  void show() {
    keep_indices();
    answer(layout());
    keep_indices();  // rows may have become links
    draw(layout());
  }

 private:
  using Zone = TimelineHit::Zone;

  static void keep(TimelineMemory::Indexed& kept, const ScenePointer& scene, Rows rows) {
    if (of_one_run(kept.scene, scene) && kept.rows == rows) {
      kept.scene = scene;
      return;
    }
    kept = {scene, rows, scene ? index_of(*scene, rows) : nullptr};
  }

  // The index of ranks comes with the scene; other indices are made here.
  static std::shared_ptr<const TimelineIndex> index_of(const Scene& scene, Rows rows) {
    if (rows == Rows::ranks) return {scene.index, &scene.index->ranks};
    return std::make_shared<const TimelineIndex>(index_timeline(scene.trace(), rows));
  }

  bool compares() const { return view_.arrange == Arrange::compare && session_.measured && view_.measured; }

  void keep_indices() {
    const Rows rows = compares() ? Rows::ranks : view_.rows;
    keep(memory_.scene, session_.scene, rows);
    keep(memory_.ghost, session_.ghost, rows);
    const ScenePointer measured = compares() ? session_.measured : nullptr;
    const bool another = !of_one_run(memory_.measured.scene, measured);
    keep(memory_.measured, measured, rows);
    if (another && measured) memory_.counterparts = counterparts(session_.scene->trace(), measured->trace());
  }

  TimelineRows rows() const {
    return {.scene = *memory_.scene.index,
            .ghost = memory_.ghost.scene ? memory_.ghost.index.get() : nullptr,
            .measured = memory_.measured.scene ? memory_.measured.index.get() : nullptr,
            .counterparts = memory_.counterparts};
  }

  TimelineLayout layout() const {
    return lay_out_timeline(panel_.canvas, panel_.area, session_.shown(), rows());
  }

  // The pointer.

  void answer(const TimelineLayout& layout) {
    const Pointer& pointer = panel_.pointer;
    if (!pointer.down && !pointer.released) memory_.drag = TimelineDrag::none;
    if (!pointer.at) return;
    const TimelineHit hit = timeline_at(layout, session_.shown(), *pointer.at);
    if (pointer.wheel != 0) wheel(layout, pointer);
    if (pointer.pressed) press(layout, hit);
    if (pointer.down || pointer.released) drag(layout, hit);
    if (pointer.released) release(layout);
    if (pointer.double_clicked && hit.transfer) zoom_to_bar(layout, *hit.transfer);
    hover(hit);
  }

  void wheel(const TimelineLayout& layout, const Pointer& pointer) {
    if (pointer.shift)
      pan_timeline(view_, -0.1 * pointer.wheel * (view_.to - view_.from));
    else
      zoom_timeline(view_, std::pow(zoom_of_a_notch, pointer.wheel),
                    std::clamp(layout.scale.share_at(pointer.at->x), view_.from, view_.to));
  }

  void press(const TimelineLayout& layout, const TimelineHit& hit) {
    const Pointer& pointer = panel_.pointer;
    memory_.drag_from = view_.from;
    switch (hit.zone) {
      case Zone::none: return;
      case Zone::corner: view_.rows = view_.rows == Rows::ranks ? Rows::links : Rows::ranks; return;
      case Zone::names: return select_row(hit.row);
      case Zone::minimap: memory_.drag = TimelineDrag::window; return;
      case Zone::ruler:
        memory_.drag = pointer.shift || pointer.ctrl ? TimelineDrag::measure : TimelineDrag::scrub;
        break;
      case Zone::rows:
        memory_.drag = pointer.shift  ? TimelineDrag::measure
                       : pointer.ctrl ? TimelineDrag::pan
                       : hit.transfer ? TimelineDrag::press
                                      : TimelineDrag::scrub;
        break;
    }
    if (memory_.drag == TimelineDrag::measure)
      session_.ruler = Measured{hit.time, hit.time};
    else if (memory_.drag == TimelineDrag::scrub && !layout.rows.has(*pointer.at))
      session_.ruler.reset();
  }

  void drag(const TimelineLayout& layout, const TimelineHit&) {
    const PicturePoint at = *panel_.pointer.at, from = panel_.pointer.pressed_at;
    switch (memory_.drag) {
      case TimelineDrag::none: return;
      case TimelineDrag::press:
        if (std::abs(at.x - from.x) < click) return;
        memory_.drag = TimelineDrag::scrub;
        [[fallthrough]];
      case TimelineDrag::scrub: return go_to(session_, layout.scale.time_at(at.x));
      case TimelineDrag::measure: {
        const Time a = layout.scale.time_at(from.x), b = layout.scale.time_at(at.x);
        session_.ruler = Measured{std::min(a, b), std::max(a, b)};
        return;
      }
      case TimelineDrag::pan: {
        const double by = (from.x - at.x) / layout.rows.width * (view_.to - view_.from);
        return pan_timeline(view_, memory_.drag_from + by - view_.from);
      }
      case TimelineDrag::window: {
        const double middle = (at.x - layout.minimap.x) / layout.minimap.width;
        if (view_.to - view_.from >= 1) return go_to(session_, layout.scale.time_at(at.x));
        return pan_timeline(view_, middle - (view_.from + view_.to) / 2);
      }
    }
  }

  void release(const TimelineLayout& layout) {
    if (memory_.drag == TimelineDrag::press) {
      const TimelineHit hit = timeline_at(layout, session_.shown(), panel_.pointer.pressed_at);
      if (hit.transfer) select(*hit.transfer);
    }
    if (memory_.drag == TimelineDrag::measure && session_.ruler && session_.ruler->from == session_.ruler->to)
      session_.ruler.reset();
    memory_.drag = TimelineDrag::none;
  }

  const Transfer& transfer(std::int32_t i) const { return session_.scene->trace().transfers[i]; }

  Selection of_transfer(std::int32_t i) const {
    const Transfer& t = transfer(i);
    return {.rank = t.from, .block = t.block, .part = t.part, .transfer = i};
  }

  void select(std::int32_t i) {
    view_.selected = view_.selected.transfer == i ? Selection{} : of_transfer(i);
  }

  Selection of_row(int row) const {
    if (row < 0 || row >= static_cast<int>(memory_.scene.index->rows.size())) return {};
    const TimelineRow& found = memory_.scene.index->rows[row];
    return memory_.scene.rows == Rows::ranks ? Selection{.rank = found.rank} : Selection{.link = found.link};
  }

  void select_row(int row) {
    const Selection selection = of_row(row);
    view_.selected = view_.selected == selection ? Selection{} : selection;
  }

  void hover(const TimelineHit& hit) {
    if (hit.transfer)
      view_.hovered = of_transfer(*hit.transfer);
    else if (hit.zone == Zone::rows || hit.zone == Zone::names)
      view_.hovered = of_row(hit.row);
  }

  void zoom_to_bar(const TimelineLayout& layout, std::int32_t i) {
    const double from = layout.scale.share_of(transfer(i).start), to = layout.scale.share_of(transfer(i).end);
    zoom_to(view_, from - about_a_bar * (to - from), to + about_a_bar * (to - from));
    view_.selected = of_transfer(i);
  }

  // The picture.

  TimelineMemory::CurveKey curve_key() const {
    return {session_.scene->played.get(), memory_.scene.rows, view_.axis, memory_.measured.scene.get()};
  }

  void keep_curve(const TimelineLayout& layout) {
    if (memory_.curve_key == curve_key() && !memory_.utilisation.empty()) return;
    memory_.curve_key = curve_key();
    memory_.utilisation =
        utilisation(*memory_.scene.index, layout.scale.whole(0, curve_columns), curve_columns);
  }

  void keep_texture(const TimelineLayout& layout) {
    if (layout.detail == TimelineDetail::shapes) return;
    const TimelineMemory::TextureKey key = {.curve = curve_key(),
                                            .rows = layout.rows,
                                            .from = view_.from,
                                            .to = view_.to,
                                            .theme = session_.theme.name,
                                            .block = view_.selected.block,
                                            .part = view_.selected.part,
                                            .idle = layout.detail == TimelineDetail::idle};
    if (key == memory_.texture_key && memory_.texture.version > 0) return;
    memory_.texture_key = key;
    ++memory_.texture.version;
    if (key.idle)
      paint_idleness(memory_.texture, layout, *memory_.scene.index, session_.theme);
    else
      paint_bars(memory_.texture, layout, session_.theme, view_.selected);
  }

  // What the ruler measures: in the selected row, if there is one, else in all rows.
  std::optional<TimelineMeasure> measure() {
    if (!session_.ruler) return std::nullopt;
    const auto [from, to] = *session_.ruler;
    const int row = view_.selected.rank ? memory_.scene.index->row_of_rank(*view_.selected.rank) : -1;
    const TimelineMemory::Moved key = {from, to, row, session_.scene.get(), memory_.measured.scene.get()};
    if (key != memory_.moved_key) {
      memory_.moved_key = key;
      measure_anew(row, from, to);
    }
    return TimelineMeasure{.from = from,
                           .to = to,
                           .bytes = memory_.moved_bytes,
                           .row = row,
                           .measured = memory_.measured.scene != nullptr,
                           .predicted = memory_.moved_predicted};
  }

  // Counts the measured run's bytes if it is shown, and then also how long they take in the prediction.
  void measure_anew(int row, Time from, Time to) {
    const Trace& trace = session_.scene->trace();
    const TimelineIndex& index = *memory_.scene.index;
    memory_.moved_predicted.reset();
    if (!memory_.measured.scene) {
      memory_.moved_bytes = bytes_within(trace, index, row, from, to);
      return;
    }
    const Trace& done = memory_.measured.scene->trace();
    memory_.moved_bytes = bytes_within(done, *memory_.measured.index, row, from, to);
    memory_.moved_predicted = predicted_time(trace, index, done, *memory_.measured.index, row, from, to);
  }

  void draw(const TimelineLayout& layout) {
    keep_curve(layout);
    keep_texture(layout);
    const Shown shown = session_.shown();
    const bool dragging = memory_.drag != TimelineDrag::none && memory_.drag != TimelineDrag::press;
    draw_timeline(panel_.canvas, layout, shown, rows(),
                  {.bookmarks = session_.bookmarks,
                   .measure = measure(),
                   .pointer = dragging ? std::nullopt : panel_.pointer.at,
                   .utilisation = memory_.utilisation,
                   .still = panel_.still,
                   .texture = &memory_.texture});
    note_timeline(panel_.registry, layout, shown, rows());
  }

  Panel& panel_;
  Session& session_;
  View& view_;
  TimelineMemory& memory_;
};

// The timeline shows the first of two runs beside each other, under its name. Returns what is below.
Panel below_title(const Panel& panel) {
  if (!panel.session.beside.scene) return panel;
  const Theme& theme = panel.session.theme;
  const double size = theme.small();
  const Area line = {panel.area.x + theme.gap, panel.area.y, panel.area.width - 2 * theme.gap, 1.6 * size};
  const std::string title = fmt::format("Time line of {}", beside_names(panel.session).own);
  panel.canvas.text({line.x, line.center().y}, shortened(title, line.width / bold_width, size, panel.canvas),
                    {.color = theme.words, .size = size, .bold = true});
  panel.registry.note({.id = "timeline.title", .role = Role::label, .value = title, .area = line});
  Panel rest = panel;
  rest.area.y += line.height;
  rest.area.height -= line.height;
  return rest;
}

}  // namespace

void timeline_panel(Panel& panel) {
  if (!panel.session.scene) return;
  Panel below_offer = below_comparison_offer(panel);
  if (below_offer.area.height <= 0) return;
  if (panel.session.scene->only_inputs()) return draw_secret_run(below_offer, "who sends what, and when");
  Panel rest = below_title(below_offer);
  TimelinePanel(rest).show();
}

}  // namespace commlab

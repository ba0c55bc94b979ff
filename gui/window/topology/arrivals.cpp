#include "gui/window/topology/arrivals.h"

#include <algorithm>
#include <optional>

#include <fmt/format.h>

#include "gui/window/run/chunk_numbers.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr double seconds_shown = 0.5;
constexpr std::size_t most_additions = 16;

// The moment half a second ago on the screen, while the run plays. At rest, the moment before the last step,
// and not farther back than one step of the algorithm, however long the run has played.
Time shown_since(const Shown& shown) {
  const View& view = shown.view;
  if (!view.playing)
    return std::max(std::min(view.rested, view.now), shown.scene.playback.previous(StepUnit::step, view.now));
  const TimeScale& scale = shown.scene.time_scale(view.axis);
  const double position = scale.position(view.now) - seconds_shown * view.speed / seconds_for_all;
  return position <= 0 ? Time{} : scale.time(position);
}

std::string sum_text(ReduceOp op, const std::string& old, const std::string& came, const std::string& now) {
  switch (op) {
    case ReduceOp::sum:
    case ReduceOp::avg: return fmt::format("{} + {} → {}", old, came, now);
    case ReduceOp::prod: return fmt::format("{} × {} → {}", old, came, now);
    case ReduceOp::min: return fmt::format("min({}, {}) → {}", old, came, now);
    case ReduceOp::max: return fmt::format("max({}, {}) → {}", old, came, now);
  }
  return {};
}

class AdditionPlacer {
 public:
  AdditionPlacer(const Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks)
      : canvas_(canvas), layout_(layout) {
    for (const TopologyLayout::BoxPlace& placed : layout.places) {
      if (!placed.drawn()) continue;
      taken_.push_back(placed.area);
      if (!placed.name.empty())
        taken_.push_back({placed.label.x - placed.label_width / 2, placed.label.y - layout.letters / 2,
                          placed.label_width, layout.letters});
    }
    for (const TopologyMarks::Token& token : marks.tokens) taken_.push_back(token.area);
  }

  void add(const Addition& addition, const FindReceiver& receiver_of) {
    const std::optional<ReceiverPlace> receiver = receiver_of(addition);
    if (!receiver) return;
    const std::optional<Area> place = best_of(places_for(addition, *receiver));
    if (!place) return;
    taken_.push_back(*place);
    labels_.push_back({addition, *place});
  }
  std::vector<AdditionLabel> labels() && { return std::move(labels_); }

  double size() const { return 1.1 * layout_.letters; }

 private:
  // Beside the chunk, a little higher or lower, and above or below the buffer.
  std::vector<Area> places_for(const Addition& addition, const ReceiverPlace& receiver) const {
    const double width = canvas_.width_of(addition.words, size()) + 0.7 * size(), height = 1.45 * size();
    const auto& [buffer, cell] = receiver;
    const double gap = 3, y = cell.center().y - height / 2, x = buffer.center().x - width / 2;
    std::vector<Area> places;
    for (const double lower : {0.0, 1.0, -1.0, 2.0, -2.0})
      for (const double left : {buffer.right() + gap, buffer.x - gap - width})
        places.push_back({left, y + lower * height, width, height});
    places.push_back({x, buffer.bottom() + gap, width, height});
    places.push_back({x, buffer.y - gap - height, width, height});
    return places;
  }

  // The first that is free and on no wire; else the first that is free.
  std::optional<Area> best_of(const std::vector<Area>& places) const {
    std::optional<Area> best;
    for (const Area& place : places) {
      if (!is_free(place)) continue;
      if (std::ranges::none_of(layout_.wires, [&](const Polyline& wire) { return enters(wire, place); }))
        return place;
      if (!best) best = place;
    }
    return best;
  }

  bool is_free(const Area& area) const {
    const Area& all = layout_.area;
    const bool inside = area.x >= all.x && area.right() <= all.right() && area.y >= all.y &&
                        area.bottom() <= all.bottom() - 1.4 * layout_.letters;  // the legend
    return inside && std::ranges::none_of(taken_, [&](const Area& taken) { return taken.overlaps(area); });
  }

  const Canvas& canvas_;
  const TopologyLayout& layout_;
  std::vector<Area> taken_;
  std::vector<AdditionLabel> labels_;
};

}  // namespace

std::vector<Addition> additions_now(const Shown& shown) {
  const Scene& scene = shown.scene;
  if (!shows_numbers(scene)) return {};
  std::vector<Addition> additions;
  const auto number = [&](ValueId value) { return number_text(scene, value); };
  for (const Deposit& store : scene.replay->deposits(shown_since(shown), shown.view.now)) {
    if (store.old == Replay::no_value || store.transfer < 0 || number(store.value).empty()) continue;
    if (additions.size() == most_additions) return {};
    additions.push_back({.rank = store.rank,
                         .chunk = sector_of(scene.replay->partition(), store.block, store.part),
                         .step = store.step,
                         .words = sum_text(scene.trace().collective.op, number(store.old), number(store.came),
                                           number(store.value))});
  }
  return additions;
}

namespace {

FindReceiver among_ranks(const TopologyLayout& layout) {
  return [&layout](const Addition& addition) -> std::optional<ReceiverPlace> {
    const TopologyLayout::BoxPlace& placed = layout.of_rank(addition.rank);
    if (!placed.drawn()) return std::nullopt;
    return ReceiverPlace{placed.area, layout.cell(addition.rank, addition.chunk)};
  };
}

void draw_labels(Canvas& canvas, const TopologyLayout& layout, const std::vector<AdditionLabel>& labels,
                 const Theme& theme) {
  for (const AdditionLabel& label : labels) {
    canvas.fill(label.area, theme.panel, 4);
    canvas.frame(label.area, {.color = theme.of_chunk(label.told.chunk), .width = 1.5 * theme.line}, 4);
    canvas.text(label.area.center(), label.told.words,
                {.color = theme.words, .size = 1.1 * layout.letters, .anchor = Anchor::middle, .bold = true});
  }
}

}  // namespace

std::vector<AdditionLabel> addition_labels(const Canvas& canvas, const TopologyLayout& layout,
                                           const TopologyMarks& marks, const Shown& shown) {
  AdditionPlacer placer(canvas, layout, marks);
  for (const Addition& addition : additions_now(shown)) placer.add(addition, among_ranks(layout));
  return std::move(placer).labels();
}

void draw_additions(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
                    const Shown& shown) {
  draw_labels(canvas, layout, addition_labels(canvas, layout, marks, shown), shown.theme);
}

void draw_additions(Canvas& canvas, const TopologyLayout& layout, const TopologyMarks& marks,
                    const Shown& shown, const FindReceiver& receiver_of) {
  AdditionPlacer placer(canvas, layout, marks);
  std::size_t told = 0;
  for (const Addition& addition : additions_now(shown)) {
    told += receiver_of(addition) ? 1 : 0;
    placer.add(addition, receiver_of);
  }
  const std::vector<AdditionLabel> labels = std::move(placer).labels();
  if (labels.size() == told) draw_labels(canvas, layout, labels, shown.theme);
}

}  // namespace commlab

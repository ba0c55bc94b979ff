#include "gui/window/panels/topology_panel.h"

#include <array>

#include <fmt/format.h>

#include "gui/window/commands/requests.h"
#include "gui/window/draw/hint.h"
#include "gui/window/lesson/play.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/session.h"
#include "gui/window/topology/hint.h"
#include "gui/window/topology/marker.h"
#include "gui/window/topology/picture.h"
#include "gui/window/topology/ring_picture.h"
#include "gui/window/topology/under_point.h"

namespace commlab {
namespace {

constexpr std::size_t most_wires_noted = 2000;
constexpr double noted_side = 12;  // of the square that stands for a link, for scripts and tests

void note_ranks(Registry& registry, const TopologyLayout& layout, const TopologyIndex& index,
                const Shown& shown) {
  const bool few = layout.detail <= TopologyDetail::plain;
  const RankRange drawn = shown.scene.trace().recorded_ranks();
  for (Rank rank = drawn.first; rank < drawn.first + drawn.ranks; ++rank) {
    const bool done =
        index.promised[rank] && shown.scene.replay && shown.scene.replay->complete(rank, shown.view.now);
    registry.note({.id = fmt::format("gpu.{}", rank),
                   .role = Role::object,
                   .value = few && done ? "complete" : "",
                   .area = layout.of_rank(rank).area});
  }
}

// A little before the middle, because the chords of a circle meet in the middle.
Area place_on(const Polyline& wire) {
  const PicturePoint at = point_at(wire, 0.4 * length_of(wire)).at;
  return {at.x - noted_side / 2, at.y - noted_side / 2, noted_side, noted_side};
}

void note_links(Registry& registry, const TopologyLayout& layout, const TopologyIndex& index,
                const Topology& topology) {
  if (layout.wires.size() > most_wires_noted) return;
  std::vector<bool> noted(layout.wires.size(), false);
  for (std::size_t id = 0; id < topology.links.size(); ++id) {
    const int wire = layout.wiring.wire_of[id];
    if (wire < 0 || noted[wire] || layout.wires[wire].empty()) continue;
    noted[wire] = true;
    const Link& link = topology.links[id];
    registry.note(
        {.id = fmt::format("link.{}-{}", topology.nodes[link.from].name, topology.nodes[link.to].name),
         .role = Role::object,
         .value = index.edits[id],
         .area = place_on(layout.wires[wire])});
  }
}

// The closed group of ranks whose tile is at this point.
std::optional<int> group_at(const TopologyLayout& layout, PicturePoint at) {
  for (int n = 0; n < layout.groups.count && layout.groups.drawn(); ++n)
    if (n != layout.groups.open && layout.groups.tile(n).has(at)) return n;
  return std::nullopt;
}

void note_groups(Registry& registry, const TopologyLayout& layout) {
  if (!layout.groups.drawn()) return;
  registry.note(
      {.id = "groups", .role = Role::label, .value = layout.groups.title, .area = layout.groups.area});
  for (int n = 0; n < layout.groups.count; ++n)
    registry.note({.id = fmt::format("group.{}", n),
                   .role = Role::object,
                   .value = n == layout.groups.open ? "open" : "",
                   .area = layout.groups.tile(n)});
}

// A click on what is chosen already chooses nothing.
void point_at_thing(Panel& panel, const Selection& under) {
  View& view = panel.session.view;
  view.hovered = under;
  if (panel.pointer.pressed) view.selected = view.selected == under ? Selection{} : under;
}

// While a lesson asks for a link, a click on one is the answer.
void answer_question(Panel& panel, const Selection& under) {
  Session& session = panel.session;
  if (!panel.pointer.pressed || !under.link || session.view.selected != under) return;
  if (takes_link_as_answer(session)) answer_with_link(session, name_of(session, under));
}

void answer(Panel& panel, const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown) {
  const PicturePoint at = *panel.pointer.at;
  if (const std::optional<int> group = group_at(layout, at)) {
    panel.session.view.hovered = {};
    if (panel.pointer.pressed) open_group(panel.session, *group);
    return;
  }
  const Selection under = topology_at(layout, marks, shown, at);
  point_at_thing(panel, under);
  answer_question(panel, under);
  // A script has no options for slow or cut links; and nothing is run before it was predicted.
  const bool can_be_edited = !panel.session.script_run && !shown.scene.only_inputs();
  if (!panel.pointer.right_clicked || !can_be_edited) return;
  if (const std::optional<LinkId> link = link_at(layout, marks, shown, at)) {
    panel.session.view.selected = {.link = link};
    panel.session.link_menu = LinkMenu{*link, at};
  }
}

// The area of what is pointed at; for a link, only the part around the pointer.
Area area_of(const Selection& thing, const TopologyLayout& layout, const TopologyMarks& marks,
             PicturePoint at) {
  if (thing.transfer)
    for (const TopologyMarks::Token& token : marks.tokens)
      if (token.transfer == thing.transfer && token.area.has(at)) return token.area;
  if (thing.rank) return layout.of_rank(*thing.rank).area;
  return {at.x - noted_side / 2, at.y - noted_side / 2, noted_side, noted_side};
}

// REQUIRES: the pointer is over the panel.
void draw_words_about_hovered(Panel& panel, const TopologyLayout& layout, const TopologyIndex& index,
                              const TopologyMarks& marks, const Shown& shown) {
  const Selection& hovered = panel.session.view.hovered;
  std::vector<std::string> lines = topology_hint(index, marks, shown, hovered);
  const Area about = area_of(hovered, layout, marks, *panel.pointer.at);
  if (hovered.link && takes_link_as_answer(panel.session)) {
    lines.push_back("a click answers: " + fault_name(shown.scene.trace().topology, *hovered.link));
    panel.registry.note({.id = "topology.answer", .role = Role::label, .value = lines.back(), .area = about});
  }
  draw_hint_about(panel.canvas, shown.theme, panel.area, about, lines);
}

// The words about a selected link stay beside it while the run goes on.
void draw_words(Panel& panel, const TopologyLayout& layout, const TopologyMarks& marks, const Shown& shown) {
  const TopologyIndex& index = panel.session.topology.index();
  const Selection& hovered = shown.view.hovered;
  if (const std::optional<int> group =
          panel.pointer.at ? group_at(layout, *panel.pointer.at) : std::nullopt) {
    const int ranks = shown.scene.trace().recorded_ranks().ranks;
    draw_hint_about(panel.canvas, shown.theme, panel.area, layout.groups.tile(*group),
                    {fmt::format("ranks {}..{} do the same", *group * ranks, (*group + 1) * ranks - 1),
                     "click to show them"});
    return;
  }
  if (panel.pointer.at && !hovered.empty())
    return draw_words_about_hovered(panel, layout, index, marks, shown);
  const std::optional<LinkId> link = shown.view.selected.link;
  const int wire = link ? layout.wiring.wire_of[*link] : -1;
  if (wire < 0 || layout.wires[wire].empty()) return;
  draw_hint_about(panel.canvas, shown.theme, panel.area, place_on(layout.wires[wire]),
                  topology_hint(index, marks, shown, shown.view.selected));
}

Panel half_of(const Panel& panel, int half) {
  Panel part = panel;
  part.area.width /= 2;
  part.area.x += half * part.area.width;
  if (part.pointer.at && !part.area.has(*part.pointer.at)) part.pointer = {};
  return part;
}

void draw_machine(Panel& panel, double reserved) {
  Session& session = panel.session;
  session.topology.update(session.scene, panel.area, session.theme.small(), session.theme.line, reserved);
  const TopologyLayout& layout = session.topology.layout();
  const TopologyIndex& index = session.topology.index();

  const Shown shown = session.shown();
  const TopologyMarks marks = marks_of(layout, index, shown);
  if (panel.pointer.at) answer(panel, layout, marks, shown);
  draw_topology(panel.canvas, layout, index, marks, shown);
  const DrawnRing& ring = session.lesson.drawn;
  if (session.lesson_beside() && is_on(ring, session.scene->trace().topology))
    draw_ring(panel.canvas, layout, ring, session.theme);
  const bool drawing = !ring.empty() && !ring.closed();  // words could cover the GPU that is clicked next
  if (!drawing) draw_words(panel, layout, marks, shown);
  if (!layout.has_room()) return;
  note_ranks(panel.registry, layout, index, shown);
  note_groups(panel.registry, layout);
  note_links(panel.registry, layout, index, session.scene->trace().topology);
}

// Its links are not the machine's, so they can be looked at, but not chosen.
void draw_algorithm(Panel& panel, double reserved, bool alone) {
  Session& session = panel.session;
  const ScenePointer& scene = session.algorithm.scene();
  TopologyState& state = session.algorithm.topology;
  state.update(scene, panel.area, session.theme.small(), session.theme.line, reserved);
  View view = session.view;
  view.selected.link.reset();
  view.critical = false;
  const Shown shown{.scene = *scene,
                    .ghost = nullptr,
                    .measured = nullptr,
                    .view = view,
                    .theme = session.theme,
                    .emphasis = nullptr};
  const TopologyMarks marks = marks_of(state.layout(), state.index(), shown);
  if (panel.pointer.at) {
    Selection under = topology_at(state.layout(), marks, shown, *panel.pointer.at);
    under.link.reset();
    point_at_thing(panel, under);
  }
  draw_topology(panel.canvas, state.layout(), state.index(), marks, shown);
  if (panel.pointer.at && !session.view.hovered.empty())
    draw_words_about_hovered(panel, state.layout(), state.index(), marks, shown);
  if (alone && state.layout().has_room()) note_ranks(panel.registry, state.layout(), state.index(), shown);
}

// The buttons at the right end of the legend's line, which say what the picture shows.
struct PictureSwitch {
  std::array<Area, std::size(picture_names)> buttons;
  double width = 0;
};

PictureSwitch lay_out_switch(const Panel& panel) {
  const double size = panel.session.theme.small(), high = 1.5 * size;
  PictureSwitch placed;
  for (int i = static_cast<int>(std::size(picture_names)) - 1; i >= 0; --i) {
    const double wide = panel.canvas.width_of(picture_names[i], size) + size;
    placed.width += wide + 2;
    placed.buttons[i] = {panel.area.right() - 2 - placed.width, panel.area.bottom() - high - 2, wide, high};
  }
  return placed;
}

void draw_switch(Panel& panel, const PictureSwitch& placed) {
  Session& session = panel.session;
  const Theme& theme = session.theme;
  for (std::size_t i = 0; i < placed.buttons.size(); ++i) {
    const Area& area = placed.buttons[i];
    if (panel.pointer.pressed && panel.pointer.at && area.has(*panel.pointer.at))
      session.view.picture = static_cast<MachinePicture>(i);
    const bool chosen = static_cast<std::size_t>(session.view.picture) == i;
    panel.canvas.fill(area, chosen ? theme.accent : theme.raised, 4);
    panel.canvas.text(
        area.center(), picture_names[i],
        {.color = chosen ? theme.on_accent : theme.words, .size = theme.small(), .anchor = Anchor::middle});
    panel.registry.note({.id = fmt::format("picture.{}", picture_names[i]),
                         .role = Role::button,
                         .value = chosen ? "on" : "",
                         .area = area});
  }
}

}  // namespace

void topology_panel(Panel& panel) {
  Session& session = panel.session;
  panel.registry.note({.id = "topology", .role = Role::picture, .value = "", .area = panel.area});
  if (!session.scene) return;
  const bool has_shape = session.algorithm.has_picture_of(session.scene);
  const bool with_switch = has_shape && !panel.still && session.controls;
  const PictureSwitch picture_switch = with_switch ? lay_out_switch(panel) : PictureSwitch{};
  switch (has_shape ? session.view.picture : MachinePicture::machine) {
    case MachinePicture::machine: draw_machine(panel, picture_switch.width); break;
    case MachinePicture::algorithm: draw_algorithm(panel, picture_switch.width, true); break;
    case MachinePicture::both:
      Panel left = half_of(panel, 0), right = half_of(panel, 1);
      draw_machine(left, 0);
      draw_algorithm(right, picture_switch.width, false);
  }
  if (with_switch) draw_switch(panel, picture_switch);
}

}  // namespace commlab

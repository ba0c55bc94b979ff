#include "gui/window/panels/picture_of_run.h"

#include <algorithm>

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
#include "gui/window/topology/stages/hint.h"
#include "gui/window/topology/stages/picture.h"
#include "gui/window/topology/stages/under_point.h"
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
void point_at_thing(Panel& panel, PictureOfRun& run, const Selection& under) {
  run.hovered = run.view.hovered = under;
  if (panel.pointer.pressed) run.selected = run.view.selected = run.selected == under ? Selection{} : under;
}

// Whether a click on a link answers the lesson's question. The links of the run beside are not asked for.
bool takes_link(const Panel& panel, const PictureOfRun& run) {
  return run.own && takes_link_as_answer(panel.session);
}

void answer_question(Panel& panel, const PictureOfRun& run, const Selection& under) {
  if (!panel.pointer.pressed || !under.link || run.selected != under) return;
  if (takes_link(panel, run)) answer_with_link(panel.session, name_of(panel.session, under));
}

void answer(Panel& panel, PictureOfRun& run, const TopologyLayout& layout, const TopologyMarks& marks,
            const Shown& shown) {
  const PicturePoint at = *panel.pointer.at;
  if (const std::optional<int> group = group_at(layout, at)) {
    run.hovered = run.view.hovered = {};
    if (panel.pointer.pressed && run.own) open_group(panel.session, *group);
    return;
  }
  const Selection under = topology_at(layout, marks, shown, at);
  point_at_thing(panel, run, under);
  answer_question(panel, run, under);
  // A script has no options for slow or cut links; and nothing is run before it was predicted.
  const bool can_be_edited = run.own && !panel.session.script_run && !shown.scene.only_inputs();
  if (!panel.pointer.right_clicked || !can_be_edited) return;
  if (const std::optional<LinkId> link = link_at(layout, marks, shown, at)) {
    run.selected = run.view.selected = {.link = link};
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
void draw_words_about_hovered(Panel& panel, const PictureOfRun& run, const TopologyLayout& layout,
                              const TopologyIndex& index, const TopologyMarks& marks, const Shown& shown) {
  const Selection& hovered = shown.view.hovered;
  std::vector<std::string> lines = topology_hint(index, marks, shown, hovered);
  const Area about = area_of(hovered, layout, marks, *panel.pointer.at);
  if (hovered.link && takes_link(panel, run)) {
    lines.push_back("a click answers: " + fault_name(shown.scene.trace().topology, *hovered.link));
    panel.registry.note({.id = "topology.answer", .role = Role::label, .value = lines.back(), .area = about});
  }
  draw_hint_about(panel.canvas, shown.theme, panel.area, about, lines);
}

// The words about a selected link stay beside it while the run goes on.
void draw_words(Panel& panel, const PictureOfRun& run, const TopologyLayout& layout,
                const TopologyIndex& index, const TopologyMarks& marks, const Shown& shown) {
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
    return draw_words_about_hovered(panel, run, layout, index, marks, shown);
  const std::optional<LinkId> link = shown.view.selected.link;
  const int wire = link ? layout.wiring.wire_of[*link] : -1;
  if (wire < 0 || layout.wires[wire].empty()) return;
  draw_hint_about(panel.canvas, shown.theme, panel.area, place_on(layout.wires[wire]),
                  topology_hint(index, marks, shown, shown.view.selected));
}

Shown shown_of_run(const Session& session, const PictureOfRun& run) {
  return {.scene = *run.scene,
          .ghost = nullptr,
          .measured = nullptr,
          .view = run.view,
          .theme = session.theme,
          .emphasis = run.own ? session.shown().emphasis : nullptr};
}

void draw_machine(Panel& panel, PictureOfRun& run, double reserved, bool noted) {
  Session& session = panel.session;
  TopologyState& state = run.pictures.machine;
  state.update(run.scene, panel.area, session.theme.small(), session.theme.line, reserved);
  const TopologyLayout& layout = state.layout();
  const TopologyIndex& index = state.index();

  const Shown shown = shown_of_run(session, run);
  const TopologyMarks marks = marks_of(layout, index, shown);
  if (panel.pointer.at) answer(panel, run, layout, marks, shown);
  draw_topology(panel.canvas, layout, index, marks, shown);
  const DrawnRing& ring = session.lesson.drawn;
  if (run.own && session.lesson_beside() && is_on(ring, run.scene->trace().topology))
    draw_ring(panel.canvas, layout, ring, session.theme);
  const bool drawing = !ring.empty() && !ring.closed();  // words could cover the GPU that is clicked next
  if (!drawing) draw_words(panel, run, layout, index, marks, shown);
  if (!layout.has_room() || !noted) return;
  note_ranks(panel.registry, layout, index, shown);
  note_groups(panel.registry, layout);
  note_links(panel.registry, layout, index, run.scene->trace().topology);
}

// Its links are not the machine's, so they can be looked at, but not chosen.
Shown without_links(const Session& session, PictureOfRun& run, const Scene& scene) {
  run.view.selected.link.reset();
  run.view.critical = false;
  return {.scene = scene,
          .ghost = nullptr,
          .measured = nullptr,
          .view = run.view,
          .theme = session.theme,
          .emphasis = nullptr};
}

void draw_algorithm(Panel& panel, PictureOfRun& run, double reserved, bool noted) {
  const Session& session = panel.session;
  const ScenePointer& scene = run.pictures.algorithm.scene();
  TopologyState& state = run.pictures.algorithm.topology;
  state.update(scene, panel.area, session.theme.small(), session.theme.line, reserved);
  const Shown shown = without_links(session, run, *scene);
  const TopologyMarks marks = marks_of(state.layout(), state.index(), shown);
  if (panel.pointer.at) {
    Selection under = topology_at(state.layout(), marks, shown, *panel.pointer.at);
    under.link.reset();
    point_at_thing(panel, run, under);
  }
  draw_topology(panel.canvas, state.layout(), state.index(), marks, shown);
  if (panel.pointer.at && !run.hovered.empty())
    draw_words_about_hovered(panel, run, state.layout(), state.index(), marks, shown);
  if (noted && state.layout().has_room()) note_ranks(panel.registry, state.layout(), state.index(), shown);
}

// A rank's buffers, one for each column that is visible: "stage.3.2" is rank 2 after step 3.
void note_stages(Registry& registry, const StagedLayout& layout, const StageContents& contents, Time now) {
  for (int column = layout.first; column < layout.first + layout.visible; ++column)
    for (Rank rank = 0; rank < layout.ranks; ++rank)
      registry.note({.id = fmt::format("stage.{}.{}", column, rank),
                     .role = Role::object,
                     .value = contents.done(rank, column) <= now ? "done" : "",
                     .area = layout.box(rank, column)});
}

void draw_stages_of(Panel& panel, PictureOfRun& run, double reserved, bool noted) {
  const Session& session = panel.session;
  StagesState& state = run.pictures.stages;
  const Theme& theme = session.theme;
  state.update(run.view.now, panel.area, theme.small(), theme.line, reserved);
  const StagedLayout& layout = state.layout();
  const Shown shown = without_links(session, run, *state.scene());
  const TopologyMarks marks = marks_of_stages(layout, state.index(), shown);
  InStages under;
  if (panel.pointer.at) {
    under = stages_at(layout, marks, shown.scene.trace().partition, *panel.pointer.at);
    point_at_thing(panel, run, under.thing);
  }
  draw_stages(panel.canvas, layout, state.contents(), state.index(), marks, shown);
  if (!under.thing.empty())
    draw_hint_about(panel.canvas, theme, panel.area, under.area,
                    stages_hint(state.contents(), state.index(), marks, shown, under));
  if (noted) note_stages(panel.registry, layout, state.contents(), run.view.now);
}

PictureOfRun with_time(PictureOfRun run) {
  const Time end = run.scene->playback.end();
  run.view.now = std::min(run.view.now, end);
  run.view.rested = std::min(run.view.rested, end);
  run.view.playing = run.view.playing && run.view.now < end;
  run.view.selected = run.selected;
  run.view.hovered = run.hovered;
  return run;
}

}  // namespace

PictureOfRun picture_of_run(Session& session) {
  return with_time({.scene = session.scene,
                    .pictures = session.pictures,
                    .view = session.view,
                    .selected = session.view.selected,
                    .hovered = session.view.hovered});
}

PictureOfRun picture_of_run_beside(Session& session) {
  BesideState& beside = session.beside;
  return with_time({.scene = beside.scene,
                    .pictures = beside.pictures,
                    .view = session.view,
                    .selected = beside.selected,
                    .hovered = beside.hovered,
                    .own = false});
}

void draw_picture(Panel& panel, PictureOfRun& run, MachinePicture picture, double reserved, bool noted) {
  switch (picture) {
    case MachinePicture::algorithm: return draw_algorithm(panel, run, reserved, noted);
    case MachinePicture::stages: return draw_stages_of(panel, run, reserved, noted);
    case MachinePicture::machine:
    case MachinePicture::both: return draw_machine(panel, run, reserved, noted);
  }
}

}  // namespace commlab

#include "gui/window/lesson/scene.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/plan/experiment_beside.h"
#include "core/schedule/algorithm.h"
#include "core/script/parser.h"
#include "core/script/script.h"
#include "gui/window/run/script_scene.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"
#include "lessons/model/scene.h"
#include "lessons/run/scene_values.h"

namespace commlab {
namespace {

LessonScene scene_at(const Player& player) {
  const Lesson& lesson = player.lesson();
  return with_values(scene_of(lesson, player.step()), values_of_variant(lesson, player.record().variant));
}

std::string value_of(const LessonScene& scene, std::string_view key) {
  const auto found = std::ranges::find(scene.keys, key, &SceneKeys::value_type::first);
  return found == scene.keys.end() ? "" : found->second;
}

// The number of ranks that will run on this many GPUs.
int ranks_of(const LessonScene& scene, int gpus) {
  if (const auto said = parse_number<int>(value_of(scene, "ranks"))) return *said;
  if (scene.kind != LessonScene::Kind::script) return gpus;
  const Result<Script> script = parse_script(scene.script);
  return script ? script->ranks.value_or(gpus) : gpus;
}

// The machine while nothing runs on it. Its GPUs have the same names as in the run to come.
ScenePointer machine_at_rest(const LessonScene& scene, const Laboratory& laboratory) {
  const std::string name = value_of(scene, "machine");
  Topology topology;
  if (!name.empty() && laboratory.machine)
    if (Result<Machine> machine = laboratory.machine(name)) topology = std::move(machine->topology);
  const int gpus = std::max(1, topology.gpus);
  return std::make_shared<const Scene>(at_rest(
      std::move(topology), name,
      {.ranks = std::clamp(ranks_of(scene, gpus), 1, gpus), .for_copies = value_of(scene, "run") == "p2p"}));
}

// Shows the inputs, the machine or the script before the run: something to look at that tells no answer.
void set_at_rest(LessonShown& shown, Player& player, const LessonScene& scene, const Laboratory& laboratory) {
  if (scene.kind == LessonScene::Kind::script) {
    ScriptRun text;
    text.text = scene.script;
    text.machine = value_of(scene, "machine");
    shown.content = WindowContent::script_at_rest;
    shown.picture = machine_at_rest(scene, laboratory);
    shown.script_run = std::make_shared<const ScriptRun>(std::move(text));
    return;
  }
  if (scene.kind == LessonScene::Kind::launch)
    if (const Result<Launched> launched = launch_table_of(scene).and_then(launch_of)) {
      shown.content = WindowContent::launch;
      shown.launched = std::make_shared<const Launched>(*launched);
      return;
    }
  if (std::shared_ptr<const Outcome> inputs = player.inputs()) {
    shown.content = WindowContent::inputs;
    shown.picture = std::make_shared<const Scene>(std::move(inputs), Scene::Holdings::brought);
    return;
  }
  shown.content = WindowContent::machine;
  shown.picture = machine_at_rest(scene, laboratory);
}

// Every name that the lesson parser accepts must have a panel.
static_assert(std::ranges::all_of(view_layouts, [](std::string_view name) {
  return name == "usual" || panel_named(name);
}));
static_assert(std::ranges::equal(view_pictures, picture_names));
static_assert(std::ranges::all_of(view_panels,
                                  [](std::string_view name) { return panel_named(name).has_value(); }));
static_assert(view_lanes[static_cast<int>(ScriptLane::communication)] == "communication");

ScriptLane lane_named(std::string_view name) {
  const auto found = std::ranges::find(view_lanes, name);
  return found == std::end(view_lanes) ? ScriptLane{}
                                       : static_cast<ScriptLane>(found - std::begin(view_lanes));
}

// REQUIRES: the picture is set, because what stands out is looked up on its machine.
void arrange_as_asked(LessonShown& shown) {
  const ViewState& view = shown.page.content.view;
  shown.arrangement = {.first = panel_named(view.layout), .counters = !view.counters.empty()};
  for (const std::string& panel : view.panels) shown.arrangement.panels.push_back(*panel_named(panel));
  for (const std::string& lane : view.lanes) shown.lanes.push_back(lane_named(lane));
  if (shown.picture) shown.emphasis = emphasis_of(shown.picture->trace().topology, view.highlight);
}

void set_picture(LessonShown& shown, const PlayedScene& scene) {
  if (scene.launched) {
    shown.content = WindowContent::launch;
    shown.launched = scene.launched;
  } else if (scene.script_run) {
    shown.content = WindowContent::script;
    shown.script_run = scene.script_run;
    shown.picture = std::make_shared<const Scene>(played_of(*scene.script_run));
  } else if (scene.performed) {
    if (scene.performed->run.trace)
      shown.picture = std::make_shared<const Scene>(scene.performed, Scene::Holdings::found);
    else
      shown.page.trouble = fmt::format("the run of '{}' has no trace", to_line(scene.performed->experiment));
  }
}

// The run of another algorithm, if the step's view asks for one.
void set_beside(LessonShown& shown, const Laboratory& laboratory) {
  const std::string& wish = shown.page.content.view.beside;
  if (wish.empty() || !shown.picture) return;
  const auto other = experiment_beside(shown.picture->run.experiment, wish).and_then(laboratory.perform);
  if (other)
    shown.beside = std::make_shared<const Scene>(*other);
  else
    shown.page.trouble = other.error().message;
}

// False if the scene could not be run; the page then says why.
bool set_run(LessonShown& shown, Player& player, const Laboratory& laboratory) {
  LessonPage& page = shown.page;
  Result<PlayedScene> played = player.scene();
  if (!played) {
    page.trouble = played.error().message;
    return false;
  }
  page.scene = std::move(*played);
  page.keys = page.scene->keys;
  set_picture(shown, *page.scene);
  set_beside(shown, laboratory);
  return true;
}

}  // namespace

std::shared_ptr<const LessonShown> make_shown(const std::shared_ptr<Player>& player,
                                              const Laboratory& laboratory,
                                              std::optional<RefusedAnswer> refused) {
  auto shown = std::make_shared<LessonShown>();
  LessonPage& page = shown->page;
  page.refused = std::move(refused);
  shown->player = player;
  page.number = player->lesson().number;
  page.title = player->lesson().title;
  page.step = player->step();
  page.steps = player->steps();
  page.summary = player->summary();
  for (const LessonRecord::Answer& answer : player->record().answers)
    page.attempts[answer.question] = answer.attempts;
  const LessonScene scene = scene_at(*player);
  page.keys = scene.keys;
  Result<StepContent> content = player->content();
  if (content)
    page.content = std::move(*content);
  else
    page.trouble = content.error().message;
  if (page.content.title.empty()) page.content.title = player->lesson().steps[page.step].title;
  const bool rests = !content || page.content.locked || scene.kind == LessonScene::Kind::none;
  if (rests || !set_run(*shown, *player, laboratory))
    set_at_rest(*shown, *player, with_parameters(scene), laboratory);
  arrange_as_asked(*shown);
  return shown;
}

Result<std::shared_ptr<const LessonShown>> with_scene(const LessonShown& lesson, PlayedScene scene) {
  auto shown = std::make_shared<LessonShown>(lesson);
  shown->page.content.view.at.reset();  // a moment of the lesson's run
  shown->page.content.view.beside.clear();  // it would play beside the lesson's run
  shown->beside = nullptr;
  shown->page.trouble.clear();
  set_picture(*shown, scene);
  shown->page.scene = std::move(scene);
  if (!shown->page.trouble.empty()) return fail(Fault::runtime, "{}", shown->page.trouble);
  return shown;
}

bool shows_the_same(const LessonShown& a, const LessonShown& b) {
  if (a.content != b.content) return false;
  const ViewState &before = a.page.content.view, &after = b.page.content.view;
  if (a.page.step != b.page.step && (before.at != after.at || before.speed != after.speed)) return false;
  if (before.picture != after.picture || before.beside != after.beside) return false;
  switch (a.content) {
    case WindowContent::launch: return true;  // nothing plays
    case WindowContent::script: return a.script_run == b.script_run;
    case WindowContent::script_at_rest: return a.script_run->text == b.script_run->text;
    case WindowContent::experiment:
      return a.page.scene && b.page.scene && a.page.scene->performed == b.page.scene->performed;
    case WindowContent::machine:
    case WindowContent::inputs: return a.page.keys == b.page.keys;
  }
  return false;
}

void show_lesson_scene(Session& session, const LessonShown& shown) {
  if (shown.picture) show_scene(session, shown.picture);
  if (shown.beside) show_beside(session, shown.beside, shown.page.content.view.beside);
  session.script_run = shown.script_run;
  session.listing = {};
  session.tensors = session.outcome = {};
  const bool runs = shown.content == WindowContent::experiment || shown.content == WindowContent::script;
  if (!runs) return;
  session.view.speed = shown.page.content.view.speed;
  session.view.picture = static_cast<MachinePicture>(
      std::ranges::find(view_pictures, shown.page.content.view.picture) - std::begin(view_pictures));
  if (const std::optional<Time> at = shown.page.content.view.at)
    go_to(session, *at);
  else if (session.view.reduced_motion)
    go_to(session, clock_end(session));
  else
    session.view.playing = true;
}

}  // namespace commlab

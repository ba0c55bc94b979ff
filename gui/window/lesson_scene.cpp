#include "gui/window/lesson_scene.h"

#include <algorithm>

#include "core/algorithm.h"
#include "gui/window/script_scene.h"
#include "gui/window/session.h"
#include "lessons/scene.h"

namespace commlab {
namespace {

LessonScene scene_at(const Player& player) {
  const Lesson& lesson = player.lesson();
  return drawn(scene_of(lesson, player.step()), draw(lesson, player.record().variant));
}

std::string machine_of(const LessonScene& scene) {
  const auto machine = std::ranges::find(scene.keys, "machine", &SceneKeys::value_type::first);
  return machine == scene.keys.end() ? "" : machine->second;
}

// So that there is something to look at, and nothing to be learned from it.
void set_at_rest(LessonShown& shown, const LessonScene& scene, const Laboratory& laboratory) {
  const std::string name = machine_of(scene);
  if (scene.kind == LessonScene::Kind::script) {
    ScriptRun text;
    text.text = scene.script;
    text.machine = name;
    shown.content = WindowContent::script_at_rest;
    shown.picture = std::make_shared<const Scene>(played_of(text));
    shown.script_run = std::make_shared<const ScriptRun>(std::move(text));
    return;
  }
  if (scene.kind == LessonScene::Kind::launch)
    if (const Result<Launched> launched = launch_table_of(scene).and_then(launch_of)) {
      shown.content = WindowContent::launch;
      shown.launched = std::make_shared<const Launched>(*launched);
      return;
    }
  shown.content = WindowContent::machine;
  Machine machine;
  if (!name.empty() && laboratory.machine)
    if (Result<Machine> found = laboratory.machine(name)) machine = std::move(*found);
  const int gpus = machine.topology.gpus;
  shown.picture =
      std::make_shared<const Scene>(at_rest(std::move(machine.topology), name, std::max(1, gpus)));
}

// What the last block `view` asks for, where the window knows it.
LessonView view_of(const Lesson& lesson, int step) {
  std::string_view wanted = "usual";
  for (int i = 0; i <= step; ++i)
    for (const LessonStep::Item& item : lesson.steps[static_cast<std::size_t>(i)].items)
      if (const auto* view = std::get_if<ViewBlock>(&item))
        for (const auto& [key, value] : view->keys)
          if (key == "layout") wanted = value;
  const auto name = std::ranges::find(lesson_view_names, wanted);
  return name == std::end(lesson_view_names) ? LessonView::usual
                                             : static_cast<LessonView>(name - std::begin(lesson_view_names));
}

void set_run(LessonShown& shown, const PlayedScene& scene) {
  if (scene.launched) {
    shown.content = WindowContent::launch;
    shown.launched = scene.launched;
  } else if (scene.script_run) {
    shown.content = WindowContent::script;
    shown.script_run = scene.script_run;
    shown.picture = std::make_shared<const Scene>(played_of(*scene.script_run));
  } else if (scene.performed) {
    if (Result<Played> played = played_of(*scene.performed))
      shown.picture = std::make_shared<const Scene>(std::move(*played));
    else
      shown.page.trouble = played.error().message;
  }
}

}  // namespace

Result<Played> played_of(const Performed& done) {
  if (!done.run.trace) return fail(Fault::runtime, "the run of '{}' has no trace", to_line(done.experiment));
  Played played{.experiment = done.experiment, .trace = *done.run.trace, .programs = done.programs};
  if (const auto algorithm = find_algorithm(played.trace.collective.kind, done.experiment.algorithm))
    played.idea = (*algorithm)->idea;
  played.split = done.run.split;
  if (done.bound) {
    played.bound = done.bound->time;
    played.bounded_by = done.bound->limited_by;
  }
  played.badge = "simulated";
  return played;
}

std::shared_ptr<const LessonShown> make_shown(const std::shared_ptr<Player>& player,
                                              const Laboratory& laboratory) {
  auto shown = std::make_shared<LessonShown>();
  LessonPage& page = shown->page;
  shown->player = player;
  page.number = player->lesson().number;
  page.title = player->lesson().title;
  page.step = player->step();
  page.steps = player->steps();
  const LessonScene scene = scene_at(*player);
  page.keys = scene.keys;
  Result<StepContent> content = player->content();
  if (content)
    page.content = std::move(*content);
  else
    page.trouble = content.error().message;
  shown->view = view_of(player->lesson(), page.step);
  if (page.content.title.empty())
    page.content.title = player->lesson().steps[static_cast<std::size_t>(page.step)].title;
  if (!content || page.content.locked || scene.kind == LessonScene::Kind::none) {
    set_at_rest(*shown, with_parameters(scene), laboratory);
    return shown;
  }
  if (Result<PlayedScene> played = player->scene()) {
    page.scene = std::move(*played);
    page.keys = page.scene->keys;
    set_run(*shown, *page.scene);
  } else {
    page.trouble = played.error().message;
    set_at_rest(*shown, with_parameters(scene), laboratory);
  }
  return shown;
}

bool shows_the_same(const LessonShown& a, const LessonShown& b) {
  if (a.content != b.content) return false;
  switch (a.content) {
    case WindowContent::launch: return true;  // nothing plays
    case WindowContent::script: return a.script_run == b.script_run;
    case WindowContent::script_at_rest: return a.script_run->text == b.script_run->text;
    case WindowContent::experiment:
      return a.page.scene && b.page.scene && a.page.scene->performed == b.page.scene->performed;
    case WindowContent::machine: return a.page.keys == b.page.keys;
  }
  return false;
}

void show_lesson_scene(Session& session, const LessonShown& shown) {
  if (shown.picture) show_scene(session, shown.picture);
  session.script_run = shown.script_run;
  session.listing = {};
  session.tensors = session.outcome = {};
  const bool runs = shown.content == WindowContent::experiment || shown.content == WindowContent::script;
  if (!runs) return;
  if (session.view.reduced_motion)
    go_to(session, session.scene->playback.end());
  else
    session.view.playing = true;
}

}  // namespace commlab

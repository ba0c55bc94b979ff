#include "gui/window/session/session.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include "gui/window/run/run_facts.h"
#include "gui/window/run/script_scene.h"

namespace commlab {
namespace {

constexpr std::size_t large_run =
    300'000;  // transfers; what ranks hold then takes more than a tenth of a second

// What stays selected after a link was edited: links and messages have new numbers, chunks may differ.
Selection carried_over(Selection selected, const Trace& before, const Trace& after) {
  selected.transfer.reset();
  if (before.partition.blocks != after.partition.blocks || before.partition.parts != after.partition.parts)
    selected = {.rank = selected.rank, .link = selected.link};
  if (!selected.link) return selected;
  const std::string name = before.topology.link_name(*selected.link);
  selected.link.reset();
  for (LinkId link = 0; link < static_cast<LinkId>(after.topology.links.size()); ++link)
    if (after.topology.link_name(link) == name) selected.link = link;
  return selected;
}

}  // namespace

void show_scene(Session& session, ScenePointer scene, bool keep_ghost) {
  const Time was = session.view.now;
  if (session.scene) follow_run(session.sweep, session.scene->run, scene->run);
  session.ghost = keep_ghost ? session.scene : nullptr;
  session.measured = nullptr;
  session.script_run = nullptr;
  session.shown_by.clear();
  session.scene = std::move(scene);
  session.beside = {};
  session.form = form_of(session.scene->run.experiment);
  session.ruler.reset();
  session.bookmarks.clear();
  session.link_menu.reset();
  View& view = session.view;
  if (keep_ghost) {
    view.now = std::min(was, session.scene->trace().finish);
    view.selected = carried_over(view.selected, session.ghost->trace(), session.scene->trace());
    view.hovered = {};
    session.answer =
        "before: " + change_sentence(session.ghost->trace().finish, session.scene->trace().finish);
    return;
  }
  view.now = view.rested = {};
  view.playing = false;
  view.selected = view.hovered = {};
  view.from = 0;
  view.to = 1;
}

void show_beside(Session& session, ScenePointer scene, std::string wish) {
  session.beside = {.scene = std::move(scene), .wish = std::move(wish)};
}

void show_script(Session& session, std::shared_ptr<const ScriptRun> run) {
  show_scene(session, std::make_shared<const Scene>(played_of(*run)));
  session.script_run = std::move(run);
  session.listing = {};
  session.tensors = session.outcome = {};
}

ScenePointer first_scene(Outcome played) {
  const bool large = played.trace().transfers.size() > large_run;
  return std::make_shared<const Scene>(std::make_shared<const Outcome>(std::move(played)),
                                       large ? Scene::Holdings::later : Scene::Holdings::found);
}

void follow_workers(Session& session) {
  session.worker.poll(session);
  session.finder.poll(session);
  session.tutor.poll(session);
  if (!session.scene->unfinished() || session.finder.busy()) return;
  const auto find_out = [unfinished = session.scene](std::stop_token, const ReportProgress&) {
    ScenePointer whole = Scene::finished(*unfinished);
    return Worker::Apply([whole](Session& s) {
      if (of_one_run(s.scene, whole)) s.scene = whole;
    });
  };
  session.finder.start("finding out what ranks hold", find_out);
}

const LessonShown* Session::lesson_beside() const {
  return view.arrange == Arrange::lesson ? lesson_shown.get() : nullptr;
}

Shown Session::shown() const {
  assert(scene && "there is a run to be shown");
  const LessonShown* beside = lesson_beside();
  const Topology& topology = scene->trace().topology;
  const Emphasis* const asked = !beside || what_if.shows_another_run() ? nullptr
                                : lesson.drawn.empty()                 ? &beside->emphasis
                                                                       : &lesson.drawn.emphasis;
  // The scene may still be an earlier one. What stands out is shown only if the machines' sizes agree.
  const bool fits =
      asked && asked->nodes.size() == topology.nodes.size() && asked->links.size() == topology.links.size();
  return {.scene = *scene,
          .ghost = ghost.get(),
          .measured = measured.get(),
          .view = view,
          .theme = theme,
          .emphasis = fits && !asked->empty() ? asked : nullptr};
}

ScriptShown Session::script_shown() const {
  assert(script_run && "what is shown is a script's run");
  const bool straight = view.axis == TimeAxis::linear;
  const LessonShown* lesson = lesson_beside();
  return {.run = *script_run,
          .view = view,
          .theme = theme,
          .axis = straight ? nullptr : &scene->time_scale(view.axis),
          .lanes = lesson ? std::span<const ScriptLane>(lesson->lanes) : std::span<const ScriptLane>{},
          .every_rank = every_rank};
}

bool in_quiz(const Session& session) { return !session.lesson.quiz.asked.empty(); }

bool presenting(const Session& session) { return !session.presenter.lessons.empty(); }

const PresentedStop* presented(const Session& session) {
  const bool any = presenting(session) && session.lesson.page && session.lesson.page->presented;
  return any ? &*session.lesson.page->presented : nullptr;
}

bool is_locked(const Session& session) {
  return session.view.arrange == Arrange::lesson && session.lesson.page &&
         session.lesson.page->content.locked;
}

std::string_view why_nothing_plays(const Session& session) {
  if (is_locked(session) || (session.scene && session.scene->only_inputs())) return predict_before_run;
  const LessonShown* lesson = session.lesson_beside();
  const bool runs =
      !lesson || lesson->content == WindowContent::experiment || lesson->content == WindowContent::script;
  return runs ? "" : "Nothing is run in this step: there is nothing to play.";
}

void forget_news(Session& session) {
  session.notice.clear();
  session.answer.clear();
}

}  // namespace commlab

#include "gui/window/lesson/what_if.h"

#include <algorithm>

#include "gui/window/lesson/scene.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/session/playing.h"
#include "gui/window/session/session.h"

namespace commlab {
namespace {

// Another number of ranks makes another machine. While no link is changed, its links are those to choose
// from.
void follow_machine(WhatIfState& what_if, const PlayedScene& changed) {
  const auto is_link = [](const WhatIfControl& control) { return control.name == what_if_link; };
  if (std::ranges::find(what_if.changes, what_if_link, &WhatIfChanges::value_type::first) !=
      what_if.changes.end())
    return;
  const auto shown = std::ranges::find_if(what_if.controls, is_link);
  std::vector<WhatIfControl> now = what_if_controls(changed);
  const auto there = std::ranges::find_if(now, is_link);
  if (shown != what_if.controls.end() && there != now.end()) *shown = std::move(*there);
}

// The stop or step that was asked for last is not shown yet.
bool is_preparing(const Session& session) {
  return session.tutor.busy() || (presenting(session) && session.presenter.shown != session.presenter.wanted);
}

void show_changed(Session& session, const Result<std::shared_ptr<const LessonShown>>& changed) {
  WhatIfState& what_if = session.what_if;
  if (!what_if.open) return;  // closed meanwhile
  what_if.refused = changed ? "" : sentence(changed.error().message);
  if (!changed) return;
  follow_machine(what_if, *(*changed)->page.scene);
  what_if.sentence = what_if_sentence(*session.lesson_shown->page.scene, *(*changed)->page.scene);
  show_lesson_scene(session, **changed);
}

}  // namespace

std::string_view why_no_what_if(const Session& session) {
  if (is_locked(session)) return "Predict first. Then the run is shown, and can be changed.";
  const LessonShown* lesson = session.lesson_beside();
  if (!lesson || !lesson->page.scene || lesson->arrangement.page_alone)
    return "Nothing runs here, so there is nothing to change.";
  return "";
}

void open_what_if(Session& session) {
  if (session.what_if.open) return;
  if (is_preparing(session)) {
    session.what_if.wished = true;
    return;
  }
  if (const std::string_view why_not = why_no_what_if(session); !why_not.empty()) {
    session.notice = why_not;
    return;
  }
  session.what_if = {.open = true,
                     .controls = what_if_controls(*session.lesson_shown->page.scene),
                     .now = session.view.now,
                     .playing = session.view.playing};
}

void close_what_if(Session& session) {
  WhatIfState& what_if = session.what_if;
  if (!what_if.open) return;
  if (!what_if.sentence.empty()) {
    show_lesson_scene(session, *session.lesson_shown);
    go_to(session, what_if.now);
    session.view.playing = what_if.playing;
  }
  what_if = {};
}

void ask_what_if(Session& session, const std::string& control, const std::string& value) {
  WhatIfState& what_if = session.what_if;
  std::erase_if(what_if.changes, [&](const auto& change) { return change.first == control; });
  const auto found = std::ranges::find(what_if.controls, control, &WhatIfControl::name);
  const bool as_it_is = found != what_if.controls.end() && found->now == value;
  if (control == "ranks") {  // another machine has other links
    std::erase_if(what_if.changes, [](const auto& change) { return change.first == what_if_link; });
  }
  if (!value.empty() && !as_it_is) what_if.changes.emplace_back(control, value);
  what_if.asked = true;
}

void follow_what_if(Session& session) {
  WhatIfState& what_if = session.what_if;
  if (what_if.wished && !is_preparing(session)) {
    what_if.wished = false;
    open_what_if(session);
  }
  if (!what_if.open || !what_if.asked || session.tutor.busy()) return;
  what_if.asked = false;
  const Result<SceneKeys> keys = what_if_keys(*session.lesson_shown->page.scene, what_if.changes);
  if (!keys) {
    what_if.refused = sentence(keys.error().message);
    return;
  }
  session.tutor.start("running what was asked",
                      [keys = *keys, player = session.lesson.player, lesson = session.lesson_shown](
                          std::stop_token, const ReportProgress&) -> Worker::Apply {
                        auto changed = player->what_if(keys).and_then(
                            [&](PlayedScene scene) { return with_scene(*lesson, std::move(scene)); });
                        return [changed, lesson](Session& s) {
                          if (s.lesson_shown == lesson) show_changed(s, changed);
                        };
                      });
}

}  // namespace commlab

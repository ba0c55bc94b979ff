#pragma once
// Everything that is kept from one frame to the next: what is shown, the present time and selection, and the
// running computations. Commands and panels change the session. No state is kept anywhere else.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "gui/window/draw/registry.h"
#include "gui/window/draw/theme.h"
#include "gui/window/page/lesson_shown.h"
#include "gui/window/page/presenter_state.h"
#include "gui/window/page/what_if_state.h"
#include "gui/window/run/scene.h"
#include "gui/window/run/script_shown.h"
#include "gui/window/run/shown.h"
#include "gui/window/run/sweep.h"
#include "gui/window/run/view.h"
#include "gui/window/run/window_tools.h"
#include "gui/window/session/beside_state.h"
#include "gui/window/session/form.h"
#include "gui/window/session/lesson_state.h"
#include "gui/window/session/panel_states.h"
#include "gui/window/session/settings.h"
#include "gui/window/session/worker.h"
#include "gui/window/timeline/memory.h"
#include "gui/window/topology/state.h"

namespace commlab {

// The open menu of a link, and its place.
struct LinkMenu {
  LinkId link;
  PicturePoint at;
  bool shown = false;  // it was drawn in the last frame
};

// The stretch of time that is measured by dragging over the timeline.
struct Measured {
  Time from;
  Time to;
};

// A step on its way: it moves from one time to another within half a second.
struct Glide {
  Time from;
  Time to;
  double seconds = 0;  // since it began
};

// A film of the run that was asked for: its file, length and frames per second.
struct MovieWish {
  std::filesystem::path file;
  double seconds = 12;
  int frames_per_second = 30;
};

// A list or field over the panels. It closes when something is chosen, on Escape, and on a click beside it.
struct Popup {
  bool open = false;
  bool shown = false;  // it was drawn in the last frame
};

enum class Tab : std::uint8_t { plot, stats, log };

struct Session {
  const WindowTools& tools;
  Settings settings;
  Theme theme;

  ScenePointer scene{};
  ScenePointer ghost{};     // the run before the last edit of a link
  ScenePointer measured{};  // the same experiment on real hardware
  View view{};
  Form form{};  // the fields of the scenario bar; Run makes the scene from them
  SweepState sweep{};
  std::optional<LinkMenu> link_menu{};
  std::optional<Measured> ruler{};
  std::vector<Time> bookmarks{};
  RunPictures pictures{};
  BesideState beside{};
  MatrixState matrix{};
  InspectorState inspector{};
  ArticleState stats{};
  LogState log{};
  std::shared_ptr<const ScriptRun> script_run{};  // the script's run that the scene shows; else null
  // The words after `commlab window` that show this run; empty: those of its experiment. For a run that was
  // read from a file, they name it.
  std::vector<std::string> shown_by{};
  ListingState listing{};
  bool every_rank = false;  // of a script's ranks that do the same, each has a row of its own
  ArticleState tensors{};
  ArticleState outcome{};
  LessonState lesson{};
  PresenterState presenter{};
  WhatIfState what_if{};
  std::shared_ptr<const LessonShown> lesson_shown{};  // what the scene shows, while a lesson is played
  std::optional<Glide> glide{};                       // a step on its way
  Tab tab = Tab::plot;
  std::string going_to{};     // the text in the field "go to"
  Popup going{};              // the popup with the field "go to"
  std::string line{};         // the text in the field for an experiment's line
  Popup typing{};             // the popup with that field
  bool untouched = true;      // nothing was played yet: the large Play shows
  TimelineMemory timeline{};  // the timeline panel's

  Worker worker{};                      // computes what was asked for, one thing at a time
  Worker finder{};                      // computes what an unfinished scene lacks
  Worker tutor{};                       // calls a lesson's player
  Registry registry{};                  // the widgets of the last frame
  std::string notice{};                 // the last error; shown at the bottom until the next action
  std::string answer{};                 // what was done; shown at the same place
  Popup choosing_table{};               // the list of published tables
  std::vector<PublishedName> tables{};  // the tables in that list, once it was opened
  std::string table_filter{};           // the text in the list's filter
  Popup choosing_beside{};              // the list of algorithms to play beside this one
  bool remembers = true;                // the learner's answers are kept in files
  bool help = false;                    // the overlay of keys
  Popup menu{};                         // the list of all commands
  std::string menu_filter{};            // the text in its field
  bool scenario = true;                 // the scenario bar is shown; in the calm layout, its fields are
  bool calm_timeline = false;           // the timeline is shown in the calm layout
  bool black = false;                   // the screen is black, so that the class looks at the teacher
  bool controls = true;                 // the bars are shown
  double way_back = 0;                  // seconds: how long the hint for showing the bars again stays visible
  bool full_screen = false;
  bool closing = false;
  std::filesystem::path picture{};         // a PNG file to write after this frame
  std::filesystem::path vector_picture{};  // an SVG file to write after this frame
  std::optional<MovieWish> movie{};        // a film to record, from the beginning to the end of the run

  Shown shown() const;               // REQUIRES: scene.
  ScriptShown script_shown() const;  // REQUIRES: script_run.
  // What the lesson beside the pictures shows; null: there is no lesson.
  const LessonShown* lesson_beside() const;
};

// Shows this run from its beginning. `keep_ghost`: the run is the same experiment after an edit, so the old
// run stays as the ghost, and the time and the selection stay as they were.
void show_scene(Session&, ScenePointer, bool keep_ghost = false);
// Plays this run beside the one that is shown. `wish`: what was asked for. The time stays.
void show_beside(Session&, ScenePointer, std::string wish);
// The same as show_scene, for a script's run.
void show_script(Session&, std::shared_ptr<const ScriptRun>);
// A scene that is ready at once, so that the window opens quickly. For a large run, it is unfinished.
ScenePointer first_scene(Outcome);
// Shows what the workers have computed by now. If the scene is unfinished, starts to compute the rest. The
// time that is shown does not change.
void follow_workers(Session&);
bool in_quiz(const Session&);
// Whether lessons are presented to a class.
bool presenting(const Session&);
// The stop that is presented now; null: nothing is presented.
const PresentedStop* presented(const Session&);
// Whether a lesson's prediction is open, so that its run must not be shown.
bool is_locked(const Session&);
// A lesson's run that nobody predicted yet stays secret.
inline constexpr std::string_view predict_before_run =
    "Predict first: the run is shown once your answer is committed.";
// Empty, or a sentence: why nothing can be played now.
std::string_view why_nothing_plays(const Session&);
// Clears notice and answer, because a new action begins.
void forget_news(Session&);

}  // namespace commlab

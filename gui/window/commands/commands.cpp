#include "gui/window/commands/commands.h"

#include <algorithm>

#include "core/base/nearest.h"
#include "gui/window/commands/exports.h"
#include "gui/window/commands/looks.h"
#include "gui/window/commands/requests.h"
#include "gui/window/commands/timeline_zoom.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/lesson/list.h"
#include "gui/window/lesson/play.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/lesson/vote.h"
#include "gui/window/lesson/way_back.h"
#include "gui/window/lesson/what_if.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

constexpr double fastest = 64, slowest = 1.0 / 16;

void toggle(bool& flag) { flag = !flag; }

void play(Session& s) {
  View& view = s.view;
  if (!view.playing && view.now >= clock_end(s)) view.now = {};
  view.rested = view.now;
  s.glide.reset();
  toggle(view.playing);
}

void change_speed(Session& s, double factor) {
  s.view.speed = std::clamp(s.view.speed * factor, slowest, fastest);
}

template <class Enum>
void turn(Enum& value, Enum last) {
  value = value == last ? Enum{} : static_cast<Enum>(static_cast<int>(value) + 1);
}

void arrange(Session& s, Arrange arrange) {
  s.view.arrange = arrange;
  s.scenario = arrange != Arrange::present && arrange != Arrange::calm;
}

// A picture that there is not of this run is passed over; if there is only one, it says why.
void turn_picture(Session& s) {
  s.view.picture = next_picture(s.pictures, s.scene, s.view.picture);
  if (s.view.picture == MachinePicture::machine && !s.pictures.offers(MachinePicture::algorithm, s.scene))
    s.answer = s.pictures.stages.why_none(s.scene);
}

void run_form(Session& s) {
  const Result<Experiment> experiment = experiment_of(s.form);
  if (experiment)
    perform(s, *experiment);
  else
    s.notice = experiment.error().message;
}

void escape(Session& s) {
  if (s.what_if.open) return close_what_if(s);
  const bool stops = s.worker.busy();
  if (stops) {
    s.worker.stop();
    s.answer = "stopped";
  }
  const bool closes = stops || s.help || s.black || s.menu.open || s.going.open || s.typing.open ||
                      s.choosing_table.open || s.choosing_beside.open || s.link_menu ||
                      !s.view.selected.empty() || !s.beside.selected.empty();
  s.help = s.black = s.menu.open = s.going.open = s.typing.open = s.choosing_table.open = false;
  s.choosing_beside.open = false;
  s.link_menu.reset();
  while (take_back(s)) continue;
  s.view.selected = s.beside.selected = {};
  s.ruler.reset();
  if (!closes) leave_beside(s);
}

// Chooses what plays beside the run; or ends that.
void turn_beside(Session& s) {
  if (s.beside.scene) return leave_beside(s);
  if (s.script_run) {
    s.answer = "Another algorithm plays only beside that of a collective, and this is a script.";
    return;
  }
  s.choosing_beside.open = true;
}

void next_bookmark(Session& s) {
  if (s.bookmarks.empty()) return;
  const auto after = std::ranges::upper_bound(s.bookmarks, s.view.now);
  go_to(s, after == s.bookmarks.end() ? s.bookmarks.front() : *after);
}

void bookmark(Session& s) {
  const auto place = std::ranges::lower_bound(s.bookmarks, s.view.now);
  if (place != s.bookmarks.end() && *place == s.view.now)
    s.bookmarks.erase(place);
  else
    s.bookmarks.insert(place, s.view.now);
}

void go_to_question(Session& s) {
  const QuestionState* question = current_question(s.lesson);
  if (!question) return;
  s.view.arrange = Arrange::lesson;
  s.lesson.look_at = {question->number, question->number};
  s.lesson.focus = is_typed(*question);
}

void commit_current(Session& s) {
  if (!s.lesson.player && s.lesson.marked && *s.lesson.marked < s.lesson.names.size())
    return open_lesson(s, std::string(s.lesson.names[*s.lesson.marked].file));
  if (const QuestionState* question = current_question(s.lesson)) commit_answer(s, *question);
}

void hint_for_current(Session& s) {
  const QuestionState* question = current_question(s.lesson);
  if (question && question->hints_shown < static_cast<int>(question->question->hints.size()))
    ask_hint(s, *question);
}

void scroll_lesson(Session& s, int direction) {
  constexpr double lines = 6;
  if (s.lesson.player) {
    s.lesson.scrolled += direction * lines * s.theme.font;
    return;
  }
  if (s.lesson.names.empty()) return;
  const auto last = static_cast<std::ptrdiff_t>(s.lesson.names.size()) - 1;
  const std::ptrdiff_t now = s.lesson.marked ? static_cast<std::ptrdiff_t>(*s.lesson.marked) : -1;
  s.lesson.marked = static_cast<std::size_t>(std::clamp<std::ptrdiff_t>(now + direction, 0, last));
}

void open_what_if_here(Session& s) {
  if (key_place(s) != KeyPlace::anywhere) return open_what_if(s);
  s.answer = "What if? works only beside a lesson's run.";
}

// Acts only while lessons are presented to a class.
template <void (*act)(Session&)>
void in_class(Session& s) {
  if (presenting(s)) return act(s);
  s.answer = "This key works only in a class: commlab window --present 2,3,7 presents these lessons.";
}

using Topic = CommandTopic;

constexpr WindowCommand commands[] = {
    {"play", Topic::time, "Play or pause", "Space", play},
    {"step-forward", Topic::time, "One step forward, of the chosen unit", "Right",
     [](Session& s) { step(s, s.view.unit, 1); }},
    {"step-back", Topic::time, "One step back", "Left", [](Session& s) { step(s, s.view.unit, -1); }},
    {"unit", Topic::time, "Change the unit: event, step, chunk, rank, phase", "U",
     [](Session& s) { turn(s.view.unit, StepUnit::phase); }},
    {"event-forward", Topic::time, "One event forward", ".", [](Session& s) { step(s, StepUnit::event, 1); }},
    {"event-back", Topic::time, "One event back", ",", [](Session& s) { step(s, StepUnit::event, -1); }},
    {"chunk-forward", Topic::time, "Next hop of the selected chunk", "Shift+Right",
     [](Session& s) { step(s, StepUnit::chunk, 1); }},
    {"chunk-back", Topic::time, "Previous hop of the selected chunk", "Shift+Left",
     [](Session& s) { step(s, StepUnit::chunk, -1); }},
    {"rank-forward", Topic::time, "Next event of the selected rank", "Alt+Right",
     [](Session& s) { step(s, StepUnit::rank, 1); }},
    {"rank-back", Topic::time, "Previous event of the selected rank", "Alt+Left",
     [](Session& s) { step(s, StepUnit::rank, -1); }},
    {"phase-forward", Topic::time, "To the end of the phase", "PageDown",
     [](Session& s) { step(s, StepUnit::phase, 1); }},
    {"phase-back", Topic::time, "To the end of the phase before", "PageUp",
     [](Session& s) { step(s, StepUnit::phase, -1); }},
    {"start", Topic::time, "To the beginning", "Home", [](Session& s) { go_to(s, {}); }},
    {"end", Topic::time, "To the end", "End", [](Session& s) { go_to(s, clock_end(s)); }},
    {"faster", Topic::time, "Twice as fast", "Plus", [](Session& s) { change_speed(s, 2); }},
    {"slower", Topic::time, "Half as fast", "Minus", [](Session& s) { change_speed(s, 0.5); }},
    {"go-to", Topic::time, "Go to a time, an event, or until something happens", "G",
     [](Session& s) { s.going.open = true; }},
    {"find", Topic::time, "Find a rank, a chunk or a link", "/", [](Session& s) { s.going.open = true; }},
    {"axis", Topic::time, "Change the time axis: linear, logical, stretched", "X",
     [](Session& s) { turn(s.view.axis, TimeAxis::stretched); }},
    {"bookmark", Topic::time, "Set or remove a bookmark", "B", bookmark},
    {"next-bookmark", Topic::time, "Go to the next bookmark", "Ctrl+B", next_bookmark},

    {"run", Topic::experiment, "Run what the bar says", "R", run_form},
    {"type", Topic::experiment, "Type the experiment, as after commlab run", "N",
     [](Session& s) {
       s.line = to_line(s.scene->run.experiment);
       s.typing.open = true;
     }},
    {"scenario", Topic::experiment, "Show or hide the bar that says what is run", "E",
     [](Session& s) { toggle(s.scenario); }},
    {"measure", Topic::experiment, "Run it for real on this computer's threads, and compare", "Ctrl+M",
     measure},
    {"sweep", Topic::experiment, "Predict all sizes from 1 KiB to 1 GiB", "P",
     [](Session& s) { sweep_sizes(s, false); }},
    {"sweep-measured", Topic::experiment, "Predict and measure all sizes", "Ctrl+P",
     [](Session& s) { sweep_sizes(s, true); }},
    {"published", Topic::experiment, "Lay a published table over the plot", "O", choose_published},
    {"unedit", Topic::experiment, "Mend all slowed and cut links", "Backspace", perform_unedited},
    {"escape", Topic::experiment, "Stop what is being computed; else clear the selection; else play alone",
     "Escape", escape},

    {"learn", Topic::view, "Layout: learn; a script's machine beside its lanes", "Alt+1",
     [](Session& s) { arrange(s, Arrange::learn); }},
    {"explore", Topic::view, "Layout: explore", "Alt+2", [](Session& s) { arrange(s, Arrange::explore); }},
    {"compare", Topic::view, "Layout: compare predicted and measured", "Alt+3",
     [](Session& s) { arrange(s, Arrange::compare); }},
    {"present", Topic::view, "Layout: present", "Alt+4", [](Session& s) { arrange(s, Arrange::present); }},
    {"calm", Topic::view, "Layout: calm, the machine and its goal alone", "Alt+9",
     [](Session& s) { arrange(s, Arrange::calm); }},
    {"calm-timeline", Topic::view, "The time line below the calm layout", "Shift+T",
     [](Session& s) { toggle(s.calm_timeline); }},
    {"plot", Topic::view, "Tab: time over size", "Alt+5", [](Session& s) { s.tab = Tab::plot; }},
    {"stats", Topic::view, "Tab: statistics", "Alt+6", [](Session& s) { s.tab = Tab::stats; }},
    {"log", Topic::view, "Tab: what happens, sentence by sentence", "Alt+7",
     [](Session& s) { s.tab = Tab::log; }},
    {"rows", Topic::view, "Timeline of ranks or of links", "I",
     [](Session& s) { turn(s.view.rows, Rows::links); }},
    {"picture", Topic::view, "Show the machine, the algorithm's shape, both, or its stages", "V",
     turn_picture},
    {"beside", Topic::view, "Play beside another algorithm ...; or alone again", "Shift+V", turn_beside},
    {"labels", Topic::view, "Labels", "L", toggle_labels},
    {"critical", Topic::view, "Critical path", "C", [](Session& s) { toggle(s.view.critical); }},
    {"measured", Topic::view, "Measured beside predicted", "M", [](Session& s) { toggle(s.view.measured); }},
    {"zoom-in", Topic::view, "Zoom the timeline in", "W", [](Session& s) { zoom(s, 2); }},
    {"zoom-out", Topic::view, "Zoom the timeline out", "S", [](Session& s) { zoom(s, 0.5); }},
    {"pan-left", Topic::view, "Move the timeline to earlier times", "A", [](Session& s) { pan(s, -0.25); }},
    {"pan-right", Topic::view, "Move the timeline to later times", "D", [](Session& s) { pan(s, 0.25); }},
    {"fit-selection", Topic::view, "Zoom to the selection", "F", zoom_to_selection},
    {"fit", Topic::view, "Show the whole timeline", "Alt+0", zoom_to_all},
    {"plot-kind", Topic::view, "Plot: time, bus bandwidth, ratio", "K",
     [](Session& s) { turn(s.sweep.kind, PlotKind::ratio); }},

    {"lessons", Topic::lesson, "Choose a lesson", "Ctrl+L", open_lessons},
    {"lesson", Topic::lesson, "Layout: the lesson beside its pictures", "Alt+8",
     [](Session& s) {
       if (!s.lesson.player) return open_lessons(s);
       return_to_lesson(s);
       arrange(s, Arrange::lesson);
     }},
    {"lesson-next", Topic::lesson, "The next step", "Ctrl+Right", [](Session& s) { turn_page(s, 1); }},
    {"lesson-back", Topic::lesson, "The step before", "Ctrl+Left", [](Session& s) { turn_page(s, -1); }},
    {"lesson-answer", Topic::lesson, "Go to the open question, to answer it", "Tab", go_to_question},
    {"lesson-commit", Topic::lesson, "Commit the answer; or open the marked lesson", "Enter", commit_current},
    {"lesson-hint", Topic::lesson, "A hint", "Shift+H", hint_for_current},
    {"lesson-down", Topic::lesson, "Read on; or the next lesson of the list", "Down",
     [](Session& s) { scroll_lesson(s, 1); }},
    {"lesson-up", Topic::lesson, "Read back; or the lesson before", "Up",
     [](Session& s) { scroll_lesson(s, -1); }},
    {"what-if", Topic::lesson, "What if? Change the run, and compare", "W", open_what_if_here,
     KeyPlace::lesson},
    {"lesson-notes", Topic::lesson, "Show or hide the teacher's notes", "Shift+N",
     [](Session& s) { toggle(s.lesson.notes); }},
    {"quiz", Topic::lesson, "A quiz over the lessons that you have done", "Ctrl+Shift+L", open_quiz},

    {"present-next", Topic::presenting, "The next stop", "PageDown",
     in_class<[](Session& s) { turn_stop(s, 1); }>, KeyPlace::presented, "Right Space"},
    {"present-back", Topic::presenting, "The stop before", "PageUp",
     in_class<[](Session& s) { turn_stop(s, -1); }>, KeyPlace::presented, "Left"},
    {"present-title", Topic::presenting, "The lesson's title", "Home", in_class<go_to_lessons_title>,
     KeyPlace::presented},
    {"present-end", Topic::presenting, "The lesson's end", "End", in_class<go_to_lessons_end>,
     KeyPlace::presented},
    {"present-replay", Topic::presenting, "The stop's run, from its beginning", "F5", in_class<replay_stop>,
     KeyPlace::presented, "Shift+F5"},
    {"present-loop", Topic::presenting, "The run again and again, until the next stop", "L",
     in_class<[](Session& s) { toggle(s.presenter.looping); }>, KeyPlace::presented},
    {"present-spotlight", Topic::presenting, "A ring around the pointer", "Z",
     in_class<[](Session& s) { toggle(s.presenter.spotlight); }>, KeyPlace::presented},
    {"present-black", Topic::presenting, "A black screen; any key ends it", "B",
     in_class<[](Session& s) { toggle(s.black); }>, KeyPlace::presented, "."},
    {"present-notes", Topic::presenting, "The teacher's notes; with one screen, over the lesson", "N",
     in_class<[](Session& s) { toggle(s.presenter.notes); }>, KeyPlace::presented},
    {"present-join", Topic::presenting, "With --vote: the link to vote on, large", "V", in_class<toggle_join>,
     KeyPlace::presented},

    {"theme", Topic::looks, "Next theme: dark, light, projector, contrast", "T", next_theme},
    {"larger", Topic::looks, "Larger text", "Ctrl+Plus", [](Session& s) { enlarge(s, 1.125); }},
    {"smaller", Topic::looks, "Smaller text", "Ctrl+Minus", [](Session& s) { enlarge(s, 1 / 1.125); }},
    {"normal-size", Topic::looks, "Text of normal size", "Ctrl+0",
     [](Session& s) { restyle(s, s.settings.theme, 1); }},
    {"reduced-motion", Topic::looks, "Steps jump instead of moving", "J", toggle_motion},
    {"controls", Topic::looks, "Show or hide all bars", "H", toggle_bars},
    {"full-screen", Topic::looks, "Full screen", "F11", [](Session& s) { toggle(s.full_screen); }},
    {"black", Topic::looks, "A black screen; any key ends it", "Shift+B",
     [](Session& s) { toggle(s.black); }},
    {"menu", Topic::looks, "All commands", "F10", [](Session& s) { toggle(s.menu.open); }},
    {"help", Topic::looks, "Which key does what", "?", [](Session& s) { toggle(s.help); }},

    {"export-png", Topic::exports, "The window as a picture (PNG)", "Ctrl+E", export_png},
    {"export-svg", Topic::exports, "The pictures as vector graphics (SVG)", "Ctrl+Shift+E", export_svg},
    {"export-csv", Topic::exports, "Transfers and links as tables (CSV)", "Ctrl+T", export_csv},
    {"export-perfetto", Topic::exports, "The trace for Perfetto (JSON)", "Ctrl+J", export_perfetto},
    {"export-movie", Topic::exports, "The run as a film (MP4, or PNG frames)", "Ctrl+R", export_movie},
    {"save-trace", Topic::exports, "The trace, to be opened again", "Ctrl+S", save_trace},
    {"copy-command", Topic::exports, "Copy the command that shows this again", "Ctrl+Shift+C", copy_command},
    {"quit", Topic::exports, "Close the window", "Ctrl+Q", [](Session& s) { s.closing = true; }},
};

}  // namespace

KeyPlace key_place(const Session& session) {
  if (presenting(session)) return KeyPlace::presented;
  const bool lesson = session.view.arrange == Arrange::lesson && session.lesson.page;
  return lesson ? KeyPlace::lesson : KeyPlace::anywhere;
}

std::span<const WindowCommand> window_commands() { return commands; }

Result<const WindowCommand*> find_command(std::string_view name) {
  const auto found = std::ranges::find(commands, name, &WindowCommand::name);
  if (found != std::end(commands)) return found;
  std::vector<std::string> names;
  for (const WindowCommand& command : commands) names.emplace_back(command.name);
  return fail("unknown command '{}'{}", name, suggestion(name, names));
}

}  // namespace commlab

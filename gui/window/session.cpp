#include "gui/window/session.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "core/run_until.h"
#include "gui/window/launch_picture.h"
#include "gui/window/run_facts.h"
#include "gui/window/script_scene.h"

namespace commlab {
namespace {

constexpr std::size_t large_run =
    300'000;  // transfers; what ranks hold then takes more than a tenth of a second

// What is found out beside the window, to be applied to it; an error becomes the notice.
using FindOut = std::function<Result<Worker::Apply>(std::stop_token, const ReportProgress&)>;

void begin(Session& session, std::string what, FindOut find_out) {
  forget_news(session);
  session.worker.start(std::move(what),
                       [find_out = std::move(find_out)](std::stop_token stop, const ReportProgress& report) {
                         Result<Worker::Apply> found = find_out(std::move(stop), report);
                         if (found) return std::move(*found);
                         return Worker::Apply([why = found.error().message](Session& s) { s.notice = why; });
                       });
}

Worker::Apply showing(Played played, bool keep_ghost = false) {
  return
      [scene = first_scene(std::move(played)), keep_ghost](Session& s) { show_scene(s, scene, keep_ghost); };
}

// "60%" of it.
Result<Time> share_of(Time whole, std::string_view text) {
  double percent = 0;
  const char* const sign = text.data() + text.size() - 1;
  const auto [end, error] = std::from_chars(text.data(), sign, percent);
  if (error != std::errc() || end != sign || !(percent >= 0 && percent <= 100))
    return fail("'{}': expected a share of the run, 0% to 100%", text);
  return Time{std::llround(static_cast<double>(whole.ps) * percent / 100)};
}

// What the link is called in --slow, --late and --cut.
std::string fault_name(const Session& session, LinkId link) {
  std::string name = session.scene->trace().topology.link_name(link);
  if (const auto arrow = name.find(" -> "); arrow != std::string::npos) name.replace(arrow, 4, "-");
  return name;
}

// A fault of the link, which replaces an earlier one of the same kind.
void add_fault(std::vector<std::string>& faults, const std::string& link, const std::string& fault) {
  std::erase_if(faults, [&](const std::string& old) { return old.starts_with(link + ":"); });
  faults.push_back(link + ":" + fault);
}

// After an edit of a link: links have other numbers, messages are others, and there may be other chunks.
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
  session.scene = std::move(scene);
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

void show_script(Session& session, std::shared_ptr<const ScriptRun> run) {
  show_scene(session, std::make_shared<const Scene>(played_of(*run)));
  session.script_run = std::move(run);
  session.listing = {};
  session.tensors = session.outcome = {};
}

ScenePointer first_scene(Played played) {
  const bool large = played.trace.transfers.size() > large_run;
  return std::make_shared<const Scene>(std::make_shared<const Played>(std::move(played)),
                                       large ? Scene::Holdings::later : Scene::Holdings::found);
}

void follow_workers(Session& session) {
  session.worker.poll(session);
  session.finder.poll(session);
  session.tutor.poll(session);
  session.watcher.poll(session);
  watch_lesson(session);
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
  const LessonShown* beside = lesson_beside();
  const Topology& topology = scene->trace().topology;
  const Emphasis* const asked = !beside                ? nullptr
                                : lesson.drawn.empty() ? &beside->emphasis
                                                       : &lesson.drawn.emphasis;
  // The scene may be an earlier one of the same machine: the lesson leaves the viewer where he is.
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
  const bool straight = view.axis == TimeAxis::linear;
  const LessonShown* lesson = lesson_beside();
  return {.run = *script_run,
          .view = view,
          .theme = theme,
          .axis = straight ? nullptr : &scene->time_scale(view.axis),
          .lanes = lesson ? std::span<const ScriptLane>(lesson->lanes) : std::span<const ScriptLane>{}};
}

bool is_locked(const Session& session) {
  return session.view.arrange == Arrange::lesson && session.lesson.page &&
         session.lesson.page->content.locked;
}

std::string_view why_nothing_plays(const Session& session) {
  if (is_locked(session)) return "Predict first: the run is shown once your answer is committed.";
  const LessonShown* lesson = session.lesson_beside();
  const bool runs =
      !lesson || lesson->content == WindowContent::experiment || lesson->content == WindowContent::script;
  return runs ? "" : "Nothing is run in this step: there is nothing to play.";
}

std::string caption_of(const Session& session) {
  if (const PresentedStop* stop = presented(session)) {
    if (stands_alone(stop->stop)) return "";
    if (is_locked(session)) return stop->stop.question >= 0 ? "What do you say? The run comes after it." : "";
  }
  if (is_locked(session)) return std::string(why_nothing_plays(session));
  if (const LessonShown* lesson = session.lesson_beside()) {
    if (!session.lesson.drawn.empty()) return words_about_ring(session);
    if (const std::string& caption = lesson->page.content.view.caption; !caption.empty()) return caption;
    if (std::string ring = words_about_ring(session); !ring.empty() && !session.view.playing) return ring;
    if (lesson->launched) return launch_sentence(*lesson->launched);
    if (lesson->content == WindowContent::machine) return "";
  }
  if (session.script_run) return script_sentence(session.script_shown());
  return session.scene->sentence(session.view.now);
}

void forget_news(Session& session) {
  session.notice.clear();
  session.answer.clear();
}

void show_file(Session& session, const std::filesystem::path& file) {
  begin(session, "reading", [&tools = session.tools, file](std::stop_token stop, const ReportProgress&) {
    return tools.open(file, stop).map([](Played played) { return showing(std::move(played)); });
  });
}

void perform(Session& session, const Experiment& experiment, bool keep_ghost) {
  begin(session, "simulating",
        [&tools = session.tools, experiment, keep_ghost](std::stop_token stop, const ReportProgress& report) {
          return tools.perform(experiment, stop, report).map([&](Played played) {
            return showing(std::move(played), keep_ghost);
          });
        });
}

namespace {

// What this computer does is compared with what is predicted for this computer.
Experiment on_this_computer(Experiment experiment) {
  experiment.on = "sim";
  experiment.machine = "host";
  experiment.protocol = "auto";
  return experiment;
}

Status calibrate_once(const WindowTools& tools, const ReportProgress& report) {
  if (!tools.is_calibrated || tools.is_calibrated()) return {};
  return tools.calibrate(
      [&](double fraction, std::string_view) { report(fraction, "measuring this computer first, once"); });
}

std::string measured_words(Time predicted, Time measured) {
  if (predicted.ps == 0)
    return fmt::format("measured {}, predicted to take no time; both of this computer, its threads as ranks",
                       to_human(measured));
  const double more = 100.0 * (static_cast<double>(measured.ps) / static_cast<double>(predicted.ps) - 1);
  return fmt::format("measured {}, {:.0f} % {} than predicted; both of this computer, its threads as ranks",
                     to_human(measured), std::abs(more), more < 0 ? "shorter" : "longer");
}

void predict_sizes(Session& session) {
  begin(session, "predicting all sizes",
        [&tools = session.tools, experiment = session.scene->run.experiment](std::stop_token stop,
                                                                             const ReportProgress& report) {
          return tools.sweep(experiment, plotted_sizes(), false, stop, report)
              .map([](const std::vector<SweepPoint>& points) {
                return Worker::Apply([points](Session& s) { s.sweep.points = points; });
              });
        });
}

void measure_sizes(Session& session) {
  begin(session, "measuring all sizes",
        [&tools = session.tools, model = on_this_computer(session.scene->run.experiment)](
            std::stop_token stop, const ReportProgress& report) -> Result<Worker::Apply> {
          if (const Status calibrated = calibrate_once(tools, report); !calibrated)
            return tl::unexpected(calibrated.error());
          Result<Played> predicted = tools.perform(model, stop, report);
          if (!predicted) return tl::unexpected(predicted.error());
          const auto points = tools.sweep(model, plotted_sizes(), true, stop, report);
          if (!points) return tl::unexpected(points.error());
          return [scene = first_scene(std::move(*predicted)), points = *points](Session& s) {
            show_scene(s, scene);
            s.sweep.points = points;
            s.answer = "measured and predicted: both of this computer, its threads as ranks";
          };
        });
}

}  // namespace

void measure(Session& session) {
  const Experiment model = on_this_computer(session.scene->run.experiment);
  Experiment real = model;
  real.on = "host";
  begin(session, "running on this computer",
        [&tools = session.tools, model, real](std::stop_token stop,
                                              const ReportProgress& report) -> Result<Worker::Apply> {
          if (const Status calibrated = calibrate_once(tools, report); !calibrated)
            return tl::unexpected(calibrated.error());
          Result<Played> predicted = tools.perform(model, stop, report);
          if (!predicted) return tl::unexpected(predicted.error());
          Result<Played> done = tools.perform(real, stop, report);
          if (!done) return tl::unexpected(done.error());
          const auto scene = std::make_shared<const Scene>(std::move(*predicted));
          const auto measured = std::make_shared<const Scene>(std::move(*done));
          return [scene, measured](Session& s) {
            show_scene(s, scene);
            s.measured = measured;
            s.view.measured = true;
            s.view.arrange = Arrange::compare;
            s.answer = measured_words(scene->trace().finish, measured->trace().finish);
          };
        });
}

void sweep_sizes(Session& session, bool measured) {
  if (measured)
    measure_sizes(session);
  else
    predict_sizes(session);
}

void choose_published(Session& session) {
  session.choosing_table.open = true;
  if (session.tables.empty() && session.tools.tables) session.tables = session.tools.tables();
}

void overlay_published(Session& session, const std::string& table) {
  begin(session, "predicting " + table,
        [&tools = session.tools, table](std::stop_token stop, const ReportProgress& report) {
          return tools.overlay(table, stop, report).map([](const Overlay& overlay) {
            return Worker::Apply([overlay](Session& s) { s.sweep.overlay = overlay; });
          });
        });
}

Result<Time> time_of(const Session& session, std::string_view condition) {
  const Scene& scene = *session.scene;
  if (condition.ends_with('%')) return share_of(scene.playback.end(), condition);
  const Result<Time> time = parse_time(condition);
  const bool reads_as_the_end = time && to_human(*time) == to_human(scene.playback.end());
  if (reads_as_the_end) return scene.playback.end();
  if (!scene.replay)
    return time.map_error([&](const Error& error) {
      return scene.unfinished() ? Error{fmt::format("'{}': {}", condition, scene.no_replay)} : error;
    });
  return parse_stop_condition(condition, scene.trace(), scene.playback)
      .and_then([&](const StopCondition& stop) {
        return run_until(stop, scene.trace(), scene.playback, *scene.replay);
      });
}

Status select_named(Session& session, std::string_view name) {
  const std::size_t blank = std::min(name.find(' '), name.size());
  const std::string_view kind = name.substr(0, blank);
  const std::string_view which = name.substr(std::min(blank + 1, name.size()));
  const Trace& trace = session.scene->trace();
  const auto number = [&](int below) -> Result<int> {
    int value = 0;
    const auto [end, error] = std::from_chars(which.data(), which.data() + which.size(), value);
    if (error == std::errc() && end == which.data() + which.size() && value >= 0 && value < below)
      return value;
    return fail("there is no {} '{}'; expected 0 to {}", kind, which, below - 1);
  };
  Selection selected;
  if (kind == "rank") {
    const Result<int> rank = number(trace.collective.ranks);
    if (!rank) return tl::unexpected(rank.error());
    selected.rank = *rank;
  } else if (kind == "chunk") {
    const Result<int> block = number(trace.partition.blocks);
    if (!block) return tl::unexpected(block.error());
    selected.block = *block;
  } else if (kind == "link") {
    for (LinkId link = 0; link < static_cast<LinkId>(trace.topology.links.size()); ++link)
      if (fault_name(session, link) == which) selected.link = link;
    if (!selected.link) return fail("there is no link '{}'; expected one as gpu0-gpu1", which);
  } else {
    return fail("'{}': expected rank 3, chunk 2 or link gpu0-gpu1", name);
  }
  session.view.selected = selected;
  return {};
}

std::string selected_name(const Session& session) {
  const Selection& selected = session.view.selected;
  if (selected.link) return "link " + fault_name(session, *selected.link);
  if (selected.rank) return fmt::format("rank {}", *selected.rank);
  return {};
}

void perform_with_slow_link(Session& session, LinkId link, int times) {
  Experiment experiment = session.scene->run.experiment;
  add_fault(experiment.slow, fault_name(session, link), fmt::format("{}x", times));
  perform(session, experiment, true);
}

void perform_with_late_link(Session& session, LinkId link, Time more) {
  Experiment experiment = session.scene->run.experiment;
  add_fault(experiment.late, fault_name(session, link), to_text(more));
  perform(session, experiment, true);
}

void perform_with_cut_link(Session& session, LinkId link) {
  Experiment experiment = session.scene->run.experiment;
  experiment.cut.push_back(fault_name(session, link));
  perform(session, experiment, true);
}

void perform_unedited(Session& session) {
  Experiment experiment = session.scene->run.experiment;
  experiment.slow.clear();
  experiment.late.clear();
  experiment.cut.clear();
  perform(session, experiment, true);
}

}  // namespace commlab

#include "gui/window/commands/requests.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "gui/window/session/beside.h"
#include "gui/window/session/clock.h"
#include "gui/window/session/named_in_run.h"

namespace commlab {
namespace {

// Computes something beside the window, which then applies the result. An error becomes the notice.
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

// Whether the scene's experiment may not be run yet; says so.
bool is_secret(Session& session) {
  if (session.scene->only_inputs()) session.notice = predict_before_run;
  return session.scene->only_inputs();
}

// Shows both runs. A ghost is shown at the same time as before.
Worker::Apply showing(ScenePointer scene, bool keep_ghost, const std::string& wish,
                      const Result<ScenePointer>& beside) {
  return [=](Session& s) {
    const Time was = s.view.now;
    show_scene(s, scene, keep_ghost);
    if (!beside) s.notice = beside.error().message;
    if (!beside || !*beside) return;
    show_beside(s, *beside, wish);
    if (keep_ghost) s.view.now = std::min(was, clock_end(s));
  };
}

// Adds a fault of the link. It replaces an earlier fault of this kind on the same link.
void add_fault(std::vector<std::string>& faults, const std::string& link, const std::string& fault) {
  std::erase_if(faults, [&](const std::string& old) { return old.starts_with(link + ":"); });
  faults.push_back(link + ":" + fault);
}

// Measurements on this computer are compared with predictions for this computer.
// Without what is made wrong with the machine that is shown.
Experiment on_this_computer(Experiment experiment) {
  experiment.slow.clear();
  experiment.late.clear();
  experiment.cut.clear();
  experiment.jitter.clear();
  experiment.on = BackendName::sim;
  experiment.machine = "host";
  experiment.protocol = ProtocolChoice::automatic;
  return experiment;
}

Status calibrate_once(const WindowTools& tools, const ReportProgress& report) {
  if (!tools.is_calibrated || tools.is_calibrated()) return {};
  return tools.calibrate(
      [&](double fraction, std::string_view) { report(fraction, "measuring this computer first, once"); });
}

std::string measured_words(Time predicted, Time measured) {
  if (predicted.ps == 0)
    return fmt::format("measured {}, predicted to take no time; both for this computer, threads as ranks",
                       to_human(measured));
  const double more = 100.0 * (static_cast<double>(measured.ps) / static_cast<double>(predicted.ps) - 1);
  return fmt::format("measured {}, {:.0f} % {} than predicted; both for this computer, threads as ranks",
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
          Result<Outcome> predicted = tools.perform(model, stop, report);
          if (!predicted) return tl::unexpected(predicted.error());
          const auto points = tools.sweep(model, plotted_sizes(), true, stop, report);
          if (!points) return tl::unexpected(points.error());
          return [scene = first_scene(std::move(*predicted)), points = *points](Session& s) {
            show_scene(s, scene);
            s.sweep.points = points;
            s.answer = "measured and predicted: both for this computer, threads as ranks";
          };
        });
}

}  // namespace

void perform(Session& session, const Experiment& experiment, bool keep_ghost) {
  begin(session, "simulating",
        [&tools = session.tools, experiment, keep_ghost, wish = session.beside.wish](
            std::stop_token stop, const ReportProgress& report) {
          return tools.perform(experiment, stop, report).map([&](Outcome played) {
            const Result<ScenePointer> beside =
                wish.empty() ? ScenePointer() : scene_beside(tools, experiment, wish, stop, report);
            return showing(first_scene(std::move(played)), keep_ghost, wish, beside);
          });
        });
}

void play_beside(Session& session, const std::string& wish) {
  if (is_secret(session)) return;
  begin(
      session, "simulating",
      [&tools = session.tools, experiment = session.scene->run.experiment, wish](
          std::stop_token stop, const ReportProgress& report) {
        return scene_beside(tools, experiment, wish, stop, report).map([&](ScenePointer scene) {
          return Worker::Apply([scene = std::move(scene), wish](Session& s) { show_beside(s, scene, wish); });
        });
      });
}

void leave_beside(Session& session) {
  session.beside = {};
  session.view.now = std::min(session.view.now, clock_end(session));
  session.view.rested = std::min(session.view.rested, clock_end(session));
}

void open_group(Session& session, int group) {
  if (!session.tools.perform_group) return;
  begin(session, "opening others",
        [&tools = session.tools, experiment = session.scene->run.experiment, group](
            std::stop_token stop, const ReportProgress& report) {
          return tools.perform_group(experiment, group, stop, report).map([](Outcome played) {
            return Worker::Apply([scene = first_scene(std::move(played))](Session& s) {
              const Time now = s.view.now;
              show_scene(s, scene);
              s.view.now = s.view.rested = std::min(now, scene->trace().finish);
            });
          });
        });
}

void perform_with_slow_link(Session& session, LinkId link, int times) {
  if (is_secret(session)) return;
  Experiment experiment = session.scene->run.experiment;
  add_fault(experiment.slow, fault_name(session.scene->trace().topology, link), fmt::format("{}x", times));
  perform(session, experiment, true);
}

void perform_with_late_link(Session& session, LinkId link, Time more) {
  if (is_secret(session)) return;
  Experiment experiment = session.scene->run.experiment;
  add_fault(experiment.late, fault_name(session.scene->trace().topology, link), to_text(more));
  perform(session, experiment, true);
}

void perform_with_cut_link(Session& session, LinkId link) {
  if (is_secret(session)) return;
  Experiment experiment = session.scene->run.experiment;
  experiment.cut.push_back(fault_name(session.scene->trace().topology, link));
  perform(session, experiment, true);
}

void perform_unedited(Session& session) {
  if (is_secret(session)) return;
  Experiment experiment = session.scene->run.experiment;
  experiment.slow.clear();
  experiment.late.clear();
  experiment.cut.clear();
  perform(session, experiment, true);
}

void measure(Session& session) {
  if (is_secret(session)) return;
  const Experiment model = on_this_computer(session.scene->run.experiment);
  Experiment real = model;
  real.on = BackendName::host;
  begin(session, "running on this computer",
        [&tools = session.tools, model, real](std::stop_token stop,
                                              const ReportProgress& report) -> Result<Worker::Apply> {
          if (const Status calibrated = calibrate_once(tools, report); !calibrated)
            return tl::unexpected(calibrated.error());
          Result<Outcome> predicted = tools.perform(model, stop, report);
          if (!predicted) return tl::unexpected(predicted.error());
          Result<Outcome> done = tools.perform(real, stop, report);
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
  if (is_secret(session)) return;
  if (measured)
    measure_sizes(session);
  else
    predict_sizes(session);
}

void sweep_when_quick(Session& session) {
  SweepState& sweep = session.sweep;
  const std::shared_ptr<const Outcome>& run = session.scene->played;
  const bool wanted = sweep.points.empty() && sweep.tried != run && session.tools.sweep;
  const bool idle = !session.finder.busy() && !session.worker.busy();
  if (!wanted || !idle || !quick_to_sweep(*run)) return;
  sweep.tried = run;
  session.finder.start("predicting all sizes", [&tools = session.tools, run](std::stop_token stop,
                                                                             const ReportProgress& report) {
    auto points = tools.sweep(run->experiment, plotted_sizes(), false, std::move(stop), report);
    if (!points) return Worker::Apply{};  // the user did not ask for it: only the buttons stay
    return Worker::Apply([run, points = std::move(*points)](Session& s) {
      if (s.scene->played == run && s.sweep.points.empty()) s.sweep.points = points;
    });
  });
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

}  // namespace commlab

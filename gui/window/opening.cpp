#include "gui/window/opening.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <optional>
#include <random>
#include <utility>

#include <fmt/ranges.h>

#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/lesson/list.h"
#include "gui/window/lesson/play.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/lesson/quiz.h"
#include "gui/window/run/script_scene.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

// What a new user sees first: small numbers, four ranks, one large Play button.
Experiment first_experiment() {
  return parse_line("all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 1MiB --data ranks")
      .value();
}

// The value whose name an option gives. `names`: in the order of the values.
template <class Choice, std::size_t N>
Result<Choice> chosen_by(std::string_view option, std::string_view name, const std::string_view (&names)[N]) {
  const auto found = std::ranges::find(names, name);
  if (found != std::end(names)) return static_cast<Choice>(found - std::begin(names));
  return fail("{}: '{}' is none of {}", option, name, fmt::join(names, ", "));
}

// The remembered settings, overridden by the command line. If they cannot be read, `notice` says why.
Result<Settings> settings_for(const WindowRequest& request, std::string& notice) {
  Result<Settings> remembered = read_settings(request.config);
  Settings settings = remembered.value_or(Settings{});
  if (!remembered) notice = remembered.error().message;
  if (const Status fine = check_keys(settings); !fine) {
    notice = fine.error().message;
    settings.keys.clear();
  }
  if (!request.present.empty()) settings.theme = "projector";
  if (!request.theme.empty()) settings.theme = request.theme;
  if (request.scale != 0) settings.scale = request.scale;
  return settings;
}

// Nothing was asked for: a newcomer sees the machine, the goal and Play.
bool shows_first_screen(const WindowRequest& request) {
  return request.view.empty() && !request.experiment && request.trace.empty() && !request.program &&
         !request.lesson && !request.quiz && request.present.empty();
}

Status stand(Session& session, const std::string& at) {
  if (at.empty()) return {};
  return time_of(session, at).map([&](Time time) {
    go_to(session, time);
    session.untouched = false;
  });
}

ScenePointer machine_at_rest(const Setup& setup) {
  Topology topology = setup.machine ? setup.machine->topology : Topology{};
  Outcome rest = at_rest(std::move(topology), setup.experiment.machine, {.ranks = setup.collective.ranks});
  rest.experiment = setup.experiment;
  return std::make_shared<const Scene>(std::move(rest));
}

// The run is simulated beside the window, if that takes long; until it is there, its machine is shown at
// rest. An error that is found at once is returned: then no window opens.
Status load_beside(Session& session, const Experiment& experiment, const std::string& at) {
  using namespace std::chrono_literals;
  constexpr auto patience = 200ms;
  const Result<Setup> setup = session.tools.set_up(experiment);
  if (!setup) return tl::unexpected(setup.error());
  const auto failed = std::make_shared<std::optional<Error>>();
  session.worker.start("simulating", [&tools = session.tools, experiment, at, failed](
                                         std::stop_token stop, const ReportProgress& report) {
    Result<Outcome> played = tools.perform(experiment, std::move(stop), report);
    ScenePointer scene = played ? first_scene(*std::move(played)) : nullptr;
    return Worker::Apply([=, why = played ? Error{} : played.error()](Session& s) {
      if (scene) show_scene(s, scene);
      const Status done = scene ? stand(s, at) : tl::unexpected(why);
      if (done) return;
      *failed = done.error();
      s.notice = done.error().message;
    });
  });
  session.worker.wait_at_most(patience);
  if (session.worker.poll(session)) return *failed ? Status(tl::unexpected(**failed)) : Status();
  show_scene(session, machine_at_rest(*setup));
  return {};
}

Status add_beside(Session& session, const Experiment& experiment, const std::string& wish) {
  const ReportProgress quiet = [](double, std::string_view) {};
  Result<ScenePointer> scene = scene_beside(session.tools, experiment, wish, {}, quiet);
  if (!scene) return fail(scene.error().fault, "--beside: {}", scene.error().message);
  show_beside(session, std::move(*scene), wish);
  return {};
}

std::vector<std::string> words_that_run(const ScriptScene& script, const std::filesystem::path& file) {
  std::vector<std::string> words = {file.string()};
  if (!script.machine.empty()) words.insert(words.end(), {"--machine", script.machine});
  if (script.ranks) words.insert(words.end(), {"--ranks", std::to_string(*script.ranks)});
  if (!script.flavour.empty()) words.insert(words.end(), {"--flavour", script.flavour});
  return words;
}

Status show_scene_of(Session& session, const WindowRequest& request) {
  const std::stop_token never;
  const ReportProgress quiet = [](double, std::string_view) {};
  if (request.program) {
    if (!session.tools.laboratory.run_script)
      return fail(Fault::runtime, "there is nothing here to run scripts");
    Result<ScriptRun> run = session.tools.laboratory.run_script(*request.program);
    if (!run) return tl::unexpected(run.error());
    show_script(session, std::make_shared<const ScriptRun>(std::move(*run)));
    session.shown_by = words_that_run(*request.program, request.program_file);
    session.untouched = false;
    return stand(session, request.at);
  }
  // A picture shows everything, and a condition may ask what ranks hold: both need the finished scene.
  const bool at_once =
      !is_headless(request) && request.beside.empty() && (request.at.empty() || parse_time(request.at));
  if (at_once && request.experiment) {
    session.untouched = false;
    return load_beside(session, *request.experiment, request.at);
  }
  Result<Outcome> played =
      !request.trace.empty()
          ? session.tools.open(request.trace, never)
          : session.tools.perform(request.experiment.value_or(first_experiment()), never, quiet);
  if (!played) return tl::unexpected(played.error());
  show_scene(session,
             at_once ? first_scene(std::move(*played)) : std::make_shared<const Scene>(std::move(*played)));
  if (!request.trace.empty()) session.shown_by = {request.trace.string()};
  if (!request.beside.empty())
    if (const Status added = add_beside(session, *request.experiment, request.beside); !added) return added;
  session.untouched = !request.experiment && request.trace.empty() && !request.lesson && !request.quiz;
  if (!request.present.empty()) return start_presentation(session, request.present, request.cut);
  if (request.quiz)
    return start_quiz(session, *request.quiz, request.quiz_seed.value_or(std::random_device()()));
  if (!request.lesson) return stand(session, request.at);
  if (!request.lesson->empty()) return start_lesson(session, *request.lesson);
  open_lessons(session);
  return {};
}

}  // namespace

bool is_headless(const WindowRequest& request) {
  return !request.screenshot.empty() || !request.script.empty() || !request.movie.empty();
}

Result<std::unique_ptr<Session>> new_session(const WindowRequest& request, const WindowTools& tools) {
  std::string notice;
  Result<Settings> settings = settings_for(request, notice);
  const Result<Theme> theme = theme_named(settings->theme, settings->scale);
  if (!theme) return fail("--theme: {}", theme.error().message);
  auto opened = std::make_unique<Session>(Session{.tools = tools, .settings = *settings, .theme = *theme});
  Session& session = *opened;
  session.remembers = !is_headless(request);
  session.view.labels = settings->labels;
  session.view.reduced_motion = settings->reduced_motion;
  if (!request.view.empty()) {
    const Result<Arrange> arrange = chosen_by<Arrange>("--view", request.view, arrangement_names);
    if (!arrange) return tl::unexpected(arrange.error());
    session.view.arrange = *arrange;
    session.scenario = *arrange != Arrange::present;
  }
  if (shows_first_screen(request)) {
    session.view.arrange = Arrange::calm;
    session.scenario = false;
  }
  if (session.theme.small() >= 24) session.scenario = false;
  if (!request.picture.empty()) {
    const Result<MachinePicture> picture =
        chosen_by<MachinePicture>("--picture", request.picture, picture_names);
    if (!picture) return tl::unexpected(picture.error());
    session.view.picture = *picture;
  }
  if (request.bare) session.controls = session.scenario = false;
  session.notice = notice;
  return opened;
}

Status show_requested(Session& session, const WindowRequest& request) {
  const std::string notice = session.notice;  // what is shown first takes older notices away
  if (const Status shown = show_scene_of(session, request); !shown) return shown;
  if (!notice.empty()) session.notice = notice;
  return {};
}

}  // namespace commlab

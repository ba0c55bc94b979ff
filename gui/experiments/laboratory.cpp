#include "gui/experiments/laboratory.h"

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <system_error>
#include <thread>

#include "core/files/read_file.h"
#include "core/plan/choice.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "core/plan/setup.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/find_script.h"
#include "gui/experiments/own_machine.h"
#include "gui/experiments/run_script_text.h"
#include "lessons/format/lesson_parser.h"

namespace commlab {
namespace {

// Limits: no lesson may keep a class waiting or fill the memory.
constexpr std::chrono::seconds longest_scene{20};
constexpr int most_ranks_in_a_lesson = 1024;
constexpr int most_pieces_in_a_lesson = 4096;
constexpr std::int64_t most_parts = 1 << 21;  // ranks^2 times pieces; a run has at most as many messages
constexpr int most_threads = 64;
constexpr Bytes largest_measured = MiB(256);  // on each rank
constexpr std::int64_t most_elements = 4096;  // of all ranks together; larger runs keep no values to look at

// Tools that stop after `longest_scene`, or earlier if the given tools are asked to stop.
class Hurried {
 public:
  explicit Hurried(const Tools& tools)
      : tools_(tools), passed_on_(tools.stop, [this] { stop_.request_stop(); }) {
    tools_.stop = stop_.get_token();
    try {
      watch_ = std::thread([this] {
        std::unique_lock lock(mutex_);
        if (!ended_.wait_for(lock, longest_scene, [this] { return done_; })) stop_.request_stop();
      });
    } catch (
        const std::system_error&) {  // no thread can begin, as in some browsers: nobody looks at the clock
    }
  }
  ~Hurried() {
    {
      const std::lock_guard lock(mutex_);
      done_ = true;
    }
    ended_.notify_one();
    if (watch_.joinable()) watch_.join();
  }
  Hurried(const Hurried&) = delete;
  Hurried& operator=(const Hurried&) = delete;

  const Tools& tools() const { return tools_; }
  // The given error; if the time limit was reached, an error that says so.
  tl::unexpected<Error> told(const Error& error) const {
    if (!stop_.stop_requested()) return tl::unexpected(error);
    return fail(Fault::runtime, "this takes longer than {} s here: make it smaller", longest_scene.count());
  }

 private:
  Tools tools_;
  std::stop_source stop_;
  std::stop_callback<std::function<void()>> passed_on_;
  std::mutex mutex_;
  std::condition_variable ended_;
  bool done_ = false;
  std::thread watch_;
};

// Checked before any program is made: too many parts would fill the memory before the time is up.
Result<Setup> set_up_small(const Experiment& experiment, const Tools& tools) {
  if (experiment.pieces.value_or(1) > most_pieces_in_a_lesson)
    return fail("{} pieces; a lesson has at most {}", *experiment.pieces, most_pieces_in_a_lesson);
  if (experiment.channels > most_pieces_in_a_lesson)
    return fail("{} channels; a lesson has at most {}", experiment.channels, most_pieces_in_a_lesson);
  return set_up(experiment, tools.planner()).and_then([](Setup setup) -> Result<Setup> {
    const std::int64_t ranks = setup.collective.ranks;
    if (ranks > most_ranks_in_a_lesson)
      return fail("{} ranks; a lesson has at most {}", ranks, most_ranks_in_a_lesson);
    if (!setup.machine)
      return fail("unknown machine '{}'; a lesson predicts on a known machine", setup.experiment.machine);
    const std::int64_t parts =
        ranks * ranks * setup.experiment.pieces.value_or(1) * setup.experiment.channels;
    if (parts > most_parts) return fail("{} ranks with so many pieces are too much for a lesson", ranks);
    return setup;
  });
}

Result<Outcome> perform_scene(const Experiment& experiment, const Tools& all_tools) {
  const Hurried hurried(all_tools);
  const Tools& tools = hurried.tools();
  const Result<Setup> setup = set_up_small(experiment, tools);
  if (!setup) return tl::unexpected(setup.error());
  const Result<Choice> choice = choose_algorithm(*setup, tools.planner());
  if (!choice) return hurried.told(choice.error());
  const bool small = elements_of(setup->collective) * setup->collective.ranks <= most_elements * 8;
  Result<Outcome> outcome = perform(*setup, *choice, tools.planner(), {.buffers = small, .stop = tools.stop});
  if (!outcome) return hurried.told(outcome.error());
  return outcome;
}

Result<ScriptRun> run_script_scene(const ScriptScene& scene, const Tools& all_tools) {
  if (scene.ranks && *scene.ranks > most_ranks_in_a_lesson)
    return fail("{} ranks; a lesson has at most {}", *scene.ranks, most_ranks_in_a_lesson);
  const Hurried hurried(all_tools);
  const Result<ScriptRun> run = run_script_text(scene, hurried.tools());
  if (!run) return hurried.told(run.error());
  return run;
}

// A real run on threads of this computer.
Result<Measurement> measure_here(Experiment experiment, const Tools& all_tools) {
  experiment.on = BackendName::host;
  experiment.machine.clear();
  const Hurried hurried(all_tools);
  const Tools& tools = hurried.tools();
  const Result<Setup> setup = set_up(experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  if (setup->collective.ranks > most_threads)
    return fail("{} ranks; a lesson measures with at most {}", setup->collective.ranks, most_threads);
  if (size_of(setup->collective) > largest_measured)
    return fail("{}; a lesson measures at most {}", to_human(size_of(setup->collective)),
                to_human(largest_measured));
  const Result<Choice> choice = choose_algorithm(*setup, tools.planner());
  if (!choice) return hurried.told(choice.error());
  const Result<Outcome> outcome = perform(*setup, *choice, tools.planner(), only_the_time(tools.stop));
  if (!outcome) return hurried.told(outcome.error());
  return measure(outcome->collective(), outcome->run);
}

std::int64_t seconds_now() {
  using std::chrono::duration_cast, std::chrono::seconds, std::chrono::system_clock;
  return duration_cast<seconds>(system_clock::now().time_since_epoch()).count();
}

std::optional<LessonSignpost> lesson_after(std::string_view id, const std::filesystem::path& folder) {
  bool found = false;
  for (const std::filesystem::path& file : lesson_files(folder)) {
    const Result<Lesson> lesson = read_lesson(file);
    if (lesson && found) return LessonSignpost{lesson->number, lesson->id, lesson->title};
    found = found || (lesson && lesson->id == id);
  }
  return std::nullopt;
}

// The file in the folder data/ whose name begins with `name`: D1-p2p.csv for "D1".
Result<std::string> data_text(std::string_view name, const std::filesystem::path& folder) {
  std::error_code unreadable;
  for (const auto& entry : std::filesystem::directory_iterator(folder, unreadable)) {
    const std::string file = entry.path().filename().string();
    const bool this_one = file.starts_with(name) && file.size() > name.size() &&
                          (file[name.size()] == '-' || file[name.size()] == '.');
    if (!this_one) continue;
    return read_file(entry.path());
  }
  return fail("there are no measured data '{}' in {}", name, folder.string());
}

Result<std::string> script_text(const std::string& name, const std::filesystem::path& folder) {
  return shipped_script(name, folder).and_then([](const std::filesystem::path& file) {
    return read_file(file);
  });
}

}  // namespace

Laboratory laboratory(const Tools& tools) {
  return {
      .perform = [&tools](const Experiment& experiment) { return perform_scene(experiment, tools); },
      .run_script = [&tools](const ScriptScene& scene) { return run_script_scene(scene, tools); },
      .machine = [&tools](const std::string& name) { return named_machine(name, {}, tools); },
      .measure = [&tools](const Experiment& experiment) { return measure_here(experiment, tools); },
      .data = [&tools](std::string_view name) { return data_text(name, tools.lesson_folder / "data"); },
      .script =
          [&tools](const std::string& name) { return script_text(name, tools.lesson_folder / "scripts"); },
      .clock = seconds_now,
      .next_lesson = [&tools](std::string_view id) { return lesson_after(id, tools.lesson_folder); }};
}

}  // namespace commlab

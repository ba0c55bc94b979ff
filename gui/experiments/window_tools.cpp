#include "gui/experiments/window_tools.h"

#include <algorithm>
#include <memory>

#include "core/base/stopped.h"
#include "core/machine_text/find_machine.h"
#include "core/plan/bound_of.h"
#include "core/plan/choice.h"
#include "core/plan/nccl_plan.h"
#include "core/plan/outcome.h"
#include "core/plan/perform.h"
#include "core/plan/planned_programs.h"
#include "core/plan/setup.h"
#include "core/programs/native.h"
#include "core/published/published.h"
#include "core/trace/trace_file.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/laboratory.h"
#include "gui/experiments/own_machine.h"
#include "gui/experiments/predicted_table.h"
#include "lessons/format/lesson_parser.h"
#include "lessons/play/record.h"

namespace commlab {
namespace {

// The same tools for one request, which the window can stop.
Tools until(std::stop_token stop, Tools tools) {
  tools.stop = std::move(stop);
  return tools;
}

struct ChosenAlgorithm {
  Setup setup;
  Choice choice;
};

Result<ChosenAlgorithm> choose(const Experiment& experiment, const Tools& tools) {
  const Result<Setup> setup = set_up(experiment, tools.planner());
  if (!setup) return tl::unexpected(setup.error());
  return choose_algorithm(*setup, tools.planner()).map([&](const Choice& choice) {
    return ChosenAlgorithm{*setup, choice};
  });
}

// Up to so many ranks all are recorded: each has its own place in all pictures. Above, where all groups of
// ranks do the same, only one group.
constexpr int most_ranks_recorded = 256;

Result<Outcome> perform_for_window(const Experiment& experiment, int group, const Tools& tools,
                                   const ReportProgress& report) {
  const Result<ChosenAlgorithm> chosen = choose(experiment, tools);
  if (!chosen) return tl::unexpected(chosen.error());
  const bool is_large = chosen->setup.collective.ranks > most_ranks_recorded;
  Result<Outcome> outcome = perform(chosen->setup, chosen->choice, tools.planner(),
                                    {.trace = true,
                                     .group = is_large ? std::optional(group) : std::nullopt,
                                     .stop = tools.stop,
                                     .report = report});
  if (!outcome) return tl::unexpected(outcome.error());
  if (!outcome->run.trace)
    return fail(Fault::runtime, "the {} backend gave no trace of this run", outcome->run.backend);
  return outcome;
}

// An experiment in which everything is chosen, with its programs.
struct Planned {
  Setup setup;
  std::shared_ptr<const Programs> programs;
};

Result<Planned> plan(const ChosenAlgorithm& chosen) {
  const Setup setup = settled(chosen.setup, chosen.choice);
  return programs_of(setup, *chosen.choice.algorithm).map([&](std::shared_ptr<const Programs> programs) {
    return Planned{setup, std::move(programs)};
  });
}

// How long it takes on a model: also of a run on this computer, which is predicted on its machine.
Result<Time> predict(const Planned& planned, const Tools& tools) {
  return tools.predict(*planned.programs, *planned.setup.machine, planned.setup.experiment)
      .map([](const Run& run) { return run.finish; });
}

// A run on this computer may be compared with any machine up to this size.
constexpr int most_gpus_beside_a_run = 4096;

// What ranks hold is worked out for so many chunks in all ranks together, which takes some gigabytes.
constexpr std::int64_t most_chunks_of_ranks = 1 << 26;

Result<const Algorithm*> algorithm_of(const Experiment& experiment) {
  if (experiment.algorithm == "native") return &native_algorithm(experiment.collective);
  return find_algorithm(experiment.collective, experiment.algorithm);
}

// The experiment of the trace's line. An error if the line is not the one of this trace: a file can say
// anything, and to choose an algorithm, or to plan for other ranks, can take hours.
Result<Experiment> experiment_of(const Trace& trace, const Tools& tools) {
  const Result<Experiment> said = parse_line(trace.experiment);
  if (!said) return said;
  const Collective& c = trace.collective;
  if (said->collective != c.kind || said->ranks != c.ranks)
    return fail("its experiment is {} over {} ranks, but its trace is {} over {}", name_of(said->collective),
                said->ranks.value_or(0), name_of(c.kind), c.ranks);
  if (std::int64_t{said->channels} * said->pieces.value_or(1) > trace.partition.parts)
    return fail("its experiment cuts the vector into more than the {} parts of its trace",
                trace.partition.parts);
  const Result<std::optional<Machine>> machine = tools.planner().machine(*said);
  if (!machine) return tl::unexpected(machine.error());
  const int most_gpus =
      tools.backend(said->on).models ? trace.topology.gpus : std::max(c.ranks, most_gpus_beside_a_run);
  if (*machine && (*machine)->topology.gpus > most_gpus)
    return fail("its experiment is on a machine of {} GPUs; expected at most {}", (*machine)->topology.gpus,
                most_gpus);
  if (said->algorithm == nccl_name) return said;
  return algorithm_of(*said).map([&](const Algorithm*) { return *said; });
}

// What NCCL chooses is found again. A file can be of a version that chose something else.
Result<std::shared_ptr<const Programs>> programs_of_nccl(const Setup& setup, const Trace& trace,
                                                         const Tools& tools) {
  return choose_as_nccl(setup, tools.planner())
      .and_then([&](const Choice& choice) -> Result<std::shared_ptr<const Programs>> {
        if (choice.algorithm->name != trace.algorithm || choice.pieces > trace.partition.parts)
          return fail("NCCL's choice is now {} in {} pieces, and was {} in {} parts", choice.algorithm->name,
                      choice.pieces, trace.algorithm, trace.partition.parts);
        return programs_of(settled(setup, choice), *choice.algorithm);
      });
}

Result<std::shared_ptr<const Programs>> programs_of_trace(const Experiment& experiment, const Trace& trace,
                                                          const Tools& tools) {
  const std::int64_t chunks = std::int64_t{trace.partition.blocks} * trace.partition.parts;
  if (chunks > most_chunks_of_ranks / trace.collective.ranks)
    return fail("{} ranks with {} chunks are too many; expected a product of at most 2^26",
                trace.collective.ranks, chunks);
  return set_up(experiment, tools.planner())
      .and_then([&](const Setup& setup) -> Result<std::shared_ptr<const Programs>> {
        if (setup.collective != trace.collective)
          return fail("its experiment is not of the same collective as its trace");
        if (experiment.algorithm == nccl_name) return programs_of_nccl(setup, trace, tools);
        return programs_of(setup, *algorithm_of(experiment).value());
      });
}

Result<Outcome> open_trace(const std::filesystem::path& file, const Tools& tools) {
  Result<Trace> trace = read_trace(file);
  if (!trace) return tl::unexpected(trace.error());
  const Result<Experiment> experiment = experiment_of(*trace, tools);
  // A trace does not say what its messages carry. The programs of its experiment do.
  Result<std::shared_ptr<const Programs>> programs =
      experiment.and_then([&](const Experiment& e) { return programs_of_trace(e, *trace, tools); });
  Outcome result{.experiment = experiment.value_or(Experiment{.collective = trace->collective.kind})};
  result.run.where = trace->where;
  result.run.trace = std::move(*trace);
  const Backend* const backend = tools.backend_called(result.trace().backend);
  result.models = backend == nullptr || backend->models;
  const std::string& where = result.run.where;
  result.badge = fmt::format("{}{}, from {}", result.models ? "simulated" : "measured",
                             where.empty() ? "" : ": " + where, file.filename().string());
  if (programs)
    result.programs = std::move(*programs);
  else
    result.no_programs =
        fmt::format("It is not known what the messages of this file carried: {}", programs.error().message);
  if (tools.stop.stop_requested()) return stopped();
  if (result.models) result.chain = tools.critical_path(result.trace());
  return result;
}

Result<SweepPoint> sweep_one(Experiment experiment, Bytes size, bool measured, const Tools& tools) {
  if (!experiment.counts.empty())
    return fail("--counts sets the amount of data, so there is no curve over sizes; leave it out");
  experiment.size = size;
  experiment.count.reset();
  const Result<ChosenAlgorithm> chosen = choose(experiment, tools);
  if (!chosen) return tl::unexpected(chosen.error());
  const Result<Planned> planned = plan(*chosen);
  if (!planned) return tl::unexpected(planned.error());
  const Setup& setup = planned->setup;
  const Programs& programs = *planned->programs;
  if (is_native(programs))
    return fail("{} chose its own algorithm, whose schedule is not known; choose one of ours to predict",
                name_of(experiment.on));
  if (!setup.machine)
    return fail("{}: nothing can be predicted on a machine that is not known", experiment.machine);
  const Result<Time> predicted = predict(*planned, tools);
  if (!predicted) return tl::unexpected(predicted.error());
  SweepPoint point{
      .size = size_of(programs.collective), .predicted = *predicted, .band = chosen->choice.band};
  if (const auto bound = bound_of(chosen->setup)) point.bound = bound->time;
  if (!measured) return point;
  experiment.on = BackendName::host;
  experiment.protocol = ProtocolChoice::automatic;
  const Result<Run> run =
      tools.backend(BackendName::host)
          .run(programs, setup.machine, experiment, {.data = experiment.data, .stop = tools.stop});
  if (!run) return tl::unexpected(run.error());
  const Measurement m = measure(programs.collective, *run);
  point.measured = m.median;
  point.measured_min = m.min;
  point.measured_max = m.max;
  return point;
}

Result<std::vector<SweepPoint>> sweep_for_window(const Experiment& experiment,
                                                 const std::vector<Bytes>& sizes, bool measured,
                                                 const Tools& tools, const ReportProgress& report) {
  std::vector<SweepPoint> points;
  for (const Bytes size : sizes) {
    report(static_cast<double>(points.size()) / static_cast<double>(sizes.size()), to_human(size));
    const Result<SweepPoint> point = sweep_one(experiment, size, measured, tools);
    if (tools.stop.stop_requested()) return stopped();
    if (!point && points.empty()) return tl::unexpected(point.error());
    if (!point) break;  // too large for this computer: the window shows the smaller sizes
    points.push_back(*point);
  }
  return points;
}

std::string overlay_badge(const PublishedTable& table) {
  std::vector<std::string> facts;
  for (const char* key : {"machine", "hardware", "gpu", "date", "source", "url"})
    if (const std::string fact = table.fact(key); !fact.empty()) facts.push_back(fact);
  return facts.empty() ? table.file : fmt::format("{}", fmt::join(facts, "; "));
}

Result<Overlay> overlay_for_window(const std::string& name, const Tools& tools,
                                   const ReportProgress& report) {
  const auto files = published_files(tools.measurement_folder);
  const auto file =
      std::ranges::find(files, name, [](const std::filesystem::path& f) { return f.stem().string(); });
  if (file == files.end()) return fail("there is no published table '{}'", name);
  return read_published(*file).and_then([&](const PublishedTable& table) -> Result<Overlay> {
    if (table.of_pairs) return fail("{}: a table of pairs of GPUs has no sizes to be plotted over", name);
    const Result<PredictedTable> predicted = predict_table(table, "", tools, report);
    if (tools.stop.stop_requested()) return stopped();
    if (!predicted) return tl::unexpected(predicted.error());
    if (predicted->rows.empty()) return fail("{}: none of its rows can be predicted", name);
    const PublishedRow& first = predicted->rows.front().published;
    Overlay overlay{.name = name,
                    .title = predicted->title,
                    .badge = overlay_badge(table),
                    .collective = first.kind,
                    .ranks = first.ranks,
                    .rows = {}};
    for (const PredictedRow& row : predicted->rows)
      overlay.rows.push_back({row.published.size, row.measured, row.predicted, row.band,
                              row.band && !row.protocol.empty() ? how_text(row) : ""});
    return overlay;
  });
}

// A table that can be plotted over sizes; nothing for a table of pairs of GPUs, which has no sizes.
std::optional<PublishedName> published_name(const std::filesystem::path& file) {
  const Result<PublishedTable> table = read_published(file);
  if (!table || table->of_pairs || table->rows.empty()) return std::nullopt;
  const PublishedRow& first = table->rows.front();
  const std::string gpu = table->fact("gpu");
  return PublishedName{.name = table->name,
                       .words = fmt::format("{}: {} ranks{}{} ({})", name_of(first.kind), first.ranks,
                                            first.nodes > 1 ? fmt::format(" on {} nodes", first.nodes) : "",
                                            gpu.empty() ? "" : ", " + gpu.substr(0, 40), table->name),
                       .collective = first.kind};
}

std::vector<PublishedName> published_names(const Tools& tools) {
  std::vector<PublishedName> names;
  for (const auto& file : published_files(tools.measurement_folder))
    if (const auto name = published_name(file)) names.push_back(*name);
  return names;
}

Status calibrate_for_window(const Tools& tools, const ReportProgress& report) {
  constexpr int ranks = 8;
  const Result<Calibrated> calibrated = tools.calibrator("host")->calibrate(ranks, report, tools.stop);
  if (!calibrated) return tl::unexpected(calibrated.error());
  return save_own_machine(calibrated->machine, own_machine_file("host"));
}

bool is_done(const Lesson& lesson) {
  const Result<LessonRecord> record = read_record(lesson, record_folder());
  return record && completed(lesson, *record);
}

// All lessons without mistakes; commlab lesson --check names the mistakes of the others.
std::vector<LessonName> lesson_names(const Tools& tools) {
  std::vector<Lesson> lessons;
  for (const std::filesystem::path& file : lesson_files(tools.lesson_folder))
    if (Result<Lesson> lesson = read_lesson(file)) lessons.push_back(std::move(*lesson));
  std::vector<LessonName> names;
  for (const Lesson& lesson : lessons)
    names.push_back({.file = lesson.file,
                     .number = lesson.number,
                     .title = lesson.title,
                     .minutes = lesson.minutes,
                     .goal = lesson.goal,
                     .done = is_done(lesson),
                     .after = names_of_needs(lesson, lessons)});
  return names;
}

}  // namespace

WindowTools window_tools(const Tools& tools) {
  using Report = ReportProgress;
  WindowTools window{
      .set_up = [&tools](const Experiment& e) { return set_up(e, tools.planner()); },
      .perform = [&tools](
                     const Experiment& e, std::stop_token stop,
                     const Report& report) { return perform_for_window(e, 0, until(stop, tools), report); },
      .perform_group =
          [&tools](const Experiment& e, int group, std::stop_token stop, const Report& report) {
            return perform_for_window(e, group, until(stop, tools), report);
          },
      .open = [&tools](const std::filesystem::path& file,
                       std::stop_token stop) { return open_trace(file, until(stop, tools)); },
      .sweep =
          [&tools](const Experiment& e, const std::vector<Bytes>& sizes, bool measured, std::stop_token stop,
                   const Report& report) {
            return sweep_for_window(e, sizes, measured, until(stop, tools), report);
          },
      .overlay = [&tools](
                     const std::string& table, std::stop_token stop,
                     const Report& report) { return overlay_for_window(table, until(stop, tools), report); },
      .machines = machine_names(tools.machine_folder),
      .tables = [&tools] { return published_names(tools); },
      .calibrate = [&tools](const ReportProgress& report) { return calibrate_for_window(tools, report); },
      .is_calibrated =
          [] {
            std::error_code unreadable;
            return std::filesystem::exists(own_machine_file("host"), unreadable);
          },
      .backends = {}};
  window.machines.emplace_back("host");
  for (const Backend& backend : tools.backends)
    if (ready(backend)) window.backends.emplace_back(name_of(backend.name));
  window.laboratory = laboratory(tools);
  window.lessons = [&tools] { return lesson_names(tools); };
  window.lesson = [&tools](const std::string& which) {
    return find_lesson(which, tools.lesson_folder).and_then(read_lesson);
  };
  window.record = [](const Lesson& lesson) { return read_record(lesson, record_folder()); };
  window.keep = [](const LessonRecord& record) { return save_record(record, record_folder()); };
  return window;
}

}  // namespace commlab

#include "lessons/play/measured_here.h"

namespace commlab {
namespace {

std::optional<Outcome> predicted(Experiment experiment, SceneRunner& runner, const LessonScene& scene) {
  experiment.on = Experiment{}.on;
  if (experiment.machine.empty())
    if (const std::string* const machine = find_key(scene, "machine")) experiment.machine = *machine;
  Result<Outcome> done = runner.laboratory().perform(experiment);
  return done ? std::optional(*std::move(done)) : std::nullopt;
}

}  // namespace

std::string measured_text(const MeasureState::Here& here) {
  const std::string there = here.predicted ? fmt::format("; the lesson's machine, {}, would take {}",
                                                         here.predicted_on, to_human(*here.predicted))
                                           : "";
  return fmt::format("{}: this computer's threads took {}{}.", to_human(here.size), to_human(here.measured),
                     there);
}

Result<Experiment> live_experiment(const MeasureBlock& measure, const VariantValues& varying) {
  return parse_line(with_values(measure.live, varying)).map_error([](const Error& error) {
    return Error{fmt::format("live: {}", error.message), error.fault};
  });
}

Result<MeasureState::Here> measured_here(const MeasureBlock& measure, SceneRunner& runner,
                                         const LessonScene& scene, const VariantValues& varying) {
  if (measure.live.empty()) return fail("this measurement names no experiment to be done here");
  if (!runner.laboratory().measure) return fail(Fault::runtime, "nothing can be measured here");
  const Result<Experiment> experiment = live_experiment(measure, varying);
  if (!experiment) return tl::unexpected(experiment.error());
  return runner.laboratory().measure(*experiment).map([&](const Measurement& done) {
    MeasureState::Here here{
        .size = done.size, .measured = done.median, .badge = "measured here, on threads of this computer"};
    if (const std::optional<Outcome> model = predicted(*experiment, runner, with_parameters(scene))) {
      here.predicted = model->run.finish;
      here.predicted_on = model->machine->name;
    }
    return here;
  });
}

}  // namespace commlab

#include "gui/cli/reports/drift_text.h"

#include <fmt/format.h>

#include "gui/cli/output/text.h"

namespace commlab {
namespace {

constexpr double idle_up_to = 0.5;    // processors
constexpr double steady_up_to = 1.5;  // sweeps of quiet virtual computers differ by a factor of 1.1 to 1.3

// "1.6", "37", "1400"
std::string factor(double times) {
  return times < 9.95 ? fmt::format("{:.1f}", times) : fmt::format("{:.0f}", times);
}

// A drift, seen from the slower side or from the faster one: "1.6 times slower".
std::string one_drift(double drift) {
  const std::string_view once = "1.0";
  if (factor(drift) == once || factor(1 / drift) == once) return "as fast";
  return drift > 1 ? factor(drift) + " times slower" : factor(1 / drift) + " times faster";
}

std::string both_drifts(double least, double greatest) {
  const std::string from = one_drift(least), to = one_drift(greatest);
  if (from == to) return from == "as fast" ? "as fast as" : from + " than";
  if (from.ends_with("slower")) return fmt::format("{} to {} than", factor(least), to);
  if (to.ends_with("faster")) return fmt::format("{} to {} than", factor(1 / greatest), from);
  return fmt::format("between {} and {}{}", from, to, to == "as fast" ? " as" : " than");
}

}  // namespace

std::string steadiness_text(const Tempo& tempo) {
  const TempoTime& least = least_steady(tempo);
  const double ratio = slowest_by_fastest(least);
  if (ratio <= steady_up_to)
    return fmt::format(
        "This computer was steady: in the slowest sweep, the same program took at most {:.2f} times as long "
        "as in the fastest.",
        ratio);
  return fmt::format(
      "This computer was not steady: a program with messages of {} took {} in one sweep, and {} in another, "
      "{} times as long. Predictions may be wrong by as much. Stop what else runs here, or wait, and "
      "calibrate again; a virtual computer keeps its speed only if its processors are its own.",
      to_human(least.message), to_human(least.fastest), to_human(least.slowest), factor(ratio));
}

std::string busy_text(const Provenance& provenance) {
  for (const Provenance::State& state : provenance.states)
    if (state.name == "load" && state.before >= idle_up_to)
      return fmt::format(
          " Programs kept {:.1f} processors busy in the minute before: predictions hold only while they do. "
          "Calibrate when nothing else runs.",
          state.before);
  return "";
}

std::string drift_text(const Drifted& drifted) {
  return fmt::format("this computer is {} when it was calibrated",
                     both_drifts(drifted.least, drifted.greatest));
}

}  // namespace commlab

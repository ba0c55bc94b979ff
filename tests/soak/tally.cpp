#include "tests/soak/tally.h"

#include <fmt/format.h>

#include "core/base/numbers.h"

namespace commlab {

void Tally::count(BackendName on, const Judgement& judgement) {
  Counts& counts = of_[on];
  ++counts.experiments;
  counts.passed += judgement.verdict == Judgement::Verdict::passed;
  counts.refused += judgement.verdict == Judgement::Verdict::refused;
  counts.findings += judgement.verdict == Judgement::Verdict::finding;
  for (const Law law : all_laws) {
    Asked& asked = of_law_[law];
    asked.asked += judgement.laws.asked(law);
    asked.broken += judgement.laws.broken(law);
  }
}

Tally::Counts Tally::sum() const {
  Counts all;
  for (const auto& [on, counts] : of_) {
    all.experiments += counts.experiments;
    all.passed += counts.passed;
    all.refused += counts.refused;
    all.findings += counts.findings;
  }
  return all;
}

std::string Tally::table() const {
  const auto row = [](std::string_view name, const Counts& c) {
    return fmt::format("{:8} {:>11} {:>9} {:>9} {:>9}\n", name, with_commas(c.experiments),
                       with_commas(c.passed), with_commas(c.refused), with_commas(c.findings));
  };
  std::string text = fmt::format("{:8} {:>11} {:>9} {:>9} {:>9}\n", "backend", "experiments", "passed",
                                 "refused", "findings");
  for (const auto& [on, counts] : of_) text += row(name_of(on), counts);
  text += row("all", sum());
  text += fmt::format("\n{:38} {:>11} {:>9}\n", "law", "asked", "broken");
  for (const auto& [law, counts] : of_law_)
    text += fmt::format("{:38} {:>11} {:>9}\n", name_of(law), with_commas(counts.asked),
                        with_commas(counts.broken));
  return text;
}

}  // namespace commlab

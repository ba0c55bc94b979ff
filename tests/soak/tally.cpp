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
  counts.bounded += judgement.bounded;
  counts.exact += judgement.exact;
}

Tally::Counts Tally::sum() const {
  Counts all;
  for (const auto& [on, counts] : of_) {
    all.experiments += counts.experiments;
    all.passed += counts.passed;
    all.refused += counts.refused;
    all.findings += counts.findings;
    all.bounded += counts.bounded;
    all.exact += counts.exact;
  }
  return all;
}

std::string Tally::table() const {
  const auto row = [](std::string_view name, const Counts& c) {
    return fmt::format("{:8} {:>11} {:>9} {:>9} {:>10} {:>12} {:>9}\n", name, with_commas(c.experiments),
                       with_commas(c.passed), with_commas(c.refused), with_commas(c.bounded),
                       with_commas(c.exact), with_commas(c.findings));
  };
  std::string text = fmt::format("{:8} {:>11} {:>9} {:>9} {:>10} {:>12} {:>9}\n", "backend", "experiments",
                                 "passed", "refused", "with bound", "shortcuts", "findings");
  for (const auto& [on, counts] : of_) text += row(name_of(on), counts);
  return text + row("all", sum());
}

}  // namespace commlab

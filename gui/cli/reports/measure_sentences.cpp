#include "gui/cli/reports/measure_sentences.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "gui/cli/output/text.h"

namespace commlab {

std::string overlap_sentence(const OverlapReport& report) {
  const double hidden = report.hidden_percent();
  const std::string times =
      fmt::format("Together they took {}, one after the other they would have taken {}: ",
                  to_human(report.together.median), to_human(report.copy.median + report.compute.median));
  if (hidden > 90)
    return times + fmt::format("{:.0f} % of the shorter one was hidden behind the longer one, nearly all.",
                               std::min(hidden, 100.0));
  if (hidden > 10)
    return times + fmt::format("{:.0f} % of the shorter one was hidden behind the longer one.", hidden);
  if (hidden > -10) return times + "nothing was hidden: one had to wait for the other.";
  return times + "they slowed each other down: both at once took longer.";
}

std::string atomics_sentence(const AtomicsReport& report) {
  const AtomicsReport::Row& plain = report.rows.front();
  const std::string so =
      fmt::format("{} adders made {} additions each. ", report.adders, with_commas(report.additions));
  const std::int64_t lost = report.lost(plain);
  if (lost == 0)
    return so + fmt::format("With '{}' none was lost in these rounds, which is luck: nothing forbids it.",
                            plain.way);
  return so + fmt::format(
                  "With '{}' up to {} of them ({}) were lost: two adders loaded the same number, both "
                  "stored it plus 1, and one addition was overwritten.",
                  plain.way, with_commas(lost),
                  percent_text(100.0 * static_cast<double>(lost) / static_cast<double>(report.expected())));
}

double ns_of_addition(const AtomicsReport& report, const AtomicsReport::Row& row) {
  return microseconds_of(row.rounds.median) * 1e3 / static_cast<double>(report.expected());
}

}  // namespace commlab

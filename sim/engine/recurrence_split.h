#pragma once
// Where the time of a recurrence goes (sim/engine/recurrence.h): for every time that is still in use, how the
// time until then was spent.

#include <optional>
#include <vector>

#include "sim/engine/lane_costs.h"
#include "sim/engine/loads.h"
#include "sim/engine/recurrence_lines.h"
#include "sim/engine/recurrence_step.h"
#include "sim/engine/spent.h"
#include "sim/engine/time_rows.h"

namespace commlab {

class RecurrenceSplit {
 public:
  // Keeps references.
  RecurrenceSplit(const RunSetting& run, const RecurrenceLines& lines, const LaneCostTable& costs,
                  const Loads& loads, const TimeRows& rows)
      : run_(run), lines_(lines), costs_(costs), loads_(loads), rows_(rows) {}

  // Accounts for the line's next instruction, which ended at the times of `row`. `freed`: the row of the send
  // whose slot it uses again, or no_row. REQUIRES: all these rows and those of its causes are in use.
  void add(const RecurrenceLine&, const RecurrenceStep&, std::uint32_t row, std::uint32_t freed);

  // Nothing if only the engine can tell.
  std::optional<TimeSplit> of_run(Time finish) const;

 private:
  using Cause = RecurrenceStep::Cause;
  Spent spent_by_send(const RecurrenceLine&, const RecurrenceStep&, std::uint32_t row, std::uint32_t freed,
                      std::size_t position);
  Spent spent_by_others(const RecurrenceLine&, const RecurrenceStep&, std::uint32_t row,
                        std::size_t position);
  LastCause last_within_rank(const RecurrenceStep&, std::size_t position) const;
  Spent spent_by_message(const Cause&, std::size_t position) const;
  Time time_at(const Cause&, std::size_t position) const;
  const Spent& spent_at(std::uint32_t row, std::size_t position) const {
    return spent_[row * lines_.width() + position];
  }

  const RunSetting& run_;
  const RecurrenceLines& lines_;
  const LaneCostTable& costs_;
  const Loads& loads_;
  const TimeRows& rows_;
  std::vector<Spent> spent_;  // per time in rows_
  LastTransfer last_;
};

}  // namespace commlab

#include "sim/engine/recurrence_split.h"

#include <algorithm>

namespace commlab {

void RecurrenceSplit::add(const RecurrenceLine& line, const RecurrenceStep& step, std::uint32_t row,
                          std::uint32_t freed) {
  const std::size_t width = lines_.width();
  spent_.resize(rows_.count() * width);
  const bool is_send = sends(line.code[index(line.next)].op);
  for (std::size_t p = 0; p < width; ++p)
    spent_[row * width + p] =
        is_send ? spent_by_send(line, step, row, freed, p) : spent_by_others(line, step, row, p);
}

// A send is ready before it waits for its slot, unless it has to take a message, too.
Spent RecurrenceSplit::spent_by_send(const RecurrenceLine& line, const RecurrenceStep& step,
                                     std::uint32_t row, std::uint32_t freed, std::size_t p) {
  const Instruction& i = line.code[index(line.next)];
  const auto lane = static_cast<std::uint32_t>(lines_.lane_of(line, p));
  const PlacedLane& placed = run_.placement.lanes[lane];
  const LaneCosts& costs = costs_[lane];
  const Time end{rows_[row][p]};
  const Time start = end - step.takes(line, p);
  LastCause last = last_within_rank(step, p);
  if (receives(i.op))
    for (const Cause& cause : step.causes) {
      if (cause.frees_slot) last.add(time_at(cause, p), spent_at(freed, p));
      if (cause.source != nullptr) last.add(time_at(cause, p), spent_by_message(cause, p));
    }
  const Time ready = last.at();
  Spent spent = last.spent();
  spent.wait(ready);
  spent.be_late(std::min(start, ready + costs.overhead));
  spent.wait(start);
  const Time alone = loads_.message_alone(loads_.of_message(lane, i, costs, line.sent), costs);
  spent.move(alone == Time{} ? end : std::min(end, start + alone));
  spent.wait(end);
  Spent arrived = spent;
  const Time arrival = end + Loads::latency(costs, loads_.bytes(static_cast<std::uint32_t>(lane), i));
  arrived.be_late(arrival);
  last_.arrived(arrival, start, placed.rank, placed.stored->channel, arrived);
  return spent;
}

// Receives and local work. Work on a message counts for the message.
Spent RecurrenceSplit::spent_by_others(const RecurrenceLine& line, const RecurrenceStep& step,
                                       std::uint32_t row, std::size_t p) {
  const Time takes = step.takes(line, p);
  LastCause last = last_within_rank(step, p);
  for (const Cause& cause : step.causes) {
    if (cause.source == nullptr) continue;
    const Time arrival = time_at(cause, p);
    Spent spent = spent_by_message(cause, p);
    spent.move(arrival + takes);
    if (loads_.works(line.code[index(line.next)].op)) {
      const Time end{rows_[row][p]};
      last_.worked_on(end, end - takes, spent);
    }
    last.add(arrival, spent);
  }
  return last.spent();
}

// The last of the lane's previous instruction and of the instruction's dependencies.
LastCause RecurrenceSplit::last_within_rank(const RecurrenceStep& step, std::size_t p) const {
  LastCause last(run_.costs.launch, {.until = run_.costs.launch});
  for (const Cause& cause : step.causes)
    if (!cause.frees_slot && cause.source == nullptr) last.add(time_at(cause, p), spent_at(cause.row, p));
  return last;
}

Spent RecurrenceSplit::spent_by_message(const Cause& cause, std::size_t p) const {
  Spent spent = spent_at(cause.row, lines_.seen_from(p, cause.by));
  spent.be_late(time_at(cause, p));
  return spent;
}

Time RecurrenceSplit::time_at(const Cause& cause, std::size_t p) const {
  const std::size_t q = lines_.seen_from(p, cause.by);
  const Time end{rows_[cause.row][q]};
  if (cause.source == nullptr) return end;
  const std::size_t lane = lines_.lane_of(*cause.source, q);
  return end + Loads::latency(costs_[lane], loads_.bytes(static_cast<std::uint32_t>(lane), *cause.message));
}

std::optional<TimeSplit> RecurrenceSplit::of_run(Time finish) const {
  const Spent spent = last_.spent().value_or(Spent{.until = run_.costs.launch});
  return spent.is_known ? std::optional(spent.of_run(run_.costs.launch, finish)) : std::nullopt;
}

}  // namespace commlab

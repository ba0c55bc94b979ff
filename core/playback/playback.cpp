#include "core/playback/playback.h"

#include <algorithm>
#include <functional>
#include <numeric>

#include "core/base/index.h"

namespace commlab {
namespace {

void sort_and_unite(auto& values) {
  std::ranges::sort(values);
  const auto rest = std::ranges::unique(values);
  values.erase(rest.begin(), rest.end());
}

}  // namespace

Playback::Playback(const Trace& trace, std::span<const Deposit> deposits)
    : trace_(&trace), deposits_(deposits), parts_(trace.partition.parts), in_flight_(trace) {
  find_events(trace, deposits);
  find_steps(trace, deposits);
  find_phases(trace, deposits);
  count_under_way(trace);
  find_hops(trace, deposits);
}

void Playback::find_events(const Trace& trace, std::span<const Deposit> deposits) {
  events_.reserve(2 * (trace.transfers.size() + trace.spans.size()) + deposits.size() + 3);
  events_.push_back(Time{});
  const auto add = [&](Time t) {  // many events share a moment
    if (events_.back() != t) events_.push_back(std::max(t, Time{}));
  };
  add(trace.launch);
  for (const Transfer& t : trace.transfers) add(t.start);
  for (const Transfer& t : trace.transfers) add(t.end);
  for (const Span& span : trace.spans) add(span.start);
  for (const Span& span : trace.spans) add(span.end);
  for (const Deposit& deposit : deposits) add(deposit.at);
  add(trace.finish);
  sort_and_unite(events_);
  events_.shrink_to_fit();
}

// A rank is done with a step when it has sent, received and stored all that it sends, receives and
// stores in it.
void Playback::find_steps(const Trace& trace, std::span<const Deposit> deposits) {
  const RankRange recorded = trace.recorded_ranks();
  const auto ranks = index(recorded.ranks);
  constexpr Time not_at_all{-1};
  constexpr std::size_t unused = SIZE_MAX;
  std::vector<std::size_t> first_of_step;  // in `done`; a step in which nobody does anything takes no room
  std::vector<Time> done;                  // of each rank in each step
  const auto note = [&](std::int32_t step, Rank rank, Time at) {
    if (!recorded.has(rank)) return;
    const auto s = index(step);
    if (s >= first_of_step.size()) first_of_step.resize(s + 1, unused);
    if (first_of_step[s] == unused) {
      first_of_step[s] = done.size();
      done.resize(done.size() + ranks, not_at_all);
    }
    Time& last = done[first_of_step[s] + index(rank - recorded.first)];
    last = std::max(last, at);
  };
  for (const Transfer& t : trace.transfers) {
    for (const Rank rank : trace.senders(t)) note(t.step, rank, t.sent);
    for (const Rank rank : trace.receivers(t)) note(t.step, rank, t.end);
  }
  for (const Span& span : trace.spans) note(span.step, span.rank, span.end);
  for (const Deposit& deposit : deposits) note(deposit.step, deposit.rank, deposit.at);

  Time all_before;
  for (const std::size_t first : first_of_step) {
    StepEnd step{.end = all_before};
    for (std::size_t r = 0; r < ranks && first != unused; ++r) {
      const Time at = done[first + r];
      if (at == not_at_all) continue;
      const Rank rank = recorded.first + static_cast<Rank>(r);
      if (step.idle || at < step.first_at) step.first = rank, step.first_at = at;
      if (step.idle || at > step.last_at) step.last = rank, step.last_at = at;
      step.idle = false;
    }
    step.end = all_before = std::max(all_before, step.last_at);
    steps_.push_back(step);
  }
}

void Playback::find_phases(const Trace& trace, std::span<const Deposit> deposits) {
  phase_ends_.resize(std::max<std::size_t>(1, trace.phases.size()));
  const auto note = [&](std::size_t phase, Time at) {
    if (phase >= phase_ends_.size()) phase_ends_.resize(phase + 1);
    phase_ends_[phase] = std::max(phase_ends_[phase], at);
  };
  for (const Transfer& t : trace.transfers) note(t.phase, t.end);
  for (const Deposit& deposit : deposits) note(deposit.phase, deposit.at);
  for (std::size_t p = 1; p < phase_ends_.size(); ++p)
    phase_ends_[p] = std::max(phase_ends_[p], phase_ends_[p - 1]);
}

// `visit` calls its argument with every (thing, event). It is used twice, and must do the same each time.
template <class Visit>
Playback::Stops Playback::stops(std::size_t things, Visit visit) {
  std::vector<std::uint32_t> first(things + 1);
  visit([&](std::size_t thing, std::uint32_t) { ++first[thing + 1]; });
  for (std::size_t i = 1; i < first.size(); ++i) first[i] += first[i - 1];
  std::vector<std::uint32_t> next(first.begin(), first.end() - 1);
  std::vector<std::uint32_t> all(first.back());
  visit([&](std::size_t thing, std::uint32_t event) { all[next[thing]++] = event; });

  Stops distinct{.first = {0}, .events = {}};
  for (std::size_t i = 0; i < things; ++i) {
    const auto begin = all.begin() + first[i];
    const auto end = all.begin() + first[i + 1];
    std::sort(begin, end);
    distinct.events.insert(distinct.events.end(), begin, std::unique(begin, end));
    distinct.first.push_back(static_cast<std::uint32_t>(distinct.events.size()));
  }
  distinct.events.shrink_to_fit();
  return distinct;
}

void Playback::count_under_way(const Trace& trace) {
  under_way_.assign(events_.size(), 0);
  std::uint32_t start = 0, end = 0;
  for (const Transfer& t : trace.transfers) {
    ++under_way_[start = number_near(start, t.start)];
    --under_way_[end = number_near(end, t.end)];
  }
  std::partial_sum(under_way_.begin(), under_way_.end(), under_way_.begin());
}

void Playback::find_hops(const Trace& trace, std::span<const Deposit> deposits) {
  const auto chunks = deposits.empty() ? 0 : index(trace.partition.blocks) * index(parts_);
  chunks_ = stops(chunks, [&](auto&& add) {
    for (const Deposit& d : deposits) add(index(d.block) * index(parts_) + index(d.part), number(d.at));
  });
}

std::uint32_t Playback::number(Time t) const { return static_cast<std::uint32_t>(event_number(t)); }

// Moments mostly come in order, and many are equal, so the one looked for is often the last one found, or one
// of the next.
std::uint32_t Playback::number_near(std::uint32_t last, Time t) const {
  for (std::uint32_t at = last; at < events_.size() && at < last + 3; ++at)
    if (events_[at] == t) return at;
  return number(t);
}

std::int64_t Playback::event_number(Time t) const {
  assert(t >= Time{});
  return std::ranges::upper_bound(events_, t) - events_.begin() - 1;
}

std::vector<Time> Playback::events_of(Rank rank) const {
  std::vector<Time> events;
  const auto is_one_of = [&](const auto& ranks) { return std::ranges::find(ranks, rank) != ranks.end(); };
  for (const Transfer& t : trace_->transfers)
    if (t.group == no_group ? t.from == rank || t.to == rank
                            : is_one_of(trace_->senders(t)) || is_one_of(trace_->receivers(t)))
      events.insert(events.end(), {t.start, t.end});
  for (const Span& span : trace_->spans)
    if (span.rank == rank) events.insert(events.end(), {span.start, span.end});
  for (const Deposit& deposit : deposits_)
    if (deposit.rank == rank) events.push_back(deposit.at);
  sort_and_unite(events);
  return events;
}

std::span<const std::uint32_t> Playback::hops_of(const Followed& followed) const {
  if (chunks_.events.empty()) return {};
  return chunks_.of(index(followed.block) * index(parts_) + index(followed.part));
}

// Calls `find` with the unit's stops, and with a function that gives a stop's moment.
template <class Find>
Time Playback::among_stops(StepUnit unit, const Followed& followed, Find find) const {
  switch (unit) {
    case StepUnit::event: return find(events_, std::identity{});
    case StepUnit::step: return find(steps_, [](const StepEnd& step) { return step.end; });
    case StepUnit::phase: return find(phase_ends_, std::identity{});
    case StepUnit::rank: return find(events_of(followed.rank), std::identity{});
    case StepUnit::chunk: break;
  }
  return find(hops_of(followed), [&](std::uint32_t event) { return events_[event]; });
}

// A list's first stop after t, and last one before it; 0 and the end are stops of every list.
Time Playback::next(StepUnit unit, Time t, const Followed& followed) const {
  return among_stops(unit, followed, [&](const auto& stops, auto time_of) {
    const auto found = std::ranges::upper_bound(stops, t, {}, time_of);
    return found == stops.end() ? end() : time_of(*found);
  });
}

Time Playback::previous(StepUnit unit, Time t, const Followed& followed) const {
  return among_stops(unit, followed, [&](const auto& stops, auto time_of) {
    const auto found = std::ranges::lower_bound(stops, t, {}, time_of);
    return found == stops.begin() ? begin() : time_of(*std::prev(found));
  });
}

int Playback::step_at(Time t) const {
  return static_cast<int>(std::ranges::upper_bound(steps_, t, {}, &StepEnd::end) - steps_.begin());
}

}  // namespace commlab

#include "sim/script/outcomes.h"

#include <algorithm>
#include <map>

#include "core/base/index.h"
#include "sim/script/values/local_work.h"

namespace commlab {
namespace {

constexpr std::size_t most_counted_steps = 200;        // of one rank, on the rank's tensors
constexpr std::int64_t most_counted_elements = 1'024;  // of all tensors: they are copied for every order

bool overlap(const ScriptPayload& a, const ScriptPayload& b) {
  return a.has_values() && a.tensor == b.tensor && a.first < b.first + b.elements &&
         b.first < a.first + a.elements;
}

// A step of the rank, or one half of an addition that is not atomic.
struct Event {
  enum class Part : std::uint8_t { whole, reading, writing } part = Part::whole;
  int work = 0;  // index into the rank's work
  bool touches = false;
};

class Orders {
 public:
  Orders(const ScriptPlayed& played, Rank rank, const ScriptPayload& element)
      : played_(played), rank_(rank), element_(element) {
    for (const ScriptTask& task : played.state.tasks)
      if (task.rank == rank && is_local_work(task.step->operation)) work_.push_back(&task);
  }

  Result<std::vector<std::optional<double>>> outcomes() {
    if (work_.size() > most_counted_steps)
      return fail("rank {} has {} steps on tensors; orders can be counted for at most {}", rank_,
                  work_.size(), most_counted_steps);
    if (const Status fine = no_other_race(); !fine) return tl::unexpected(fine.error());
    make_events();
    std::vector<bool> done(events_.size());
    if (!go_on(played_.before, {}, std::move(done)))
      return fail("the accesses to the element have more than {} orders", most_orders);
    return std::move(outcomes_);
  }

 private:
  // By index into work_: the sum that an addition has computed and not written yet.
  using UnderWay = std::map<int, ScriptData>;

  const ScriptStep& step(int work) const { return *work_[index(work)]->step; }
  bool touches(int work) const {
    return overlap(step(work).payload, element_) || overlap(step(work).other, element_);
  }
  bool ordered(int a, int b) const {
    const std::int32_t first = work_[index(a)]->moment, second = work_[index(b)]->moment;
    return played_.races.comes_after(std::max(first, second), std::min(first, second));
  }

  // Error: steps race for another element. go_on() does steps that do not touch the element as early as
  // possible, so the result must not depend on when these steps happen.
  Status no_other_race() const {
    const auto count = static_cast<int>(work_.size());
    for (int b = 0; b < count; ++b)
      for (int a = 0; a < b; ++a) {
        const ScriptStep &one = step(a), &two = step(b);
        const bool meet = overlap(one.payload, two.payload) || overlap(one.payload, two.other) ||
                          overlap(one.other, two.payload);
        if (meet && !(touches(a) && touches(b)) && !ordered(a, b))
          return fail(
              "nothing orders {} in line {} and {} in line {}, which share other elements, so the orders of "
              "one element's accesses alone do not decide its final value",
              one.what, one.line, two.what, two.line);
      }
    return {};
  }

  void make_events() {
    for (int work = 0; work < static_cast<int>(work_.size()); ++work) {
      const bool halves =
          step(work).operation == ScriptOperation::add && overlap(step(work).payload, element_);
      if (halves) events_.push_back({Event::Part::reading, work, true});
      events_.push_back({halves ? Event::Part::writing : Event::Part::whole, work, touches(work)});
    }
    before_.resize(events_.size());
    for (std::size_t later = 0; later < events_.size(); ++later)
      for (std::size_t earlier = 0; earlier < events_.size(); ++earlier)
        if (comes_before(events_[earlier], events_[later])) before_[later].push_back(earlier);
  }

  bool comes_before(const Event& earlier, const Event& later) const {
    if (earlier.work == later.work)
      return earlier.part == Event::Part::reading && later.part == Event::Part::writing;
    return work_[index(earlier.work)]->moment < work_[index(later.work)]->moment &&
           ordered(earlier.work, later.work);
  }

  bool ready(std::size_t event, const std::vector<bool>& done) const {
    return !done[event] &&
           std::ranges::all_of(before_[event], [&](std::size_t earlier) { return done[earlier]; });
  }

  void play(const Event& event, ScriptMemory& memory, UnderWay& under_way) const {
    const ScriptStep& its = step(event.work);
    if (event.part == Event::Part::reading) {
      under_way[event.work] = worked_out(memory, rank_, its);
    } else if (event.part == Event::Part::writing) {
      memory.put(rank_, its.payload, under_way.at(event.work));
    } else {
      memory.put(rank_, its.payload, worked_out(memory, rank_, its));
    }
  }

  // Follows every order of the remaining events; false: there are too many orders.
  bool go_on(ScriptMemory memory, UnderWay under_way, std::vector<bool> done) {
    std::vector<std::size_t> choices;
    for (bool found = true; found;) {
      found = false;
      choices.clear();
      for (std::size_t event = 0; event < events_.size(); ++event) {
        if (!ready(event, done)) continue;
        if (events_[event].touches) {
          choices.push_back(event);
          continue;
        }
        play(events_[event], memory, under_way);
        done[event] = found = true;
      }
    }
    if (choices.empty()) {
      outcomes_.push_back(known_value(memory));
      return outcomes_.size() <= most_orders;
    }
    for (const std::size_t event : choices) {
      ScriptMemory then = memory;
      UnderWay still = under_way;
      std::vector<bool> also_done = done;
      play(events_[event], then, still);
      also_done[event] = true;
      if (!go_on(std::move(then), std::move(still), std::move(also_done))) return false;
    }
    return true;
  }

  std::optional<double> known_value(const ScriptMemory& memory) const {
    return memory.known_value(rank_, element_);
  }

  const ScriptPlayed& played_;
  Rank rank_;
  ScriptPayload element_;
  std::vector<const ScriptTask*> work_;
  std::vector<Event> events_;
  std::vector<std::vector<std::size_t>> before_;  // for each event: the events that it comes after
  std::vector<std::optional<double>> outcomes_;
};

Result<ScriptPayload> payload_of(const ScriptElement& element, const ScriptProgram& program) {
  if (element.rank < 0 || element.rank >= program.ranks)
    return fail("there is no rank {} among {} ranks", element.rank, program.ranks);
  const auto& tensors = program.of_rank[index(element.rank)].tensors;
  const auto found = std::ranges::find(tensors, element.tensor, &ScriptTensorState::name);
  if (found == tensors.end()) return fail("rank {} has no tensor '{}'", element.rank, element.tensor);
  if (element.element < 0 || index(element.element) >= found->values.size())
    return fail("'{}' has no element {}; its length is {}", element.tensor, element.element,
                found->values.size());
  return ScriptPayload{.tensor = static_cast<int>(found - tensors.begin()),
                       .first = element.element,
                       .elements = 1,
                       .dtype = found->dtype,
                       .given = true};
}

// Error: a call between ranks uses tensors. Such a call reads when it begins and writes when it ends, and
// both times also depend on other ranks.
Status no_calls_on_tensors(const ScriptElement& element, const ScriptProgram& program) {
  const auto on_tensors = [](const ScriptStep& step) {
    return info_of(step.operation).between_ranks && (step.payload.has_values() || step.other.has_values());
  };
  for (const ScriptStep& step : program.of_rank[index(element.rank)].steps) {
    const bool batch = step.operation == ScriptOperation::batch;
    if (batch ? std::ranges::any_of(step.parts, on_tensors) : on_tensors(step))
      return fail_at(step.line,
                     "{} is a call between ranks; orders can be counted only for a rank's own steps",
                     step.what);
  }
  return {};
}

Status few_elements(const ScriptProgram& program) {
  std::int64_t elements = 0;
  for (const ScriptRankProgram& rank : program.of_rank)
    for (const ScriptTensorState& tensor : rank.tensors) elements += std::ssize(tensor.values);
  if (elements <= most_counted_elements) return {};
  return fail("the tensors have {} elements; orders can be counted for at most {}", elements,
              most_counted_elements);
}

}  // namespace

Result<std::vector<std::optional<double>>> all_outcomes(const ScriptElement& asked,
                                                        const ScriptPlayed& played) {
  const Result<ScriptPayload> element = payload_of(asked, played.program);
  if (!element) return tl::unexpected(element.error());
  for (const Status& fine : {no_calls_on_tensors(asked, played.program), few_elements(played.program)})
    if (!fine) return tl::unexpected(fine.error());
  // Without streams, a rank's own steps have one order.
  if (played.flavour.on_host) return std::vector{played.after.known_value(asked.rank, *element)};
  return Orders(played, asked.rank, *element).outcomes();
}

}  // namespace commlab

#include "core/verify/verify_deadlock.h"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/verify/verify_lines.h"
#include "core/verify/verify_story.h"

namespace commlab::story {
namespace {

using Place = std::pair<Rank, int>;  // rank, lane

class WaitGraph {
 public:
  WaitGraph(const History& history, const Execution& execution)
      : history_(history), execution_(execution), blocked_(execution.blocked()) {
    for (const Blocked& b : blocked_) at_.emplace(Place{b.rank, b.lane}, &b);
  }

  // The lane it waits for, if that lane is itself blocked; nullptr where it waits in vain.
  const Blocked* waits_for(const Blocked& b) const {
    std::optional<Execution::LaneName> on;
    switch (b.lacks) {
      case Blocked::Lacks::dependency: on = Execution::LaneName{b.rank, b.dependency.lane}; break;
      case Blocked::Lacks::slot: on = execution_.receiver_from(b.rank, b.lane); break;
      case Blocked::Lacks::message: on = execution_.sender_to(b.rank, b.lane); break;
      case Blocked::Lacks::arrival: on = execution_.lane_of_member(b.rank, b.lane, b.peer); break;
    }
    if (!on) return nullptr;
    const auto found = at_.find({on->rank, on->lane});
    return found == at_.end() ? nullptr : found->second;
  }

  // From the first blocked lane that waits in vain, itself alone; otherwise a circle.
  std::vector<const Blocked*> circle() const {
    std::map<const Blocked*, int> walk;
    std::vector<const Blocked*> path;
    for (const Blocked* b = &blocked_.front(); !walk.contains(b); b = waits_for(*b)) {
      walk.emplace(b, static_cast<int>(path.size()));
      path.push_back(b);
    }
    path.erase(path.begin(), path.begin() + walk.at(waits_for(*path.back())));
    return path;
  }

  const Blocked* in_vain() const {
    const auto found = std::ranges::find_if(blocked_, [&](const Blocked& b) { return !waits_for(b); });
    return found == blocked_.end() ? nullptr : &*found;
  }

  std::size_t size() const { return blocked_.size(); }

  Done instruction(const Blocked& b) const {
    return {.rank = b.rank, .lane = b.lane, .index = b.index, .taken = nothing};
  }

  std::string lacks(const Blocked& b) const {
    switch (b.lacks) {
      case Blocked::Lacks::slot: return fmt::format("a free slot to rank {}", b.peer);
      case Blocked::Lacks::message: return fmt::format("a message from rank {}", b.peer);
      case Blocked::Lacks::arrival: return fmt::format("rank {} to arrive", b.peer);
      case Blocked::Lacks::dependency: break;
    }
    const Done on{.rank = b.rank, .lane = b.dependency.lane, .index = b.dependency.index, .taken = nothing};
    return fmt::format("{} (lane {})", doing(history_, on), on.lane);
  }

 private:
  const History& history_;
  const Execution& execution_;
  std::vector<Blocked> blocked_;
  std::map<Place, const Blocked*> at_;
};

Error waits_in_vain(const History& h, const Execution& execution, const WaitGraph& waits, const Blocked& b) {
  const std::string_view why = b.lacks == Blocked::Lacks::message   ? "is never sent"
                               : b.lacks == Blocked::Lacks::arrival ? "never does"
                                                                    : "never comes free";
  std::string wrong = first_wrong(h, execution.first_left_over());
  if (wrong.empty())
    wrong = fmt::format("\nFirst wrong transfer: the one that {} lacks; all before it is right.",
                        doing(h, waits.instruction(b)));
  return {fmt::format("{} waits for {}, which {}; {} cannot go on.{}", doing(h, waits.instruction(b)),
                      waits.lacks(b), why,
                      waits.size() == 1 ? "1 lane" : fmt::format("{} lanes", waits.size()), wrong),
          Fault::no};
}

Error circle_of_waits(const WaitGraph& waits, const History& h, int slots) {
  constexpr std::size_t most = 8;
  constexpr std::size_t at_each_end = 3;
  const std::vector<const Blocked*> circle = waits.circle();
  std::string text = fmt::format("deadlock with {} slot{}: ", slots, slots == 1 ? "" : "s");
  text += circle.size() == 1 ? "a lane waits for itself."
                             : fmt::format("{} lanes wait in a circle.", circle.size());
  for (std::size_t i = 0; i < circle.size(); ++i) {
    if (circle.size() > most && i == at_each_end) {
      text += fmt::format("\n  ... {} more ...", circle.size() - 2 * at_each_end);
      i = circle.size() - at_each_end;
    }
    const Blocked& b = *circle[i];
    text += fmt::format("\n  {} (lane {}) waits for {}{}", doing(h, waits.instruction(b)), b.lane,
                        waits.lacks(b), i + 1 < circle.size() ? ";" : ":");
  }
  return {fmt::format("{}\n  and so back to rank {}.{}", text, circle.front()->rank, first_wrong(h)),
          Fault::no};
}

}  // namespace

Error deadlock(const History& h, const Execution& execution, int slots) {
  const WaitGraph waits(h, execution);
  if (const Blocked* b = waits.in_vain()) return waits_in_vain(h, execution, waits, *b);
  return circle_of_waits(waits, h, slots);
}

Error left_over(const History& h, const Execution& execution) {
  const std::int64_t messages = execution.left_over();
  return {fmt::format("{} message{} never received.{}", messages, messages == 1 ? " is" : "s are",
                      first_wrong(h, execution.first_left_over())),
          Fault::no};
}

Error uneven_meetings(const History& h, const Execution& execution) {
  const Execution::Uneven uneven = *execution.uneven_meetings();
  return {
      fmt::format("rank {} arrives {} times at the barrier of {} and waits {} times; expected {} of each.",
                  uneven.rank, uneven.arrivals, ranks_to_text(h.programs.members(uneven.group)), uneven.waits,
                  uneven.expected),
      Fault::no};
}

}  // namespace commlab::story

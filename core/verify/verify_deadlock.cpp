#include "core/verify/verify_deadlock.h"

#include <cassert>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/programs/wait_graph.h"
#include "core/verify/verify_lines.h"
#include "core/verify/verify_story.h"

namespace commlab::story {
namespace {

// The lanes that cannot go on. Wait i of the graph is the wait of the i-th of them.
class BlockedLanes {
 public:
  BlockedLanes(const History& history, const Execution& execution)
      : history_(history), execution_(execution), blocked_(execution.blocked()) {
    std::map<std::pair<Rank, int>, int> number;
    for (const Blocked& b : blocked_)
      number.emplace(std::pair{b.rank, b.lane}, static_cast<int>(number.size()));
    for (const Blocked& b : blocked_) {
      const std::optional<Execution::LaneName> on = waits_for(b);
      const auto found = on ? number.find({on->rank, on->lane}) : number.end();
      graph_.add({.waiter = number.at({b.rank, b.lane}),
                  .on = found == number.end() ? -1 : found->second,
                  .why = fmt::format("waits for {}", lacks(b))});
    }
  }

  const WaitGraph& graph() const { return graph_; }
  const Blocked& operator[](int lane) const { return blocked_[lane]; }
  std::size_t size() const { return blocked_.size(); }
  std::string instruction(int lane) const {
    const Blocked& b = blocked_[lane];
    return doing(history_, {.rank = b.rank, .lane = b.lane, .index = b.index, .taken = nothing});
  }

 private:
  std::optional<Execution::LaneName> waits_for(const Blocked& b) const {
    switch (b.lacks) {
      case Blocked::Lacks::dependency: return Execution::LaneName{b.rank, b.dependency.lane};
      case Blocked::Lacks::slot: return execution_.receiver_from(b.rank, b.lane);
      case Blocked::Lacks::message: return execution_.sender_to(b.rank, b.lane);
      case Blocked::Lacks::arrival: return execution_.lane_of_member(b.rank, b.lane, b.peer);
    }
    return std::nullopt;
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

  const History& history_;
  const Execution& execution_;
  std::vector<Blocked> blocked_;
  WaitGraph graph_;
};

Error waits_in_vain(const History& h, const Execution& execution, const BlockedLanes& lanes, int lane) {
  const Blocked& b = lanes[lane];
  const std::string_view why = b.lacks == Blocked::Lacks::message   ? "is never sent"
                               : b.lacks == Blocked::Lacks::arrival ? "never does"
                                                                    : "never comes free";
  std::string wrong = first_wrong(h, execution.first_left_over());
  if (wrong.empty())
    wrong = fmt::format("\nFirst wrong transfer: the one that {} lacks; all before it is right.",
                        lanes.instruction(lane));
  return {fmt::format("{} {}, which {}; {} cannot go on.{}", lanes.instruction(lane), lanes.graph()[lane].why,
                      why, lanes.size() == 1 ? "1 lane" : fmt::format("{} lanes", lanes.size()), wrong),
          Fault::no};
}

Error circle_of_waits(const BlockedLanes& lanes, const History& h, int slots) {
  constexpr int most = 8;
  constexpr int at_each_end = 3;
  const std::vector<int> circle = lanes.graph().circle();
  const int length = static_cast<int>(circle.size());
  std::string text = fmt::format("deadlock with {} slot{}: ", slots, slots == 1 ? "" : "s");
  text += length == 1 ? "a lane waits for itself." : fmt::format("{} lanes wait in a circle.", length);
  for (int i = 0; i < length; ++i) {
    if (length > most && i == at_each_end) {
      text += fmt::format("\n  ... {} more ...", length - 2 * at_each_end);
      i = length - at_each_end;
    }
    text += fmt::format("\n  {} (lane {}) {}{}", lanes.instruction(circle[i]), lanes[circle[i]].lane,
                        lanes.graph()[circle[i]].why, i + 1 < length ? ";" : ":");
  }
  return {fmt::format("{}\n  and so back to rank {}.{}", text, lanes[circle.front()].rank, first_wrong(h)),
          Fault::no};
}

}  // namespace

Error deadlock(const History& h, const Execution& execution, int slots) {
  assert(!execution.done());
  const BlockedLanes lanes(h, execution);
  if (const std::optional<int> lane = lanes.graph().in_vain())
    return waits_in_vain(h, execution, lanes, *lane);
  return circle_of_waits(lanes, h, slots);
}

Error left_over(const History& h, const Execution& execution) {
  assert(execution.left_over() > 0);
  const std::int64_t messages = execution.left_over();
  return {fmt::format("{} message{} never received.{}", messages, messages == 1 ? " is" : "s are",
                      first_wrong(h, execution.first_left_over())),
          Fault::no};
}

Error uneven_meetings(const History& h, const Execution& execution) {
  assert(execution.uneven_meetings());
  const Execution::Uneven uneven = *execution.uneven_meetings();
  return {
      fmt::format("rank {} arrives {} times at the barrier of {} and waits {} times; expected {} of each.",
                  uneven.rank, uneven.arrivals, ranks_to_text(h.programs.members(uneven.group)), uneven.waits,
                  uneven.expected),
      Fault::no};
}

}  // namespace commlab::story

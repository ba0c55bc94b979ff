#include "core/programs/wait_graph.h"

#include <algorithm>
#include <cassert>
#include <unordered_set>
#include <utility>

namespace commlab {

void WaitGraph::add(Wait wait) {
  const int place = static_cast<int>(waits_.size());
  const auto [last, is_first] = last_.try_emplace(wait.waiter, place);
  if (is_first)
    first_.emplace(wait.waiter, place);
  else
    next_[std::exchange(last->second, place)] = place;
  next_.push_back(-1);
  waits_.push_back(std::move(wait));
}

std::optional<int> WaitGraph::in_vain() const {
  const auto found = std::ranges::find_if(waits_, [&](const Wait& wait) { return !is_waiting(wait.on); });
  if (found == waits_.end()) return std::nullopt;
  return static_cast<int>(found - waits_.begin());
}

std::vector<int> WaitGraph::way() const {
  assert(!waits_.empty() && "there are waits");
  std::vector<int> way;
  std::unordered_set<int> met;
  for (auto wait = first_.find(waits_.front().waiter); wait != first_.end() && met.insert(wait->first).second;
       wait = first_.find(waits_[wait->second].on))
    way.push_back(wait->second);
  return way;
}

std::vector<int> WaitGraph::circle() const {
  std::unordered_set<int> entered;     // waiters that are on the path, or were
  std::vector<int> path;               // of waits
  std::unordered_map<int, int> place;  // of the waiters on the path
  for (const Wait& start : waits_) {
    if (!entered.insert(start.waiter).second) continue;
    path.push_back(first_.at(start.waiter));
    place.emplace(start.waiter, 0);
    while (!path.empty()) {
      const Wait& wait = waits_[path.back()];
      if (const auto met = place.find(wait.on); met != place.end())
        return {path.begin() + met->second, path.end()};
      if (is_waiting(wait.on) && entered.insert(wait.on).second) {
        place.emplace(wait.on, static_cast<int>(path.size()));
        path.push_back(first_.at(wait.on));
        continue;
      }
      // This wait leads to no circle: try the next wait of this waiter, or of the one before.
      while (!path.empty() && next_[path.back()] < 0) {
        place.erase(waits_[path.back()].waiter);
        path.pop_back();
      }
      if (!path.empty()) path.back() = next_[path.back()];
    }
  }
  return {};
}

}  // namespace commlab

#pragma once
// Which lane, call or rank waits for which, if a run cannot go on: for verify, the simulator, scripts and the
// executor of real
// machines. Each of them says what waits (a lane, a call, a rank) and words the sentences.

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

namespace commlab {

// One waits for another.
struct Wait {
  int waiter = 0;   // numbered as the run numbers its lanes, or its ranks
  int on = -1;      // waiter for which it waits; -1: nobody will ever do what it waits for
  std::string why;  // "rank 3 waits for a message from rank 2 in step 4"
};

class WaitGraph {
 public:
  // A waiter may wait for several others: then it has a Wait for each.
  void add(Wait);

  const std::vector<Wait>& waits() const { return waits_; }  // as they were added
  const Wait& operator[](int wait) const { return waits_[wait]; }
  bool is_waiting(int waiter) const { return first_.contains(waiter); }

  // The functions below return indices into waits().

  // The first wait for somebody who does not wait: it never ends. nullopt if all wait for others that wait.
  std::optional<int> in_vain() const;

  // Follows the first wait of each waiter, from the first waiter on, until a wait is in vain or leads back to
  // a waiter on the way. REQUIRES: there are waits.
  std::vector<int> way() const;

  // A circle in which each waits for the next, and the last for the first: the first one found by a
  // depth-first search from the first waiter on. Empty if there is none.
  std::vector<int> circle() const;

 private:
  std::vector<Wait> waits_;
  std::unordered_map<int, int> first_;  // per waiter: its first wait
  std::vector<int> next_;               // per wait: the next wait of its waiter; -1: none
  std::unordered_map<int, int> last_;
};

}  // namespace commlab

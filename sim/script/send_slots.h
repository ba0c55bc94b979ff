#pragma once
// The slots of a warm communicator's buffers. From each rank to each other rank of a group there are
// flavour.h's buffer_slots of them; a small message takes one if it leaves before its receive, and gives it
// back when it is received. A message that finds none waits, until there is one or its receive has come.

#include <cstdint>
#include <map>
#include <tuple>
#include <utility>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

class SendSlots {
 public:
  using Ends = std::tuple<int, Rank, Rank>;  // a message's group, sender and receiver

  explicit SendSlots(int slots) : slots_(slots) {}

  // The call's message takes a slot. Returns false if there is none; then the call waits for one.
  bool take(const Ends& ends, std::int32_t call) {
    if (taken_[ends] == slots_) {
      waiting_[ends].push_back(call);
      return false;
    }
    ++taken_[ends];
    return true;
  }

  // A message gives its slot back. Returns the calls that wait for one, the first one first, and forgets
  // them: those that still need one take it again.
  std::vector<std::int32_t> give_back(const Ends& ends) {
    --taken_[ends];
    return std::exchange(waiting_[ends], {});
  }

 private:
  int slots_;
  std::map<Ends, int> taken_;
  std::map<Ends, std::vector<std::int32_t>> waiting_;
};

}  // namespace commlab

#pragma once
// Processes that were started together, on one computer or on many, and that send letters to each other.

#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace commlab {

struct GroupLetter {
  int from = 0;
  std::string text;
};

// All functions are called by one thread only. Letters between two processes stay in order. If a process of
// the group dies, what started the group ends all of them.
struct BatchGroup {
  int rank = 0;
  int processes = 1;
  int sharing_cores = 1;  // processes that run on some of the cores of this one, itself included
  std::function<void(int to, std::string_view text)> send;
  std::function<std::optional<GroupLetter>()> receive;  // nothing if no letter has arrived
};

}  // namespace commlab

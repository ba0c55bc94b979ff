#pragma once
// The last accesses to every block of a buffer: its writer, and all readers since. Neighbouring blocks
// with the same history are one entry. So an algorithm that moves halves of the vector costs time for each
// message, and not for each block.

#include <iterator>
#include <map>
#include <optional>
#include <vector>

#include "core/programs/programs.h"

namespace commlab {

class AccessMap {
 public:
  // Calls wait_for(Dependency) with the last write of each of the blocks [first, last).
  template <class WaitFor>
  void read(int first, int last, Dependency reader, WaitFor wait_for) {
    for (auto run = split(first), end = split(last); run != end; ++run) {
      if (run->second.write) wait_for(*run->second.write);
      run->second.reads.push_back(reader);
    }
  }

  // Calls wait_for with the last write and with all reads since. Then the blocks' history begins anew.
  template <class WaitFor>
  void write(int first, int last, Dependency writer, WaitFor wait_for) {
    const auto begin = split(first);
    const auto end = split(last);
    for (auto run = begin; run != end; ++run) {
      if (run->second.write) wait_for(*run->second.write);
      for (const Dependency read : run->second.reads) wait_for(read);
    }
    runs_.erase(std::next(begin), end);
    begin->second = {.write = writer, .reads = {}};
  }

 private:
  struct History {
    std::optional<Dependency> write;
    std::vector<Dependency> reads;
  };
  using Runs = std::map<int, History>;  // first block -> history, up to the next entry

  Runs::iterator split(int block) {
    if (runs_.empty()) runs_.emplace(0, History{});
    const auto next = runs_.upper_bound(block);
    const auto run = std::prev(next);
    return run->first == block ? run : runs_.emplace_hint(next, block, run->second);
  }

  Runs runs_;  // empty: nothing has happened yet
};

}  // namespace commlab

#pragma once
// The last accesses to every block of a buffer: its writer, and all readers since. Neighbouring blocks
// with the same history are one entry. So an algorithm that moves halves of the vector costs time for each
// message, and not for each block.
//
// Most algorithms go round the blocks, so an access is looked for first where the last one was.

#include <cstdint>
#include <iterator>
#include <map>
#include <vector>

#include "core/programs/programs.h"

namespace commlab {

class AccessMap {
 public:
  // Calls wait_for(Dependency) with the last write of each of the blocks [first, last).
  template <class WaitFor>
  void read(int first, int last, Dependency reader, WaitFor wait_for) {
    for (auto run = split(first), end = split(last); run != end; ++run) {
      History& history = run->second;
      if (history.write != nothing) wait_for(history.write);
      reads_.push_back({reader, history.last_read});
      history.last_read = static_cast<std::int32_t>(reads_.size()) - 1;
    }
  }

  // Calls wait_for with the last write and with all reads since. Then the blocks' history begins anew.
  template <class WaitFor>
  void write(int first, int last, Dependency writer, WaitFor wait_for) {
    const auto begin = split(first);
    const auto end = split(last);
    for (auto run = begin; run != end; ++run) {
      if (run->second.write != nothing) wait_for(run->second.write);
      for (auto read = run->second.last_read; read != none; read = reads_[read].before)
        wait_for(reads_[read].reader);
    }
    runs_.erase(std::next(begin), end);
    begin->second = {.write = writer};
  }

  // Nothing has happened yet.
  void clear() {
    runs_.clear();
    reads_.clear();
  }

 private:
  static constexpr Dependency nothing = {-1, -1};
  static constexpr std::int32_t none = -1;
  struct History {
    Dependency write = nothing;
    std::int32_t last_read = none;  // in reads_, since the write
  };
  // A list from the last read to the first. Both parts of a run that is split go on from one list.
  struct Read {
    Dependency reader;
    std::int32_t before;
  };
  using Runs = std::map<int, History>;  // first block -> history, up to the next entry

  // The run that begins with the block. What was one run before becomes two.
  Runs::iterator split(int block) {
    near_ = run_of(block);
    if (near_->first != block) near_ = runs_.emplace_hint(std::next(near_), block, near_->second);
    return near_;
  }

  // A few steps from the last run lead to most blocks. The first run begins at block 0.
  Runs::iterator run_of(int block) {
    if (runs_.empty()) return runs_.emplace(0, History{}).first;
    auto run = near_;
    for (int steps = 0; steps < 4; ++steps) {
      const auto next = std::next(run);
      if (block < run->first)
        --run;
      else if (next != runs_.end() && next->first <= block)
        run = next;
      else
        return run;
    }
    return std::prev(runs_.upper_bound(block));
  }

  Runs runs_;            // empty: nothing has happened yet
  Runs::iterator near_;  // the run that was split last, if there are runs
  std::vector<Read> reads_;
};

}  // namespace commlab

#pragma once
// The Schedule as a function in Python writes it: the words of core/schedule, and every mistake that the
// function can make is an exception at the line that makes it.

#include <string>
#include <vector>

#include <pybind11/pybind11.h>

#include "core/schedule/schedule.h"

namespace commlab {

class ScheduleAuthor {
 public:
  explicit ScheduleAuthor(Schedule& schedule) : schedule_(&schedule) {}
  // The schedule is written: it may not be touched any more.
  void close() { schedule_ = nullptr; }

  int ranks() const { return open().ranks(); }
  int root() const { return open().root(); }
  int blocks() const { return open().blocks(); }
  std::int64_t count() const { return open().collective().count; }
  int per_node() const { return open().layout().per_node; }
  std::vector<Rank> order() const { return open().layout().order; }

  void cut_into(int blocks);
  void split_into(int shares);
  Group everyone() { return open().everyone(); }
  Group from_root() { return open().from_root(); }
  Group group(std::vector<Rank> ranks);
  void phase(const std::string& name) { open().phase(name); }
  void next_step() { open().next_step(); }
  void note(std::string text) { open().note(std::move(text)); }
  void every(Group, const Move&);
  void one(Rank from, Rank to, Move);

 private:
  Schedule& open() const;
  void check_step() const;
  void check_move(int members, const Move&) const;
  void check_pattern(const char* name, Pattern, int members, int limit) const;

  Schedule* schedule_;
};

void add_schedule_to(pybind11::module_&);

}  // namespace commlab

#pragma once
// Runs one set of programs again and again: all ranks in this process (Executor), each rank in a process of
// its own (GroupRunner), or with a library (NcclRunner).

#include <chrono>
#include <vector>

#include "core/base/error.h"
#include "core/collective/data_pattern.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"
#include "gpu/output_check.h"

namespace commlab {

class Runner {
 public:
  virtual ~Runner() = default;

  // The order of the programs. A native collective has one lane for each rank, and no instructions.
  virtual const IssueOrder& order() const = 0;

  // Fills all buffers with poison, then makes each rank's input.
  virtual Status fill(DataPattern) = 0;
  // Whether stamps within a run make it slower, so that stamp_every_step() matters.
  virtual bool stamps_take_time() const { return false; }
  // False: from now on, runs are as fast as they can be, and last() has their first and last times only. At
  // the beginning, every step is stamped.
  virtual void stamp_every_step(bool) {}
  // From now on, a run is so many calls in a row: each rank begins a call when it has ended the one before.
  // At the beginning, a run is one call.
  virtual void call_in_a_row(int calls) = 0;
  // Does the untimed work that a run needs before it starts. For ranks that start together.
  virtual void get_ready() {}
  // Runs once. Error (Fault::runtime): it did not end within the deadline, with who waits for whom. The
  // runner cannot be used after that.
  // Returns the time of one call.
  virtual Result<Time> run_once(std::chrono::milliseconds deadline) = 0;
  virtual const Iteration& last() const = 0;

  // Compares the outputs with what is promised for this data, where they are. REQUIRES: as check_outputs().
  virtual Result<OutputCheck> check(DataPattern) const = 0;
  // The outputs by rank.
  virtual Result<std::vector<Memory>> outputs() const = 0;
};

}  // namespace commlab

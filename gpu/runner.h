#pragma once
// Whoever can run one set of programs once, as often as it is asked: all ranks in this process (Executor),
// each rank in a process of its own (GroupRunner), or a library that knows the collective (NCCL).

#include <chrono>
#include <vector>

#include "core/base/error.h"
#include "core/collective/data_pattern.h"
#include "gpu/issue_order.h"
#include "gpu/iteration.h"

namespace commlab {

class Runner {
 public:
  virtual ~Runner() = default;

  // Of what it runs; of a native collective, one lane for each rank, and no instructions.
  virtual const IssueOrder& order() const = 0;

  // Poisons all buffers, then fills the inputs, one for each rank.
  virtual Status fill(const std::vector<Memory>& inputs) = 0;
  // Does now what a run needs and nobody wants to measure; for who is to start with others at one moment.
  virtual void get_ready() {}
  // Once. One that does not end within the deadline is an error (Fault::runtime) that names who waits
  // for whom; the runner is then of no more use.
  virtual Result<Time> run_once(std::chrono::milliseconds deadline) = 0;
  virtual const Iteration& last() const = 0;

  // Every rank's; the inputs so far as they are not overwritten in place.
  virtual Result<std::vector<Memory>> inputs() const = 0;
  virtual Result<std::vector<Memory>> outputs() const = 0;
};

}  // namespace commlab

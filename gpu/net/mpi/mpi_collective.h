#pragma once
// Runs MPI's own collective for this process's rank, or for p2p and sendrecv its blocking messages: one call
// or several in a row, between two readings of the clock. MPI chooses algorithm and order of additions. All
// data are in the host's memory.

#include <memory>
#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/host/host_device.h"
#include "gpu/net/mpi/mpi_calls.h"
#include "gpu/rank_memory.h"
#include "gpu/runner.h"

namespace commlab {

// Errors: MPI has no such type (floats of 16 and 8 bits), operation (avg) or in-place form, or cannot count
// so many bytes. Our schedules can do all of these.
Status mpi_can_do(const Collective&);

class MpiCollective : public Runner {
 public:
  struct Arrival {
    bool is_absent = false;  // this rank never calls
    Time late{};             // or calls so much later
  };
  // The programs, the device, which gives the memory, and MPI must outlive it. REQUIRES: native_programs().
  // Errors: as mpi_can_do(); too little memory.
  static Result<std::unique_ptr<MpiCollective>> prepare(const Programs&, const MpiCalls&, Rank self, Arrival,
                                                        HostDevice&);

  const IssueOrder& order() const override { return order_; }
  Status fill(DataPattern) override;
  void call_in_a_row(int calls) override { last_.calls = calls; }
  // A call that does not return by the deadline cannot be taken back, so it ends all processes of the job.
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  Result<OutputCheck> check(DataPattern) const override;
  Result<std::vector<Memory>> outputs() const override;  // other ranks' are empty

 private:
  MpiCollective(const Programs&, const MpiCalls&, Rank self, Arrival, IssueOrder, RankMemory);

  std::span<std::byte> input() const;
  std::span<std::byte> output() const;

  const Programs& programs_;
  const MpiCalls& calls_;
  const Rank self_;
  const Arrival arrival_;
  IssueOrder order_;
  RankMemory memory_;
  Iteration last_;
};

}  // namespace commlab

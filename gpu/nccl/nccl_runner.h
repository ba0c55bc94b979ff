#pragma once
// Runs NCCL's own collective, or one of our schedules with NCCL's messages, for the ranks of this process.
//
// NCCL itself decides when it enqueues its work on streams, so a round can be issued only after the
// communicators have settled the round before. So issuing is timed here, unlike on the cuda device: an
// iteration lasts from just before the first call to the end of the last rank on its GPU.

#include <memory>
#include <optional>
#include <vector>

#include "gpu/nccl/nccl_communicators.h"
#include "gpu/nccl/nccl_rank.h"
#include "gpu/nccl/nccl_schedule.h"
#include "gpu/runner.h"

namespace commlab {

class NcclRunner : public Runner {
 public:
  // See make_nccl_runner().
  static Result<std::unique_ptr<NcclRunner>> prepare(const Programs&, const NcclMembers&);

  const IssueOrder& order() const override { return order_; }
  Status fill(const std::vector<Memory>& inputs) override;
  void get_ready() override;
  // If the run does not end in time, the communicators are aborted.
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  Result<std::vector<Memory>> inputs() const override;
  Result<std::vector<Memory>> outputs() const override;

  // The precision of the last run's stamps, in words.
  std::string stamps();

 private:
  using Clock = NcclCommunicators::Clock;

  NcclRunner(const Programs& programs, IssueOrder order, const NcclMembers& members);

  Status set_up(const NcclMembers&);
  bool is_absent(const NcclRank&) const;
  Status status() const;
  bool issue_native(Clock::time_point limit);
  bool issue_rounds(Clock::time_point limit);
  bool issue_round(int round, Clock::time_point limit);
  bool wait_for_streams(Clock::time_point limit);
  Error late(std::chrono::milliseconds deadline) const;
  std::string where_it_waits(const NcclRank&) const;
  template <class Of>
  Result<std::vector<Memory>> read(Of buffer) const;
  template <class Visit>
  void for_each_present(Visit visit);

  const Programs* programs_;
  IssueOrder order_;
  std::vector<Rank> absent_;
  std::optional<NcclSchedule> schedule_;  // nullopt: NCCL's own collective
  mutable CudaCalls cuda_;
  NcclCalls nccl_;
  std::vector<std::unique_ptr<NcclRank>> ranks_;
  NcclCommunicators communicators_;
  Iteration last_;
  bool is_ready_ = false;
  HostTime alignment_ = 0;
  std::vector<std::vector<int>> round_marks_;  // by index in ranks_: the number of marks after each round
};

}  // namespace commlab

#pragma once
// Runs NCCL's own collective, or one of our schedules with NCCL's messages, for the ranks of this process.
//
// A rank's time is that between two events on its own stream, before its first call and after its last, as in
// CUDA's own guide; nccl-tests uses the host's clock around many calls. All streams are held until everything
// is enqueued (gpu/cuda/stream_gate.h), so the time of the host's calls is not in it. Only the first run is
// not held: NCCL then connects the ranks and loads its kernels, which may wait for the GPU.

#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "gpu/cuda/stream_gate.h"
#include "gpu/nccl/captured_calls.h"
#include "gpu/nccl/nccl_communicators.h"
#include "gpu/nccl/nccl_on_call.h"
#include "gpu/nccl/nccl_rank.h"
#include "gpu/nccl/nccl_schedule.h"
#include "gpu/runner.h"

namespace commlab {

class NcclRunner : public Runner {
 public:
  // See make_nccl_runner().
  static Result<std::unique_ptr<NcclRunner>> prepare(const Programs&, NcclOnCall&, const NcclMembers&);
  ~NcclRunner() override;

  const IssueOrder& order() const override { return order_; }
  Status fill(DataPattern) override;
  void call_in_a_row(int calls) override { last_.calls = calls; }
  void get_ready() override;
  // If the run does not end in time, or a stop is asked for, the communicators are aborted.
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  Result<OutputCheck> check(DataPattern) const override;
  Result<std::vector<Memory>> outputs() const override;  // empty for ranks that are elsewhere

  // The precision of the last run's stamps, in words.
  std::string stamps();

 private:
  using Clock = NcclCommunicators::Clock;

  NcclRunner(const Programs& programs, IssueOrder order, const NcclMembers& members);

  Status set_up(NcclOnCall&, const NcclMembers&);
  bool is_absent(const NcclRank&) const;
  Status status() const;
  void capture();
  bool replays() const { return graph_ && has_run_; }  // NCCL connects the ranks in the first run
  bool issue(Clock::time_point limit);
  void issue_calls();
  void issue_native();
  void issue_rounds();
  void issue_round(int round);
  void note_times();
  bool wait_for_streams(Clock::time_point limit);
  Error late(std::chrono::milliseconds deadline) const;
  std::string where_it_waits(const NcclRank&) const;
  template <class Visit>
  void for_each_present(Visit visit);
  template <class Visit>
  void in_a_group(Visit visit);
  template <class Visit>
  void for_lanes(const NcclRank&, Visit visit);  // the numbers of the rank's lanes

  const Programs* programs_;
  IssueOrder order_;
  std::vector<Rank> absent_;
  std::stop_token stop_;
  std::optional<NcclSchedule> schedule_;  // nullopt: NCCL's own collective
  mutable CudaCalls cuda_;
  NcclCalls nccl_;
  std::vector<std::unique_ptr<NcclRank>> ranks_;
  std::shared_ptr<NcclCommunicators> communicators_;
  std::optional<CapturedCalls> graph_;  // nullopt: calls are not replayed from a graph
  int captured_ = 0;                    // calls in the graph
  StreamGate gate_;
  bool has_run_ = false;
  Iteration last_;
  bool is_ready_ = false;
  HostTime alignment_ = 0;
  HostTime time_to_issue_ = 0;                 // one call of all ranks here
  bool stuck_ = false;                         // a call of NCCL did not return in time
  std::vector<std::vector<int>> round_marks_;  // by index in ranks_: the number of marks after each round
};

}  // namespace commlab

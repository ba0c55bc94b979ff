#pragma once
// A Runner whose ranks are members of a group. The runner sends them the programs, and sets the time at which
// all members start. Each member makes its own input, and checks its own output. Each member times itself, on
// its own clock, so neither the offset of clocks nor a late start of another member is part of its time. Only
// a trace needs their stamps on one time axis.

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/programs/programs.h"
#include "gpu/net/group/questions.h"
#include "gpu/net/meeting/process_group.h"
#include "gpu/runner.h"

namespace commlab {

class GroupRunner : public Runner {
 public:
  struct Options {
    JobTerms terms{};
    // How long to wait for any answer except that to a run, besides the time to transfer the answer.
    std::chrono::milliseconds patience{};
    std::vector<HostTime> ahead{};  // by rank: the member's clock minus ours
    // How a lost member ended, as Company::fate().
    std::function<std::string(Rank)> fate{};
  };
  // Programs and group must outlive it. REQUIRES: order = issue_order(programs); as many members as ranks.
  // Errors (Fault::runtime): a member refuses, does not answer, or is lost.
  static Result<std::unique_ptr<GroupRunner>> prepare(const Programs&, IssueOrder, ProcessGroup&, Options);

  // How many GPUs the members use together; 0: not all members use one.
  int gpus() const { return gpus_; }

  const IssueOrder& order() const override { return order_; }
  Status fill(DataPattern) override;
  // REQUIRES: one call, unless a library performs the collective, or NCCL carries the messages.
  void call_in_a_row(int calls) override { last_.calls = calls; }
  Result<Time> run_once(std::chrono::milliseconds deadline) override;
  const Iteration& last() const override { return last_; }
  Result<OutputCheck> check(DataPattern) const override;
  Result<std::vector<Memory>> outputs() const override;

 private:
  GroupRunner(const Programs&, IssueOrder, ProcessGroup&, Options);

  std::vector<Bytes> sizes_of_outputs() const;  // by rank
  // Sends the questions and returns the answers of all members, which must be of this kind. A member may take
  // `longer` than the patience, and its answer may have so many bytes.
  Result<std::vector<NetMessage>> ask(const std::function<NetMessage(Rank)>& question, std::string_view kind,
                                      std::chrono::milliseconds longer = {}, Bytes most = {0}) const;
  std::chrono::milliseconds time_to_compute() const;
  Status tell(Rank, const NetMessage&) const;
  // "rank 2 (process 4711 on blue) was ended by signal 9 (Killed)"
  std::string lost(Rank, const Error&) const;
  Error lost(const Answers&) const;
  // Returns whether all members ended.
  Result<bool> take_stamps(const Answers&);
  Error late_or_silent(const Answers&, std::chrono::milliseconds deadline) const;

  const Programs& programs_;
  IssueOrder order_;
  ProcessGroup& group_;
  Options options_;
  int gpus_ = 0;
  Iteration last_;
};

}  // namespace commlab

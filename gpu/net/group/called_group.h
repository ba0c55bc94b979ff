#pragma once
// A group of members that were started or launched and have joined. The members know each other's addresses,
// and the coordinator knows the offsets of their clocks.

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <stop_token>
#include <vector>

#include "core/base/error.h"
#include "core/experiment/choices.h"
#include "core/machine/provenance.h"
#include "gpu/nccl/nccl_on_call.h"
#include "gpu/net/group/company.h"
#include "gpu/net/group/group_runner.h"
#include "gpu/net/group/heartbeat.h"
#include "gpu/net/meeting/process_group.h"

namespace commlab {

struct CallOptions {
  // This process is rank 0 of a launched group (commlab launch, torchrun). nullopt: the members are started
  // here, on loopback.
  std::optional<GroupPlace> place{};
  StartCompany start = start_threads;
  std::chrono::milliseconds to_join{30'000};    // if a member dies earlier, the error comes at once
  std::chrono::milliseconds to_answer{20'000};  // for answers that need no long work
};

class CalledGroup {
 public:
  // Errors (Fault::runtime): a rank that never joined; a rank that died before it joined; no port to meet at;
  // a stop was asked for.
  static Result<std::unique_ptr<CalledGroup>> call(int ranks, const CallOptions&,
                                                   const std::stop_token& = {});

  // Tells the members that everything is done, or after end_because() the reason why not.
  ~CalledGroup();
  CalledGroup(const CalledGroup&) = delete;
  CalledGroup& operator=(const CalledGroup&) = delete;

  int ranks() const { return members_.ranks(); }
  // Launched members will fail with this reason. Members that were started here just end, so that one failure
  // is reported only once.
  void end_because(Error why);
  // Ends the processes that were started here, and closes the connections to all members, so that whatever
  // waits for them ends with an error. Any thread may call this. The group is of no use after it.
  void hang_up();
  // How many processors the members may use together. REQUIRES: all members are on one computer.
  int processors() const;
  // What decides this backend's times on the computers of the members: one answer of each computer except
  // this process's own, from its lowest rank. Computers are named as the system names them; if that name is
  // another computer's, too, "rank 4". Errors (Fault::runtime): a member does not answer, is lost, or its
  // answer has a wrong field.
  Result<std::vector<ComputersFound::Other>> other_computers(BackendName);
  // The largest error of the members' clock offsets.
  HostTime alignment() const { return alignment_; }
  // The ids with which the members join NCCL's communicators.
  NcclOnCall& nccl() { return nccl_; }
  // See GroupRunner::prepare(). The group itself sets the options patience, ahead and fate.
  Result<std::unique_ptr<GroupRunner>> runner(const Programs&, IssueOrder, GroupRunner::Options);

 private:
  CalledGroup(std::unique_ptr<Company>, ProcessGroup members, const CallOptions&);
  Status introduce();
  Status align_clocks();

  // The order of these fields matters: first the channels close, then the processes or threads that still run
  // are ended.
  std::unique_ptr<Company> company_;
  ProcessGroup members_;
  bool launched_;
  std::atomic<bool> hung_up_ = false;
  std::optional<Error> failure_;
  std::chrono::milliseconds to_answer_;
  std::chrono::milliseconds to_join_;  // the longest that a member waits for the others
  std::vector<HostTime> ahead_;
  HostTime alignment_ = 0;
  std::unique_ptr<Heartbeat> heartbeat_;
  NcclOnCall nccl_;
};

// The current group. It is kept for all runs with the same number of ranks. After a run that failed, dissolve
// it; the next run then starts a new group. A launched group cannot be started again: its processes have
// ended.
class GroupOnCall {
 public:
  explicit GroupOnCall(CallOptions options) : options_(std::move(options)) {}

  // Errors: as CalledGroup::call(); the launched group has another number of ranks (Fault::input), or was
  // dissolved.
  Result<CalledGroup*> of(int ranks, const std::stop_token& = {});
  // The place of this process in a launched group; nullopt: the members are started here.
  const std::optional<GroupPlace>& place() const { return options_.place; }
  // As CalledGroup's, of the launched group, which is called first. After an error the group is dissolved.
  // REQUIRES: place().
  Result<std::vector<ComputersFound::Other>> other_computers(BackendName);
  void dissolve(const Error& why);

 private:
  CallOptions options_;
  std::unique_ptr<CalledGroup> group_;
  std::optional<Error> why_dissolved_;  // for a launched group: why it was dissolved
};

}  // namespace commlab

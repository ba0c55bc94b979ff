#pragma once
// A group of members, from the call to its end: those who were started or launched have joined, know one
// another, and their clocks are known.

#include <chrono>
#include <memory>
#include <optional>
#include <vector>

#include "core/base/error.h"
#include "gpu/net/company.h"
#include "gpu/net/group_runner.h"
#include "gpu/net/heartbeat.h"
#include "gpu/net/process_group.h"

namespace commlab {

struct CallOptions {
  // This process is rank 0 of a group that somebody launched (commlab launch, torchrun). None: the members
  // are started here, on loopback.
  std::optional<GroupPlace> place{};
  StartCompany start = start_threads;
  std::chrono::milliseconds to_join{30'000};    // who dies before is told at once
  std::chrono::milliseconds to_answer{20'000};  // what takes no time of its own: members make memory, say
};

class CalledGroup {
 public:
  // Errors (Fault::runtime): who never joined, who died before it could, no port to meet at.
  static Result<std::unique_ptr<CalledGroup>> call(int ranks, const CallOptions&);

  // Members are told that all is done; or, after end_because(), why it is not.
  ~CalledGroup();
  CalledGroup(const CalledGroup&) = delete;
  CalledGroup& operator=(const CalledGroup&) = delete;

  int ranks() const { return members_.ranks(); }
  // Whoever launched the members sees each of them fail. Those that were started here just end: one failure
  // is told once.
  void end_because(Error why);
  // How far the members' clocks may be off ours.
  HostTime alignment() const { return alignment_; }
  // See GroupRunner::prepare(); of the options, what the group knows itself need not be said.
  Result<std::unique_ptr<GroupRunner>> runner(const Programs&, IssueOrder, GroupRunner::Options);

 private:
  CalledGroup(std::unique_ptr<Company>, ProcessGroup members, const CallOptions&);
  Status introduce();

  // In this order: channels close, then whoever is left is ended.
  std::unique_ptr<Company> company_;
  ProcessGroup members_;
  bool launched_;
  std::optional<Error> failure_;
  std::chrono::milliseconds to_answer_;
  std::vector<HostTime> ahead_;
  HostTime alignment_ = 0;
  std::unique_ptr<Heartbeat> heartbeat_;
};

// The group of the moment. It stays together for all runs with as many ranks; after one that failed it is to
// be dissolved, and the next run calls another one together: but for a launched group, whose processes have
// ended.
class GroupOnCall {
 public:
  explicit GroupOnCall(CallOptions options) : options_(std::move(options)) {}

  // Errors: as CalledGroup::call(); a launched group has another number of ranks (Fault::input), or was
  // dissolved.
  Result<CalledGroup*> of(int ranks);
  void dissolve(const Error& why);

 private:
  CallOptions options_;
  std::unique_ptr<CalledGroup> group_;
  std::optional<Error> why_dissolved_;  // of a launched one
};

}  // namespace commlab

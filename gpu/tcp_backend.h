#pragma once
// The tcp backend: each rank of the programs in a process of its own, messages over sockets. Checked, then
// timed, as on the host. The group stays together for all runs with as many ranks; after a run that failed
// it is dissolved, and the next run calls another one together.

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include "core/error.h"
#include "core/run.h"
#include "gpu/host_backend.h"
#include "gpu/net/company.h"

namespace commlab {

struct TcpOptions {
  // This process is rank 0 of a group that somebody launched (commlab launch, torchrun). None: the members
  // are started here, on loopback.
  std::optional<GroupPlace> place{};
  StartCompany start = start_threads;
  std::chrono::milliseconds to_join{10'000};
  std::chrono::milliseconds to_answer{20'000};  // what takes no time of its own: members make memory, say
};

class TcpBackend {
 public:
  explicit TcpBackend(TcpOptions);
  ~TcpBackend();

  // See run_on_host(). Errors (Fault::runtime) beside its own: who never joined; who was lost in mid-run, and
  // how; programs that reach into other ranks' memory; a launched group of another size.
  Result<Run> run(const Programs&, const RunOptions&, const HostOptions& = {});

 private:
  class CalledGroup;
  Result<CalledGroup*> group_of(int ranks);

  TcpOptions options_;
  std::unique_ptr<CalledGroup> group_;
};

}  // namespace commlab

#pragma once
// What may be wrong with a machine or a run, each with how the run goes where it is so: the same machine with
// its NICs at half their rate, the same run with NVLS off.

#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "core/published/published_setting.h"

namespace commlab {

// A run whose times are judged, as it should be, or as it is where something is wrong.
struct CheckedRun {
  Machine machine;
  PublishedSetting setting;
  std::vector<std::string> slow{}, cut{};  // damage of the machine, as in DamageWords
};

// The same machine with other words for the network between its nodes, as they follow a cluster's node:
// "tcp", "leaf=1,2:1". An error: they do not suit this machine.
using Rewire = std::function<Result<Machine>(std::string_view words)>;

// One form in which a cause may be there.
struct Suspicion {
  std::string what;  // "node0.nic0 gives half its rate"
  CheckedRun run;
};

struct Cause {
  std::string_view name;  // "half-nic"
  std::string_view what;  // "NICs give half their rate"
  std::string_view look;  // what shows it without a timing
  // The forms that it may take in this run; none: it cannot be the cause here, or the run is already so.
  std::vector<Suspicion> (*forms)(const CheckedRun&, const Rewire&);
};
std::span<const Cause> causes();

// The run as it may be as well, because the file does not say it: one thread starts all GPUs, another NCCL
// ran.
std::vector<Suspicion> other_readings(const CheckedRun&);

}  // namespace commlab

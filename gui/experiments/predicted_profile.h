#pragma once
// The collectives of a training step, as torch.profiler measured them, beside what is predicted for a
// machine.

#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "core/machine/topology.h"
#include "core/published/torch_profile.h"
#include "gui/experiments/tools.h"

namespace commlab {

// Calls of the same collective on as much data, by the same ranks.
struct ProfiledRow {
  ProfiledCall call;  // the first of them
  int calls = 0;
  Time least{};  // of the measured times
  Time median{};
  Time all{};                   // their sum
  Result<Time> predicted = {};  // of one call; an error says why it cannot be predicted
  // The median measured time over the predicted one; nothing where there is no prediction, or none takes
  // time.
  std::optional<double> ratio() const;
  std::string algorithm{};  // as it was predicted
  // The GPUs that take part, where they are not the first ones of the machine.
  std::vector<NodeId> gpus{};
};

struct PredictedProfile {
  TorchProfile profile;
  Experiment like;                // as asked for
  std::string machine_title;      // "8 NVIDIA H100 ..."
  std::string other_gpu;          // a sentence, if the machine has other GPUs than those of the trace
  std::vector<ProfiledRow> rows;  // the one that took longest in all first
};

// `like`: the machine, and how collectives are predicted: its algorithm, NCCL's settings. An error: no such
// machine.
Result<PredictedProfile> predict_profile(TorchProfile, const Experiment& like, const Tools&);

}  // namespace commlab

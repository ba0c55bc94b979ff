#pragma once
// The run of nccl-tests that tells two causes apart: where their times differ the most.

#include <optional>

#include "core/check/suspects.h"

namespace commlab {

struct TellingRun {
  CollectiveKind kind;
  Bytes size;
  int ranks, nodes;
  Time by_first, by_second;
};

// On the machine of the table, with all ranks of its largest row, or on one node. nullopt: no run tells them
// apart by more than predictions are off.
std::optional<TellingRun> telling_run(const PublishedTable&, const Hypothesis& first,
                                      const Hypothesis& second, const Predict&, int cores);

}  // namespace commlab

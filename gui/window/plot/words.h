#pragma once
// The plot's sentences: how good a prediction is, and how a bandwidth is computed.

#include <string>
#include <vector>

#include "core/base/units.h"
#include "core/collective/collective.h"
#include "gui/window/run/window_tools.h"

namespace commlab {

inline constexpr double good_prediction = 0.10, fair_prediction = 0.25;  // shares of the measured time

// One size, as predicted and as it was measured.
struct PlotPair {
  Bytes size;
  Time predicted;
  Time measured;
};
// How good the prediction is: "within 10 % from 1 MiB; below, the model is optimistic by 34 %". Optimistic:
// the run took longer than predicted. The percentage is a share of the measured time, the median of these
// sizes. The pairs are in order of size.
std::string accuracy_sentence(const std::vector<PlotPair>&);
std::vector<PlotPair> pairs_of(const std::vector<SweepPoint>&);
std::vector<PlotPair> pairs_of(const Overlay&);
// Why a table says little about the run: "these are broadcasts on 4 ranks; the run is an all_reduce on 8".
// Empty if both are of the same collective on the same number of ranks.
std::string mismatch_sentence(const Overlay&, CollectiveKind, int ranks);

// The bus bandwidth as nccl-tests defines it, GB/s per direction; and how it is computed: "450 GB/s =
// 2(8-1)/8 × 64 MiB / 261 us".
double busbw_of(CollectiveKind, int ranks, Bytes, Time);
std::string busbw_sentence(CollectiveKind, int ranks, Bytes, Time);

}  // namespace commlab

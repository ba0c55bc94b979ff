#pragma once
// What is true of a GPU now, whether it is drawn as its buffer, a disc or a square.

#include "gui/window/run/shown.h"
#include "gui/window/run/topology_index.h"
#include "gui/window/topology/holdings.h"

namespace commlab {

inline constexpr double unused_gpu = 0.45;  // how strong a GPU is on which no rank runs

class GpuState {
 public:
  GpuState(const TopologyIndex& index, const Shown& shown) : index_(index), shown_(shown), holdings_(shown) {}

  bool has_rank(Rank gpu) const { return gpu < shown_.scene.trace().collective.ranks; }
  // Whether everything that was promised to the rank is there. False if nothing was promised: no tick then.
  bool complete(Rank gpu) const {
    return has_rank(gpu) && index_.promised[gpu] && holdings_.known() && holdings_.complete(gpu);
  }
  bool stands_out(Rank gpu) const { return shown_.emphasis && shown_.emphasis->has_node(gpu); }
  // Whether it is drawn faintly: no rank runs on it, or other GPUs stand out.
  bool is_calm(Rank gpu) const {
    const bool others_do = shown_.emphasis && shown_.emphasis->any_node() && !stands_out(gpu);
    return !has_rank(gpu) || others_do;
  }

 private:
  const TopologyIndex& index_;
  const Shown& shown_;
  TopologyHoldings holdings_;
};

}  // namespace commlab

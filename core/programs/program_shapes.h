#pragma once
// Writes the programs of ranks whose actions differ only in names once. On a cluster, most ranks do what some
// other rank does with other peers, in other steps, on other blocks:
//
//   rank 8:   from 0 block 3, then to 24 block 3        first from peer 0 block 0, then to peer 1 block 0
//   rank 10:  from 2 block 5, then to 26 block 5        the same
//
// What waits for what does not depend on names: it is found once for each shape, and copied with the names of
// each rank. Blocks are turned, all by the same number of places. Ranks that name the same steps and blocks
// share their instructions.

#include <cstdint>
#include <map>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/base/index.h"
#include "core/programs/program_writer.h"
#include "core/programs/programs.h"

namespace commlab {

class ProgramShapes {
 public:
  // `ranks` and `groups`: of the programs; names are below these. `fused`: receive-sends are fused.
  ProgramShapes(const ProgramWriter::Shape& shape, int ranks, int groups, bool fused)
      : writer_(shape),
        blocks_(shape.blocks),
        fused_(fused),
        peer_places_(index(ranks), unnamed),
        group_places_(index(groups), unnamed) {}

  // The program of the rank that does this. REQUIRES: as ProgramWriter::add.
  Program program(std::vector<Action> actions);

 private:
  static constexpr int unnamed = -1;
  // What the numbers in a shape stand for: the n-th peer, group or step of a rank; blocks count from `block`.
  struct Names {
    std::vector<int> peers;
    std::vector<int> groups;
    std::vector<int> steps;
    int block = 0;
  };
  using BlockAndSteps = std::pair<int, std::vector<int>>;
  struct Written {
    std::vector<Action> actions;
    Program program;
    std::map<BlockAndSteps, Program> moved;  // programs of ranks, but for their peers and groups
  };

  Names take_names(std::vector<Action>& actions);
  Written* known(std::uint64_t hash, const std::vector<Action>& actions);
  Written written(std::vector<Action> actions);
  const Program& moved(Written&, const Names&) const;

  ProgramWriter writer_;
  int blocks_;
  bool fused_;
  std::vector<int> peer_places_;  // by name: the place among the names of a rank, while it is looked at
  std::vector<int> group_places_;
  std::unordered_multimap<std::uint64_t, Written> shapes_;  // by hash
  std::int64_t kept_ = 0;                                   // instructions of the shapes
};

}  // namespace commlab

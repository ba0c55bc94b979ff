#pragma once
// Where the ranks of the NCCL of paper meet.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/nccl/paper_operation.h"

namespace commlab::paper_nccl {

// All communicators of one id.
struct World {
  int ranks = 0;
  std::set<int> joined;
  std::map<int, std::vector<Shared>> collectives;  // that arrived, by number
  std::map<std::pair<int, int>, std::deque<Shared>> sends;
  std::map<std::pair<int, int>, std::deque<Shared>> receives;
};

}  // namespace commlab::paper_nccl

struct ncclComm {
  std::shared_ptr<commlab::paper_nccl::World> world;
  int rank = 0;
  bool blocking = true;
  int collectives = 0;
  std::uint32_t looks = 0;  // that find it in progress
  std::vector<std::vector<commlab::paper_nccl::Shared>> to_launch;
};

namespace commlab::paper_nccl {

// A rank's stream got there: what waited for nothing else is done. Calls that do not fit together never end.
void arrive(const Shared&);
// As if it had never come.
void leave(const Shared&);

}  // namespace commlab::paper_nccl

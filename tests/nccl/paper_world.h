#pragma once
// Where the ranks of the paper NCCL meet.

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <set>
#include <utility>
#include <vector>

#include "tests/nccl/paper_operation.h"

namespace commlab::paper_nccl {

// All communicators with one id.
struct World {
  int ranks = 0;
  std::set<int> joined;
  std::map<int, std::vector<Shared>> collectives;  // the calls that have arrived, by the collective's number
  std::map<std::pair<int, int>, std::deque<Shared>> sends;
  std::map<std::pair<int, int>, std::deque<Shared>> receives;
};

}  // namespace commlab::paper_nccl

struct ncclComm {
  std::shared_ptr<commlab::paper_nccl::World> world;
  int rank = 0;
  bool blocking = true;
  int collectives = 0;
  std::uint32_t looks = 0;  // how many more times it says that it is in progress
  std::vector<std::vector<commlab::paper_nccl::Shared>> to_launch;
};

namespace commlab::paper_nccl {

// A rank's stream has reached the operation: all that waited only for it is done. Calls that do not fit never
// end.
void arrive(const Shared&);
// Removes the operation, as if it had never arrived.
void leave(const Shared&);

}  // namespace commlab::paper_nccl

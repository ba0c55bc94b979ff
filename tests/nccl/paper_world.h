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
  std::set<int> collecting;               // ranks that have made a collective: all of them connect then
  std::set<std::pair<int, int>> sending;  // ways over which a rank has sent, and over which one has received:
  std::set<std::pair<int, int>> receiving;         // the two connect when both have
  std::map<int, std::vector<Shared>> collectives;  // the calls that have arrived, by the collective's number
  std::map<std::pair<int, int>, std::deque<Shared>> sends;
  std::map<std::pair<int, int>, std::deque<Shared>> receives;
};

}  // namespace commlab::paper_nccl

struct ncclComm {
  std::shared_ptr<commlab::paper_nccl::World> world;
  int rank = 0;
  int collectives = 0;
  std::vector<std::weak_ptr<void>> captured;  // work of graphs that were not destroyed yet
};

namespace commlab::paper_nccl {

// A rank's stream has reached the operation: all that waited only for it is done. Calls that do not fit never
// end.
void arrive(const Shared&);
// Says that the rank is about to enqueue the operation for the first time, and whether all ranks that it must
// connect with have said the same.
void connect(const Operation&);
bool is_connected(const World&, int rank, const Operation&);
// Removes the operation, as if it had never arrived.
void leave(const Shared&);

}  // namespace commlab::paper_nccl

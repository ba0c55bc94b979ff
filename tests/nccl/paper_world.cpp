#include "tests/nccl/paper_world.h"

#include <algorithm>
#include <cstring>

namespace commlab::paper_nccl {
namespace {

bool same(const Operation& a, const Operation& b) {
  return a.kind == b.kind && a.count == b.count && a.type == b.type && a.op == b.op && a.root == b.root;
}

}  // namespace

void arrive(const Shared& operation) {
  World& world = *operation->comm->world;
  operation->arrived = true;
  if (operation->kind != Kind::send && operation->kind != Kind::receive) {
    auto& calls = world.collectives[operation->number];
    calls.push_back(operation);
    if (static_cast<int>(calls.size()) < world.ranks) return;
    std::ranges::sort(calls, {}, [](const Shared& call) { return call->comm->rank; });
    if (std::ranges::all_of(calls, [&](const Shared& call) { return same(*call, *calls[0]); }))
      perform(calls);
    return;
  }
  const bool sends = operation->kind == Kind::send;
  const int self = operation->comm->rank;
  const std::pair way = sends ? std::pair(self, operation->root) : std::pair(operation->root, self);
  (sends ? world.sends : world.receives)[way].push_back(operation);
  auto& from = world.sends[way];
  auto& to = world.receives[way];
  while (!from.empty() && !to.empty() && bytes_of(*from.front()) == bytes_of(*to.front())) {
    if (to.front()->count > 0) std::memmove(to.front()->into, from.front()->from, bytes_of(*from.front()));
    from.front()->done = to.front()->done = true;
    from.pop_front();
    to.pop_front();
  }
}

namespace {

bool is_message(const Operation& operation) {
  return operation.kind == Kind::send || operation.kind == Kind::receive;
}
std::pair<int, int> way_of(int rank, const Operation& operation) {
  return operation.kind == Kind::send ? std::pair(rank, operation.root) : std::pair(operation.root, rank);
}

}  // namespace

void connect(const Operation& operation) {
  World& world = *operation.comm->world;
  const int rank = operation.comm->rank;
  if (!is_message(operation))
    world.collecting.insert(rank);
  else
    (operation.kind == Kind::send ? world.sending : world.receiving).insert(way_of(rank, operation));
}

bool is_connected(const World& world, int rank, const Operation& operation) {
  if (!is_message(operation)) return static_cast<int>(world.collecting.size()) == world.ranks;
  const auto way = way_of(rank, operation);
  return world.sending.contains(way) && world.receiving.contains(way);
}

void leave(const Shared& operation) {
  World& world = *operation->comm->world;
  for (auto* queues : {&world.sends, &world.receives})
    for (auto& [way, queue] : *queues) std::erase(queue, operation);
  for (auto& [number, calls] : world.collectives) std::erase(calls, operation);
}

}  // namespace commlab::paper_nccl

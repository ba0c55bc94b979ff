#include "core/programs/fuse.h"

#include <algorithm>
#include <utility>

#include "core/base/index.h"

namespace commlab {
namespace {

bool passes_on(const Instruction& receive, const Instruction& send) {
  return (receive.op == Opcode::recv || receive.op == Opcode::recv_reduce) && send.op == Opcode::send &&
         send.source == receive.target && send.part == receive.part && send.blocks == receive.blocks &&
         send.spacing == receive.spacing;
}

void pass_on(Instruction& receive) {
  receive.op = receive.op == Opcode::recv ? Opcode::recv_send : Opcode::recv_reduce_send;
}

class Fusion {
 public:
  explicit Fusion(Program&& program)
      : program_(std::move(program)),
        awaited_(program_.lanes.size()),
        followers_(program_.lanes.size()),
        where_(program_.lanes.size()) {
    for (std::size_t l = 0; l < program_.lanes.size(); ++l) {
      const SharedVector<Instruction>& code = program_.lanes[l].code;
      for (const Instruction& i : code)
        for (const Dependency& d : program_.depends_on(i)) awaited_[d.lane].push_back(d.index);
      if (!code.empty() && code[0].dependencies == 1)
        followers_[program_.depends_on(code[0])[0].lane].push_back(l);
    }
    for (std::vector<int>& awaited : awaited_) std::ranges::sort(awaited);
  }

  Program run() {
    std::vector<std::pair<std::size_t, std::size_t>> joined;
    std::vector<bool> taken(program_.lanes.size());
    for (std::size_t l = 0; l < program_.lanes.size(); ++l) {
      const std::size_t next = lane_that_passes_on(l);
      if (next == program_.lanes.size()) continue;
      joined.emplace_back(l, next);
      taken[l] = taken[next] = true;
    }
    for (const auto& [receiving, sending] : joined) join(receiving, sending);
    for (std::size_t l = 0; l < program_.lanes.size(); ++l)
      if (!taken[l]) shorten(l);
    for (Dependency& d : program_.dependencies) d = where_[d.lane][d.index];
    program_.lanes = std::move(lanes_);
    return std::move(program_);
  }

 private:
  // The lane whose n-th instruction sends what the n-th instruction of this lane receives, if nothing else
  // waits for this lane. The number of lanes if there is none.
  std::size_t lane_that_passes_on(std::size_t receiving) const {
    const SharedVector<Instruction>& code = program_.lanes[receiving].code;
    if (awaited_[receiving].size() != code.size()) return program_.lanes.size();
    const auto sends_it = [&](std::size_t l) {
      const Lane& lane = program_.lanes[l];
      if (lane.code.size() != code.size() || lane.channel != program_.lanes[receiving].channel) return false;
      for (std::size_t n = 0; n < code.size(); ++n) {
        const auto waits = program_.depends_on(lane.code[n]);
        const Dependency it{static_cast<int>(receiving), static_cast<int>(n)};
        if (!passes_on(code[n], lane.code[n]) || waits.size() != 1 || waits[0] != it) return false;
      }
      return true;
    };
    const auto found = std::ranges::find_if(followers_[receiving], sends_it);
    return found == followers_[receiving].end() ? program_.lanes.size() : *found;
  }

  void join(std::size_t receiving, std::size_t sending) {
    Lane& lane = program_.lanes[receiving];
    lane.send_peer = program_.lanes[sending].send_peer;
    for (std::size_t n = 0; n < lane.code.size(); ++n) {
      pass_on(lane.code[n]);
      const Dependency both{static_cast<int>(lanes_.size()), static_cast<int>(n)};
      where_[receiving].push_back(both);
      where_[sending].push_back(both);
    }
    lanes_.push_back(std::move(lane));
  }

  // Within a lane: a receive, and the send that follows it; but no receive that others wait for, who would
  // wait for the send, too.
  void shorten(std::size_t l) {
    std::vector<Instruction>& code = program_.lanes[l].code.own();
    where_[l].reserve(code.size());
    std::size_t end = 0;
    for (std::size_t i = 0; i < code.size(); ++i, ++end) {
      const Dependency here{static_cast<int>(lanes_.size()), static_cast<int>(end)};
      where_[l].push_back(here);
      const bool fuses = i + 1 < code.size() && code[i + 1].dependencies == 0 &&
                         passes_on(code[i], code[i + 1]) &&
                         !std::ranges::binary_search(awaited_[l], static_cast<int>(i));
      code[end] = code[i];
      if (!fuses) continue;
      pass_on(code[end]);
      where_[l].push_back(here);
      ++i;
    }
    code.resize(end);
    lanes_.push_back(std::move(program_.lanes[l]));
  }

  Program program_;
  std::vector<std::vector<int>> awaited_;  // by lane: the instructions that dependencies name, in order
  std::vector<std::vector<std::size_t>> followers_;  // by lane: whose first instruction waits for it alone
  std::vector<std::vector<Dependency>> where_;       // by lane and index: where in the result
  std::vector<Lane> lanes_;                          // of the result
};

}  // namespace

Program fused(Program&& program) { return Fusion(std::move(program)).run(); }

}  // namespace commlab

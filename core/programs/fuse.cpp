#include "core/programs/fuse.h"

#include <algorithm>

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
  explicit Fusion(const Program& program) : program_(program), awaited_(program.lanes.size()) {
    for (const Lane& lane : program.lanes)
      for (const Instruction& i : lane.code)
        for (const Dependency& d : program.depends_on(i)) ++awaited_[d.lane];
  }

  Program run() {
    result_.dependencies = program_.dependencies;
    where_.resize(program_.lanes.size());
    std::vector<bool> taken(program_.lanes.size());
    for (std::size_t l = 0; l < program_.lanes.size(); ++l) {
      const std::size_t next = lane_that_passes_on(l);
      if (next == program_.lanes.size()) continue;
      join(l, next);
      taken[l] = taken[next] = true;
    }
    for (std::size_t l = 0; l < program_.lanes.size(); ++l)
      if (!taken[l]) shorten(l);
    for (Dependency& d : result_.dependencies) d = where_[d.lane][d.index];
    return std::move(result_);
  }

 private:
  // The lane whose n-th instruction sends what the n-th instruction of this lane receives, if nothing else
  // waits for this lane. The number of lanes if there is none.
  std::size_t lane_that_passes_on(std::size_t receiving) const {
    const std::vector<Instruction>& code = program_.lanes[receiving].code;
    if (awaited_[receiving] != code.size()) return program_.lanes.size();
    const auto sends_it = [&](const Lane& lane) {
      if (lane.code.size() != code.size() || lane.channel != program_.lanes[receiving].channel) return false;
      for (std::size_t n = 0; n < code.size(); ++n) {
        const auto waits = program_.depends_on(lane.code[n]);
        const Dependency it{static_cast<int>(receiving), static_cast<int>(n)};
        if (!passes_on(code[n], lane.code[n]) || waits.size() != 1 || waits[0] != it) return false;
      }
      return true;
    };
    const auto found = std::ranges::find_if(program_.lanes, sends_it);
    return index(found - program_.lanes.begin());
  }

  void join(std::size_t receiving, std::size_t sending) {
    Lane lane = program_.lanes[receiving];
    lane.send_peer = program_.lanes[sending].send_peer;
    for (std::size_t n = 0; n < lane.code.size(); ++n) {
      pass_on(lane.code[n]);
      const Dependency both{static_cast<int>(result_.lanes.size()), static_cast<int>(n)};
      where_[receiving].push_back(both);
      where_[sending].push_back(both);
    }
    result_.lanes.push_back(std::move(lane));
  }

  // Within a lane: a receive, and the send that follows it.
  void shorten(std::size_t l) {
    Lane lane = program_.lanes[l];
    const std::vector<Instruction> code = std::move(lane.code);
    lane.code.clear();
    const auto put = [&](const Instruction& i) {
      lane.code.push_back(i);
      where_[l].push_back({static_cast<int>(result_.lanes.size()), static_cast<int>(lane.code.size()) - 1});
    };
    for (std::size_t i = 0; i < code.size(); ++i) {
      put(code[i]);
      if (i + 1 == code.size() || code[i + 1].dependencies > 0 || !passes_on(code[i], code[i + 1])) continue;
      pass_on(lane.code.back());
      where_[l].push_back(where_[l].back());
      ++i;
    }
    result_.lanes.push_back(std::move(lane));
  }

  const Program& program_;
  std::vector<std::size_t> awaited_;            // by lane: how many dependencies name it
  std::vector<std::vector<Dependency>> where_;  // by lane and index: where in the result
  Program result_;
};

}  // namespace

Program fused(const Program& program) { return Fusion(program).run(); }

}  // namespace commlab

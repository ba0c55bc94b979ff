#include "core/fuse.h"

namespace commlab {
namespace {

bool passes_on(const Instruction& receive, const Instruction& send) {
  return (receive.op == Opcode::recv || receive.op == Opcode::recv_reduce) && send.op == Opcode::send &&
         send.source == receive.target && send.part == receive.part && send.blocks == receive.blocks &&
         send.spacing == receive.spacing && send.dependencies == 0;
}

// Fuses one lane's pairs; where[i] is the new index of its old instruction i.
std::vector<Instruction> fuse_lane(const std::vector<Instruction>& code, std::vector<int>& where) {
  std::vector<Instruction> shorter;
  for (std::size_t i = 0; i < code.size(); ++i) {
    where.push_back(static_cast<int>(shorter.size()));
    shorter.push_back(code[i]);
    if (i + 1 == code.size() || !passes_on(code[i], code[i + 1])) continue;
    shorter.back().op = code[i].op == Opcode::recv ? Opcode::recv_send : Opcode::recv_reduce_send;
    where.push_back(static_cast<int>(shorter.size()) - 1);
    ++i;
  }
  return shorter;
}

}  // namespace

Program fused(const Program& program) {
  Program result = program;
  std::vector<std::vector<int>> where(program.lanes.size());
  for (std::size_t l = 0; l < program.lanes.size(); ++l)
    result.lanes[l].code = fuse_lane(program.lanes[l].code, where[l]);
  for (Dependency& d : result.dependencies)
    d.index = where[static_cast<std::size_t>(d.lane)][static_cast<std::size_t>(d.index)];
  return result;
}

}  // namespace commlab

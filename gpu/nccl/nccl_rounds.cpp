#include "gpu/nccl/nccl_rounds.h"

#include <algorithm>
#include <cassert>

namespace commlab {
namespace {

Status can_do(const Programs& programs, Opcode op) {
  if (receives(op) && sends(op))
    return fail(
        Fault::runtime,
        "nccl: {} passes messages on as they arrive ({}), but a message of NCCL goes from memory to memory; "
        "leave out --fused",
        programs.algorithm, name_of(op));
  if (shares(op) || meets(op))
    return fail(
        Fault::runtime,
        "nccl: {} stores to and loads from other ranks' memory ({}), but NCCL has only messages; try --on "
        "cuda, or NCCL's own algorithm with --algorithm native",
        programs.algorithm, name_of(op));
  return {};
}

class RoundWriter {
 public:
  RoundWriter(const Programs& programs, const IssueOrder& order) : programs_(programs), order_(order) {
    rounds_.of_message.resize(order.messages.size());
    rounds_.after.resize(order.instructions.size());
    lanes_.resize(order.lanes.size());
    of_connection_.resize(order.connections.size());
    for (std::size_t m = 0; m < order.messages.size(); ++m)
      of_connection_[order.messages[m].connection].push_back(static_cast<int>(m));
  }

  // Goes in issue order, so that everything that an instruction comes after already has its round.
  Result<NcclRounds> write() {
    for (int i = 0; i < static_cast<int>(order_.instructions.size()); ++i) {
      const IssuedInstruction& issued = order_.instructions[i];
      if (const Status able = can_do(programs_, issued.instruction->op); !able)
        return tl::unexpected(able.error());
      int& after = rounds_.after[i];
      after = round_before(issued);
      if (sends(issued.instruction->op)) after = send(issued, after);
      if (receives(issued.instruction->op)) after = std::max(after, rounds_.of_message[issued.incoming]);
      lanes_[issued.lane] = after;
      rounds_.rounds = std::max(rounds_.rounds, after);
    }
    return std::move(rounds_);
  }

 private:
  int round_before(const IssuedInstruction& issued) const {
    int before = lanes_[issued.lane];
    for (const Dependency& needed : programs_.of(issued.rank).depends_on(*issued.instruction))
      before = std::max(before, rounds_.after[order_.find(issued.rank, needed)]);
    return before;
  }

  int send(const IssuedInstruction& issued, int before) {
    const Message& message = order_.messages[issued.outgoing];
    if (message.number >= programs_.slots) {
      const auto& sent = of_connection_[message.connection];
      const int earlier = sent[message.number - programs_.slots];
      const int emptied_by = order_.messages[earlier].receive;
      before = std::max(before, rounds_.after[emptied_by]);
    }
    return rounds_.of_message[issued.outgoing] = before + 1;
  }

  const Programs& programs_;
  const IssueOrder& order_;
  NcclRounds rounds_;
  std::vector<int> lanes_;                       // the round after which each lane's last instruction is done
  std::vector<std::vector<int>> of_connection_;  // connection -> its messages
};

}  // namespace

Result<NcclRounds> nccl_rounds(const Programs& programs, const IssueOrder& order) {
  assert(std::ssize(order.first_lane) == programs.collective.ranks && "the order is that of the programs");
  return RoundWriter(programs, order).write();
}

}  // namespace commlab

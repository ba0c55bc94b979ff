#include "gpu/issue_order.h"

namespace commlab {
namespace {

class Issuer {
 public:
  explicit Issuer(const Programs& programs) : programs_(programs), progress_(programs) {
    order_.of_lane.resize(progress_.lanes().size());
    messages_.resize(progress_.connections().size());
    meetings_.resize(progress_.barriers().size());
  }

  // Goes through all lanes again and again, and issues the instructions that each lane can do, until no lane
  // can go on.
  Result<IssueOrder> run() {
    for (bool moved = true; moved;) {
      moved = false;
      for (int lane = 0; lane < static_cast<int>(progress_.lanes().size()); ++lane)
        while (can_go(lane)) {
          if (const Status issued = issue(lane); !issued) return tl::unexpected(issued.error());
          moved = true;
        }
    }
    if (!progress_.all_finished())
      return fail(Fault::runtime, "the programs cannot end: {}", progress_.deadlock_text());
    for (const Message& message : order_.messages)
      if (message.receive < 0) return never_received(message);
    order_.lanes = progress_.lanes();
    order_.connections = progress_.connections();
    for (Rank rank = 0; rank < programs_.collective.ranks; ++rank)
      order_.first_lane.push_back(progress_.lane_of(rank, 0));
    return std::move(order_);
  }

 private:
  bool can_go(int lane) const { return !progress_.lanes()[lane].finished() && !progress_.needs(lane); }

  Status issue(int lane) {
    const LaneProgress::Lane& state = progress_.lanes()[lane];
    const int id = static_cast<int>(order_.instructions.size());
    IssuedInstruction issued{.lane = lane, .rank = state.rank, .instruction = &state.instruction()};
    const Bytes bytes = programs_.bytes(state.rank, *issued.instruction);
    if (receives(issued.instruction->op)) {
      const int number = progress_.connections()[state.incoming].received;
      issued.incoming = messages_[state.incoming][number];
      Message& message = order_.messages[issued.incoming];
      message.receive = id;
      if (message.bytes != bytes) return sizes_differ(message, issued, bytes);
    }
    if (sends(issued.instruction->op)) {
      auto& sent = messages_[state.outgoing];
      issued.outgoing = static_cast<int>(order_.messages.size());
      order_.messages.push_back({.connection = state.outgoing,
                                 .number = static_cast<int>(sent.size()),
                                 .send = id,
                                 .bytes = bytes});
      sent.push_back(issued.outgoing);
    }
    if (meets(issued.instruction->op)) issued.meeting = meeting_of(state, id);
    order_.instructions.push_back(issued);
    order_.of_lane[lane].push_back(id);
    progress_.advance(lane);
    return {};
  }

  int meeting_of(const LaneProgress::Lane& lane, int id) {
    auto& meetings = meetings_[lane.barrier];
    if (lane.instruction().op == Opcode::wait) return meetings[lane.waits];
    if (lane.arrivals == static_cast<int>(meetings.size())) {
      meetings.push_back(static_cast<int>(order_.meetings.size()));
      order_.meetings.emplace_back();
    }
    const int meeting = meetings[lane.arrivals];
    order_.meetings[meeting].push_back(id);
    return meeting;
  }

  Status sizes_differ(const Message& message, const IssuedInstruction& receive, Bytes expected) const {
    const LaneProgress::Connection& connection = progress_.connections()[message.connection];
    return fail(Fault::runtime, "rank {} expects {} B from rank {} in step {}; rank {} sends it {} B",
                receive.rank, expected.count, connection.from, receive.instruction->step + 1, connection.from,
                message.bytes.count);
  }

  tl::unexpected<Error> never_received(const Message& message) const {
    const LaneProgress::Connection& connection = progress_.connections()[message.connection];
    return fail(Fault::runtime, "rank {} sends rank {} a message in step {}, which nobody receives",
                connection.from, connection.to, order_.instructions[message.send].instruction->step + 1);
  }

  const Programs& programs_;
  LaneProgress progress_;
  std::vector<std::vector<int>> messages_;  // connection -> its messages so far
  std::vector<std::vector<int>> meetings_;  // barrier -> its meetings so far
  IssueOrder order_;
};

}  // namespace

Result<IssueOrder> issue_order(const Programs& programs) { return Issuer(programs).run(); }

}  // namespace commlab

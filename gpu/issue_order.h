#pragma once
// The order in which one thread can issue the instructions of all ranks, such that
// everything an instruction waits for was issued before it; and which send meets which receive.

#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/lane_progress.h"

namespace commlab {

// One message of a connection. Sends and receives are indices into IssueOrder::instructions.
struct Message {
  int connection = 0;
  int number = 0;  // among the connection's; it travels in slot number % slots
  int send = -1;
  int receive = -1;
  Bytes bytes{};
};

struct IssuedInstruction {
  int lane = 0;  // among all lanes of all ranks
  Rank rank = 0;
  const Instruction* instruction = nullptr;
  int incoming = -1;  // message
  int outgoing = -1;
  int meeting = -1;  // that it arrives at, or waits for
};

struct IssueOrder {
  std::vector<LaneProgress::Lane> lanes;  // all at their end
  std::vector<LaneProgress::Connection> connections;
  std::vector<IssuedInstruction> instructions;
  std::vector<Message> messages;
  std::vector<std::vector<int>> meetings;  // the arrivals at each
  std::vector<std::vector<int>> of_lane;   // lane -> its instructions, in order
  std::vector<int> first_lane;             // of each rank

  // The index of the rank's instruction in `instructions`.
  int find(Rank rank, Dependency place) const {
    const int lane = first_lane[static_cast<std::size_t>(rank)] + place.lane;
    return of_lane[static_cast<std::size_t>(lane)][static_cast<std::size_t>(place.index)];
  }
};

// Errors (Fault::runtime): ranks that wait for each other, told as who waits for whom; a
// receive that expects another size than is sent. The programs must outlive the order.
Result<IssueOrder> issue_order(const Programs&);

}  // namespace commlab

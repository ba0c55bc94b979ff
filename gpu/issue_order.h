#pragma once
// An order in which one thread can issue the instructions of all ranks: everything that an instruction waits
// for is issued before this instruction. The order also says which send belongs to which receive.

#include <vector>

#include "core/base/error.h"
#include "core/programs/programs.h"
#include "gpu/lane_progress.h"

namespace commlab {

// One message of a connection. Sends and receives are indices into IssueOrder::instructions.
struct Message {
  int connection = 0;
  int number = 0;  // within the connection; it travels in slot number % slots
  int send = -1;
  int receive = -1;
  Bytes bytes{};
};

struct IssuedInstruction {
  int lane = 0;  // number among all lanes of all ranks
  Rank rank = 0;
  const Instruction* instruction = nullptr;
  int incoming = -1;  // index of the message that it receives; -1: none
  int outgoing = -1;
  int meeting = -1;  // the barrier at which it arrives, or for which it waits
};

struct IssueOrder {
  std::vector<LaneProgress::Lane> lanes;  // all of them finished
  std::vector<LaneProgress::Connection> connections;
  std::vector<IssuedInstruction> instructions;
  std::vector<Message> messages;
  std::vector<std::vector<int>> meetings;  // meeting -> the instructions that arrive
  std::vector<std::vector<int>> of_lane;   // lane -> its instructions, in order
  std::vector<int> first_lane;             // by rank

  // The index of the rank's instruction in `instructions`.
  int find(Rank rank, Dependency place) const {
    const int lane = first_lane[rank] + place.lane;
    return of_lane[lane][place.index];
  }
};

// The programs must outlive the order. Errors (Fault::runtime): ranks that wait for each other, with who
// waits for whom; a receive that expects another size than is sent; a message that nobody receives.
Result<IssueOrder> issue_order(const Programs&);

}  // namespace commlab

#pragma once
// How far every lane of every rank is, and what its next instruction waits for: a dependency, a message, a
// free slot, or another rank's arrival at a barrier. The executor issues instructions in this order. If a run
// cannot end, this shows which rank waits for which.

#include <optional>
#include <string>
#include <vector>

#include "core/programs/programs.h"
#include "core/programs/wait_graph.h"

namespace commlab {

class LaneProgress {
 public:
  struct Lane {
    Rank rank;
    int index;  // index among the rank's lanes
    const commlab::Lane* lane;
    int next = 0;       // index of its next instruction
    int outgoing = -1;  // index of its connection; -1: none
    int incoming = -1;
    int barrier = -1;
    int arrivals = 0;  // number of arrivals so far
    int waits = 0;
    bool finished() const { return next == static_cast<int>(lane->code.size()); }
    const Instruction& instruction() const { return lane->code[next]; }
  };
  struct Connection {
    Rank from;
    Rank to;
    int channel;
    int sender = -1;  // the lane that sends; -1: no lane sends
    int receiver = -1;
    int sent = 0;  // number of messages so far
    int received = 0;
  };
  // The barrier of a group on one channel.
  struct Barrier {
    int group;
    int channel;
    std::vector<int> lanes;  // by member of the group; -1: the member has no lane
  };
  // What a lane needs before it can go on, and the rank and lane that must provide it; -1: there is no such
  // lane.
  struct Need {
    enum class For { dependency, message, slot, arrival } what;
    Rank rank;
    int lane;
  };

  explicit LaneProgress(const Programs&);  // The programs must outlive it.

  const std::vector<Lane>& lanes() const { return lanes_; }
  const std::vector<Connection>& connections() const { return connections_; }
  const std::vector<Barrier>& barriers() const { return barriers_; }
  int lane_of(Rank rank, int index) const { return first_lane_[rank] + index; }

  // nullopt: the lane's next instruction can go. REQUIRES: the lane has not finished.
  std::optional<Need> needs(int lane) const;
  void advance(int lane);  // REQUIRES: the lane has not finished.
  bool all_finished() const;

  // "rank 0 waits for its message of step 1 from rank 3". REQUIRES: needs(lane).
  std::string wait_text(int lane) const;
  // Which lanes wait for which.
  WaitGraph waits() const;
  // Follows the waits from the first lane that waits, until a lane comes a second time or a wait can never
  // end. REQUIRES: no lane can go, and some lane has not finished.
  std::string deadlock_text() const;

 private:
  const Programs& programs_;
  std::vector<Lane> lanes_;
  std::vector<int> first_lane_;  // per rank: its first lane
  std::vector<Connection> connections_;
  std::vector<Barrier> barriers_;
};

}  // namespace commlab

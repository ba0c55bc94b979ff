#pragma once
// How far every lane of every rank is, and what its next instruction waits for: a
// dependency, a message, a free slot, or someone to arrive at a barrier. The executor issues by it, and tells
// by it who held up whom where a run cannot end.

#include <optional>
#include <string>
#include <vector>

#include "core/programs/programs.h"

namespace commlab {

class LaneProgress {
 public:
  struct Lane {
    Rank rank;
    int index;  // among the rank's lanes
    const commlab::Lane* lane;
    int next = 0;       // instruction
    int outgoing = -1;  // connection
    int incoming = -1;
    int barrier = -1;
    int arrivals = 0;  // so far
    int waits = 0;
    bool finished() const { return next == static_cast<int>(lane->code.size()); }
    const Instruction& instruction() const { return lane->code[static_cast<std::size_t>(next)]; }
  };
  struct Connection {
    Rank from;
    Rank to;
    int channel;
    int sender = -1;  // lanes; -1: no lane sends, or receives
    int receiver = -1;
    int sent = 0;  // messages so far
    int received = 0;
  };
  // Of a group, on a channel.
  struct Barrier {
    int group;
    int channel;
    std::vector<int> lanes;  // of its members; -1: none
  };
  // A lane waits for another of its own rank or of `rank`; `lane` is -1 where none will ever do it.
  struct Wait {
    enum class For { dependency, message, slot, arrival } what;
    Rank rank;
    int lane;
  };

  explicit LaneProgress(const Programs&);  // which must outlive it

  const std::vector<Lane>& lanes() const { return lanes_; }
  const std::vector<Connection>& connections() const { return connections_; }
  const std::vector<Barrier>& barriers() const { return barriers_; }
  int lane_of(Rank rank, int index) const { return first_lane_[static_cast<std::size_t>(rank)] + index; }

  // nullopt: the lane's next instruction can go. REQUIRES: the lane has not finished.
  std::optional<Wait> waits_for(int lane) const;
  void advance(int lane);
  bool all_finished() const;

  // "rank 0 waits for a message from rank 3 in step 1". REQUIRES: waits_for(lane).
  std::string wait_text(int lane) const;
  // From the first lane that waits, along who waits for whom, until one comes again.
  // REQUIRES: no lane can go, and some lane has not finished.
  std::string deadlock_text() const;

 private:
  const Programs& programs_;
  std::vector<Lane> lanes_;
  std::vector<int> first_lane_;  // of each rank
  std::vector<Connection> connections_;
  std::vector<Barrier> barriers_;
};

}  // namespace commlab

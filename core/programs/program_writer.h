#pragma once
// Writes the Programs of ranks, one after the other, from what a rank does in each step: puts every action in
// a lane and finds the instructions for which it waits.
//
// Within a step all reads come first, then all writes in the order written: a rank sends
// what it held after all earlier steps. So
//   a read waits for the last write of what it reads,
//   a write waits for the last write and for every read since,
//   a send waits for the rank's last send of an earlier step (of the same part), so that a rank's
//   steps follow one another where no data would make them; unless steps overlap.
// Waiting for an earlier instruction of one's own lane is no dependency: lanes are in order.
//
// What other ranks do to this rank's memory is not seen here. So a barrier counts as an access to all
// of it, or a barrier by piece to a piece of its block: its arrival waits for everything before it, and
// everything after it waits for its wait.

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "core/base/index.h"
#include "core/programs/access_map.h"
#include "core/programs/programs.h"

namespace commlab {

struct Action {
  enum class Kind : std::uint8_t {
    send,
    recv,
    local,
    exchange,  // send and receive
    multicast,
    load_reduce,
    barrier,
    piece_barrier
  } kind = Kind::send;
  int step = 0;
  std::uint8_t phase = 0;
  bool reduces = false;
  int blocks = 1;
  Spacing spacing{};
  int first_part = 0;  // parts first_part .. last_part-1 of each block
  int last_part = 0;
  int send_to = no_peer;
  int recv_from = no_peer;
  int group = no_group;  // index into Programs::groups
  Operand from{};
  Operand into{};
  Operand with{};
  bool operator==(const Action&) const = default;
};

constexpr bool is_barrier(Action::Kind kind) {
  return kind == Action::Kind::barrier || kind == Action::Kind::piece_barrier;
}

class ProgramWriter {
 public:
  struct Shape {
    int parts;   // channels * pieces
    int blocks;  // blocks of the vector
    int pieces;
    bool in_place;       // input and output blocks are one memory
    bool paired_lanes;   // a send and its step's receive share a lane; else each peer has a lane of its own
    bool steps_overlap;  // a send waits for its data alone (Schedule::overlap_steps)
  };
  explicit ProgramWriter(Shape shape)
      : shape_(shape),
        memory_(3 * index(shape.parts)),
        last_send_(index(shape.parts), nothing),
        step_send_(last_send_) {}

  void add(const Action&);  // REQUIRES: steps never go back.
  Program finish();         // and begins the next rank's program

 private:
  static constexpr Dependency nothing = {-1, -1};
  // An instruction of the step that is being written, by its place in pending_, waits for another one.
  struct Wait {
    std::size_t waiting;
    Dependency on;
  };

  void close_step();
  void place_barrier(const Action&);
  void settle_dependencies();
  void place_reads(const Action&, int part);
  void place_writes(const Action&, int part, std::size_t own);
  bool is_nothing(const Action&) const;  // true for a copy onto itself, in place
  std::size_t place(int lane, Opcode, const Action&, int part);
  void read(std::size_t pending, const Operand&, const Action&, int part);
  void write(std::size_t pending, const Operand&, const Action&, int part);
  void wait_for(std::size_t pending, Dependency);
  int lane_of(int channel, int send_peer, int recv_peer);
  int group_lane_of(int channel, int group, Action::Kind);
  int lane_named(std::uint64_t name, const Lane& empty);
  AccessMap& memory(const Operand&, int part);
  // Calls with_run(first, last) for each run of blocks that the action's operand means.
  template <class WithRun>
  void for_runs(const Operand&, const Action&, WithRun with_run) const;
  Buffer mapped(Buffer) const;

  Shape shape_;
  Program program_;
  std::unordered_map<std::uint64_t, int> lanes_;
  std::vector<AccessMap> memory_;      // per buffer and part
  std::vector<Action> step_;           // the actions of this step
  std::vector<std::size_t> own_;       //   places in pending_ of those that both read and write
  std::vector<Dependency> pending_;    // the instructions of the step that is being written
  std::vector<Wait> waits_;            //   for what they wait
  std::vector<Dependency> last_send_;  // per part: the last send in an earlier step
  std::vector<Dependency> step_send_;  // per part: the last send up to this step
};

}  // namespace commlab

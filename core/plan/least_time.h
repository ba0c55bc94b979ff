#pragma once
// A time that a schedule cannot beat in simulation, found without lowering and simulating it. It is the
// larger of two:
//
//   traffic   what the ranks of one node send must cross the links of their routes: bytes / bandwidth; and a
//             NIC posts one first message to a peer after another
//   way       one block is passed on from rank to rank: the sum of what each message costs on its way
//
// Both leave out waiting, work and most of the data, and faults only make messages slower. So the simulated
// time is never shorter. The costs of a message are those of sim/engine: overhead + latency + bytes /
// narrowest link of its route; the bytes count only once where a protocol passes them on as they arrive.
//
// Where all ranks do the same, no way is looked for: to find it takes longer than to simulate one of them.
// Where tiles do the same, what leaves the first tile goes on there, as what comes from the tile before, and
// a message costs what it costs between the tiles where it is the fastest.

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

#include "core/base/units.h"
#include "core/machine/machine.h"
#include "core/machine/protocol.h"
#include "core/plan/setup.h"
#include "core/routes/router.h"
#include "core/schedule/schedule.h"

namespace commlab {

// Whether anything is known: not with ranks that never come, for many calls in a row, without data, for
// copies, and for schedules in which switches store or reduce.
bool has_least_time(const Setup&, const Schedule&);

// Whether one rank, or one tile, tells what all ranks do.
bool ranks_do_the_same(const Schedule&);

// Finds least times on one machine; remembers its routes.
class LeastTimes {
 public:
  // REQUIRES: the setup has a machine with a GPU for every rank, and outlives this.
  explicit LeastTimes(const Setup&);

  // The setup as for `programs_of`, with the schedule of its algorithm, or what its first tile does.
  // `pieces`: the most pieces into which each block may be cut. 0 where nothing is known.
  Time of(const Setup&, const Schedule&, int pieces);

 private:
  // What is known of the messages from one rank to another.
  struct Way {
    std::vector<LinkId> links;
    std::int64_t narrowest = 0;  // bytes per second; 0: no link
    Time latency;
    std::optional<LinkId> network{};  // the first one
  };
  const Way& way(Rank from, Rank to);
  Time cost(const Way&, const Protocol&, std::int64_t bytes) const;
  Time traffic(const Schedule&, const Protocol&, bool links_are_shared);
  Time longest_way(const Schedule&, const Protocol&, bool streams, int parts);
  Time longest_way_of_tiles(const Schedule&, const Protocol&, bool streams, int parts);

  const Machine& machine_;
  Time each_;  // of every message of the setup that is looked at
  Router router_;
  std::unordered_map<std::uint64_t, Way> ways_;
};

}  // namespace commlab

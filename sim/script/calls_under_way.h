#pragma once
// The collectives that are under way, and how they share links. A collective that lasts D alone and for which
// a link needs the time T at its whole rate takes T / D of that link. Where the collectives under way would
// take more than all of a link, they go on more slowly:
//
//   two that take 0.9 of a link go on at 1 / 1.8 of their speed, and last 1.8 times as long
//
// Speeds are shared max-min fairly: all rise together until a link is full; the collectives on it keep that
// speed, and the others rise further, up to their full speed. Messages are not among them: see network.h.

#include <cstdint>
#include <map>
#include <vector>

#include "core/machine/topology.h"
#include "sim/script/collectives.h"
#include "sim/script/slowed_work.h"

namespace commlab {

class CollectivesUnderWay {
 public:
  explicit CollectivesUnderWay(std::size_t links) : taken_(links), rising_(links) {}

  // The call begins, at full speed until the next resolve().
  void start(std::int32_t call, const ScriptCollectives::Timing&, Time now);
  // REQUIRES: the call has started, and ends now.
  SlowedWork stop(std::int32_t call);
  // Whether the end that was due under this stamp still holds.
  bool holds(std::int32_t call, std::uint32_t stamp) const;

  // Whether collectives have started or stopped while others were under way, since the last resolve().
  bool unresolved() const { return unresolved_; }
  struct Due {
    std::int32_t call = 0;
    Time end;
    std::uint32_t stamp = 0;
  };
  // Shares the links anew. Returns the ends that have changed.
  std::vector<Due> resolve(Time now);

 private:
  struct Share {
    std::size_t link = 0;
    Speed of_link = 0;  // the part of the link that it takes at full speed
  };
  struct UnderWay {
    SlowedWork work;
    std::vector<Share> shares;
    Speed speed = full_speed;
    bool rises = false;
  };
  Speed level() const;
  bool is_full_at(const UnderWay&, Speed level) const;
  Speed level_of(std::size_t link) const;

  std::map<std::int32_t, UnderWay> under_way_;  // by call
  bool unresolved_ = false;
  // By link, in parts of full_speed: what collectives take that have their speed, and what those that still rise
  // would take at full speed.
  std::vector<Speed> taken_, rising_;
};

}  // namespace commlab

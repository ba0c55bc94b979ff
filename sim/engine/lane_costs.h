#pragma once
// The costs of a lane for each message. They stay the same for the whole run.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "core/machine/protocol.h"
#include "sim/engine/run_setting.h"
#include "sim/links/pace.h"

namespace commlab {

// Factors of time and of bytes are integers in units of 2^-20.
inline constexpr std::int64_t one_stretch = 1 << 20;

// Bytes on the wire for each byte of data.
constexpr std::int64_t stretch_on_the_wire(const Protocol& protocol) {
  return one_stretch * protocol.wire / protocol.data;
}

struct LaneCosts {
  Rate narrowest = unlimited;  // the narrowest link of the route
  Rate cap = unlimited;        // the rate of the rank's channels, in bytes on the wire
  Time latency;
  Time overhead;
  Time peer;  // before the first message, while no other lane of the rank posts
  Time post;  // before one in a slot that was used, of so many bytes
  std::int64_t posted = 0;
  Rate handed_on = unlimited;          // a message arrives later by the time of its bytes at this rate,
  std::int64_t most_handed = 0;        // of at most so many
  std::int64_t stretch = one_stretch;  // larger for a slow rank
  bool operator==(const LaneCosts&) const = default;
};

// The costs of all placed lanes, in order. Few are different, so equal ones are stored once.
class LaneCostTable {
 public:
  explicit LaneCostTable(const RunSetting&);
  const LaneCosts& operator[](std::size_t lane) const { return kinds_[kind_of_[lane]]; }
  // A number: lanes with the same one have the same costs.
  std::uint32_t kind_of(std::size_t lane) const { return kind_of_[lane]; }

 private:
  std::vector<LaneCosts> kinds_;
  std::vector<std::uint32_t> kind_of_;  // per lane: index into kinds_
};

}  // namespace commlab

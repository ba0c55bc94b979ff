#pragma once
// What happened while Programs were played through symbolically, kept so that a wrong value can
// be traced back: every instruction done, and every version of every chunk of memory.

#include <cassert>
#include <cstdint>
#include <vector>

#include "core/collective/contributions.h"
#include "core/programs/programs.h"

namespace commlab {

using EventId = std::int32_t;    // in order of happening
using VersionId = std::int32_t;  // in order of creation
inline constexpr std::int32_t nothing = -1;

// An instruction that was done.
struct Done {
  Rank rank;
  std::int32_t lane;
  std::int32_t index;
  std::int32_t taken;              // the message it received; or nothing
  std::int32_t meeting = nothing;  // the meeting it arrived at or waited for; or nothing
};

// What one instruction sent: the versions it read, one per block.
struct SentMessage {
  EventId sender;
  std::uint32_t first_version;
};

// The content of a chunk of memory after one store.
struct Version {
  EventId event;   // the instruction that stored it; nothing: it was there from the beginning
  std::int32_t k;  // index of the block among the instruction's blocks
  ValueId value;
  VersionId with;         // the left operand if it was reduced; or nothing
  VersionId incoming;     // the version that came or was copied; nothing if `event` is nothing
  VersionId overwritten;  // the version that was there before; or nothing
};

struct History {
  const Programs& programs;
  Contributions values;
  std::vector<Done> events;
  std::vector<Version> versions;
  std::vector<SentMessage> messages;
  std::vector<VersionId> sent;                 // messages refer to runs of it
  std::vector<std::vector<EventId>> meetings;  // per meeting: the arrivals

  explicit History(const Programs& p) : programs(p), values(p.collective.op) {}

  VersionId add(const Version& version) {
    versions.push_back(version);
    return static_cast<VersionId>(versions.size()) - 1;
  }
  const Done& done(EventId e) const { return events[e]; }
  const Version& version(VersionId v) const { return versions[v]; }
  const Lane& lane(const Done& d) const { return programs.of(d.rank).lanes[d.lane]; }
  const Lane& lane(EventId e) const { return lane(done(e)); }
  const Instruction& instruction(const Done& d) const { return lane(d).code[d.index]; }
  const Instruction& instruction(EventId e) const { return instruction(done(e)); }
  EventId sender(const Done& d) const { return d.taken == nothing ? nothing : messages[d.taken].sender; }
  // The chunk of the vector in whose place the version is stored. REQUIRES: it has an event.
  int place(VersionId v) const {
    assert(version(v).event != nothing);
    const Done& by = done(version(v).event);
    const Instruction& i = instruction(by);
    return programs.block(by.rank, i, i.target, version(v).k) * programs.partition.parts + i.part;
  }
};

}  // namespace commlab

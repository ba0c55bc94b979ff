#pragma once
// One collective of a Script's group: how long it takes on the machine, what moves over which links, and
// what every member's tensors hold after it.

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/plan/setup.h"
#include "core/script/program.h"
#include "sim/script/flavour.h"
#include "sim/script/memory.h"

namespace commlab {

// The same call of every member, in the group's order.
struct ScriptMeeting {
  std::vector<Rank> members;
  std::vector<const ScriptStep*> steps;
};

class ScriptCollectives {
 public:
  ScriptCollectives(const Machine& machine, const Flavour& flavour, int ranks)
      : machine_(machine), flavour_(flavour), ranks_(ranks) {}

  // Its time and transfers, by absolute ranks, from its beginning at 0. An error: an algorithm that it does
  // not have or support; what simulate() says no to.
  struct Timing {
    Time duration;
    Bytes size;
    std::string algorithm;
    std::vector<Transfer> transfers{};
    std::vector<std::vector<LinkId>> routes{};
    std::vector<std::vector<Rank>> groups{};
  };
  Result<const Timing*> timing(const ScriptMeeting&);
  // Whether there is such an algorithm for that step: an error, with its line, if not.
  Status check_algorithm(const ScriptStep&, int members) const;

  // What each member's output is to hold. REQUIRES: all steps agree in kind, root, type and sizes.
  struct Outcome {
    std::vector<ScriptData> outputs;  // of the members
    std::vector<ScriptSum> sums{};    // of few and small floats; their call is the caller's
  };
  Result<Outcome> values(const ScriptMeeting&, const ScriptMemory&) const;

 private:
  using Key = std::tuple<ScriptOperation, std::vector<Rank>, Rank, std::int64_t, DataType, std::string>;

  Setup setup(const ScriptMeeting&) const;
  Result<Timing> simulated(const ScriptMeeting&) const;
  Result<Programs> whole_messages(const ScriptMeeting&) const;

  const Machine& machine_;
  const Flavour& flavour_;
  int ranks_;
  std::map<Key, Timing> known_;
};

// The collective that a step is, of so many members. REQUIRES: is_collective.
Collective collective_of(const ScriptStep&, const std::vector<Rank>& members);
// What the step of a member brings and gets.
const ScriptPayload& input_of(const ScriptStep&);
const ScriptPayload& output_of(const ScriptStep&);

}  // namespace commlab

#pragma once
// One collective of a group of ranks in a script: how long it takes on the machine, which data moves over
// which links, and what every member's tensors hold afterwards.
//
// A step may name its algorithm. Else it is the library's usual one (flavour.h); or, with flavour nccl on a
// machine that knows what NCCL's calls cost, what NCCL would choose there, with these costs. A group with
// more ranks on one node than on another takes the usual one.

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <tuple>
#include <vector>

#include "core/experiment/run.h"
#include "core/machine/machine.h"
#include "core/plan/choice.h"
#include "core/plan/setup.h"
#include "core/script/program.h"
#include "sim/script/flavour.h"
#include "sim/script/values/memory.h"

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

  // A run of more messages than this has a time, but no record of them.
  static constexpr std::int64_t most_recorded_messages = 1'000'000;

  // The collective's time and its transfers between the program's ranks; the collective begins at time 0.
  // Errors: an unknown or unsuitable algorithm, and those of simulate().
  struct Timing {
    Time duration;
    Bytes size;
    std::string algorithm;
    std::int64_t messages = 0;
    std::vector<LinkUse> links{};  // how much of each link it takes
    // Empty if there are more messages than most_recorded_messages.
    std::vector<Transfer> transfers{};
    std::vector<std::vector<LinkId>> routes{};
    std::vector<std::vector<Rank>> groups{};
  };
  Result<const Timing*> timing(const ScriptMeeting&);
  // Errors, with the step's line: the algorithm is unknown, or cannot do the step with so many members.
  Status check_algorithm(const ScriptStep&, int members) const;

  // What each member's output must hold. REQUIRES: all steps agree in operation, root, type and sizes.
  struct Outcome {
    std::vector<ScriptData> outputs;  // the members' outputs
    std::vector<ScriptSum> sums{};    // only of small reductions of floats; the caller sets ScriptSum::call
  };
  Result<Outcome> values(const ScriptMeeting&, const ScriptMemory&);

 private:
  using Key = std::tuple<ScriptOperation, std::vector<Rank>, Rank, std::int64_t, DataType, std::string>;

  Key key_of(const ScriptMeeting&) const;
  bool nccl_chooses(const ScriptMeeting&) const;
  bool sees_only_members(const ScriptMeeting&) const;
  Setup setup_of(const ScriptMeeting&) const;
  Result<Run> run(const Programs&, const ScriptMeeting&, const Experiment&, const Machine&, bool trace) const;
  Result<const Choice*> choice(const ScriptMeeting&);
  Result<Timing> simulated(const ScriptMeeting&, const Choice&) const;
  Result<std::shared_ptr<const Programs>> whole_messages(const ScriptMeeting&);
  Result<Outcome> played(const Programs&, const ScriptMeeting&, const ScriptMemory&) const;

  const Machine& machine_;
  const Flavour& flavour_;
  int ranks_;
  std::map<Key, Choice> choices_;
  std::map<Key, Timing> timings_;
};

// The collective that a step is, among these members. REQUIRES: is_collective(its operation).
Collective collective_of(const ScriptStep&, const std::vector<Rank>& members);
// The input and the output of a member's step.
const ScriptPayload& input_of(const ScriptStep&);
const ScriptPayload& output_of(const ScriptStep&);

}  // namespace commlab

#pragma once
// Calls that met but do not fit together, and what the library then does, as far as it is known.
//
//   other operations     no rank answers what the others ask: all wait
//   other sizes          gloo: a rank that gets more than it expects dies; the others lose their connection
//                        Open MPI: the same, by an error of truncation
//                        NCCL: undefined; here, all wait
//   other roots          NCCL: undefined; here, the call returns and the next one waits (pytorch #39706)
//                        others: all wait
//   other types or ops   no library notices: the result is not to be relied on

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sim/script/state.h"
#include "sim/script/tasks.h"
#include "sim/script/world.h"

namespace commlab {

class ScriptMismatches {
 public:
  enum class Fit : std::uint8_t { yes, unknown_values, never };
  using Steps = std::vector<const ScriptStep*>;  // steps of a call's members

  ScriptMismatches(ScriptWorld&, ScriptTasks&);  // keeps references

  // Whether a call to which all members have come fits together. If not, the record says whose fault it is,
  // `sides` of the meeting is set, and ranks that die of the mismatch are dead. A call on a group that an
  // earlier call broke never fits.
  Fit of_collective(std::int32_t call, ScriptMeetingState&, const Steps&);
  // The same for a message. `steps`: the send, then the receive.
  Fit of_message(ScriptMeetingState&, const Steps&);

 private:
  struct Broken {
    std::int32_t call;
    std::vector<std::size_t> sides;
  };
  // Each function checks one property. It returns the consequence if the members differ in this property, or
  // nullopt if they agree.
  std::optional<Fit> other_operations(ScriptMeetingState&, const Steps&);
  std::optional<Fit> other_roots(std::int32_t call, ScriptMeetingState&, const Steps&);
  std::optional<Fit> other_sizes(ScriptMeetingState&, const Steps&);
  std::optional<Fit> other_types(ScriptMeetingState&, const Steps&);
  void blame(const ScriptMeetingState&, const Steps&, std::size_t odd, std::size_t usual,
             std::string_view unlike);
  void undefined(std::string_view what);
  void die_of_sizes(const ScriptMeetingState&, const Steps&, std::size_t victim, Bytes came, Bytes expected);

  ScriptWorld& world_;
  ScriptTasks& tasks_;
  std::vector<std::optional<Broken>> broken_;  // for each group: the call that broke it
};

}  // namespace commlab

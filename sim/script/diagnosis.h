#pragma once
// Explains a script's run that cannot go on: which rank waits for which and why, the circle of waits if there
// is one, whose fault it is, and what the library would print after its timeout.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/programs/wait_graph.h"
#include "core/script/program.h"
#include "core/script/run.h"
#include "sim/script/flavour.h"
#include "sim/script/state.h"

namespace commlab {

class ScriptDiagnosis {
 public:
  // Keeps references to all. `meetings`: all calls (see ScriptCalls).
  ScriptDiagnosis(const ScriptProgram&, const Flavour&, const ScriptState&,
                  const std::vector<ScriptMeetingState>& meetings);

  const std::vector<ScriptWait>& waits() const { return waits_; }  // by rank, then by task
  // A circle of waits, if there is one: indices into waits().
  std::vector<std::int32_t> cycle() const { return graph_.circle(); }
  // REQUIRES: !waits().empty().
  ScriptCulprit culprit() const;
  std::vector<ScriptPrint> last_words() const;  // the prints of the libraries' watchdogs

 private:
  bool is_through(Rank rank) const { return state_.of(rank).through.has_value(); }
  std::vector<std::int32_t> blockers(Rank, const std::vector<std::int32_t>& its_tasks) const;
  void add_leaves(std::int32_t task, std::vector<std::int32_t>& leaves) const;
  void add_waits(std::int32_t task);
  std::vector<Rank> awaited_by(std::int32_t task) const;
  int line_of(Rank) const;
  int last_line(Rank) const;
  std::string where(Rank) const;
  std::string why(std::int32_t task, Rank on) const;
  std::optional<Time> connection_lost(std::int32_t task) const;
  std::string circle_text(const std::vector<std::int32_t>& circle) const;
  std::vector<Rank> ranks_of(const std::vector<std::int32_t>& circle) const;
  bool all_do_the_same(const std::vector<std::int32_t>& circle) const;

  const ScriptProgram& program_;
  const Flavour& flavour_;
  const ScriptState& state_;
  const std::vector<ScriptMeetingState>& meetings_;
  std::vector<std::vector<std::int32_t>> blockers_;  // per rank: the tasks whose calls hold it
  std::vector<ScriptWait> waits_;
  WaitGraph graph_;  // the waits of waits_, between ranks
  std::vector<std::int32_t> task_of_wait_;
};

}  // namespace commlab

#pragma once
// One statement of a Script, as a rank does it: arguments by place and by name, looked up and checked.

#include <optional>
#include <string>
#include <vector>

#include "core/script/payloads.h"
#include "core/script/program.h"
#include "core/script/script.h"
#include "core/script/value.h"

namespace commlab {

class ScriptStepMaker {
 public:
  // Keeps references to both. The program's groups, streams and tensors are complete.
  ScriptStepMaker(const Script&, ScriptProgram&, Rank);

  // Adds the call to the rank's steps, or to its open batch.
  Status add(const ScriptStatement& call, const ScriptNumbers&);
  // Between them, calls are added to the batch.
  void open_batch(const ScriptStatement&);
  void close_batch();

 private:
  void add_step(ScriptStep);
  Result<ScriptStep> call(const ScriptStatement&, const ScriptNumbers&);
  Result<std::vector<const ScriptExpression*>> placed(const ScriptStatement&,
                                                      const ScriptOperationInfo&) const;
  Status set(ScriptStep&, const ScriptParameter&, const ScriptExpression&, const ScriptNumbers&);
  Status set_payload(ScriptStep&, const ScriptParameter&, const ScriptExpression&, const ScriptNumbers&);
  Result<Rank> rank(const ScriptExpression&, const ScriptNumbers&) const;
  Result<int> stream(const ScriptExpression&) const;
  Status check(const ScriptStep&) const;
  ScriptRankProgram& mine() const { return program_.of_rank[self_]; }

  ScriptProgram& program_;
  ScriptPayloads payloads_;
  Rank self_;
  std::optional<ScriptStep> batch_{};
};

}  // namespace commlab

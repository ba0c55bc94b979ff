#pragma once
// One statement of a Script, as a rank does it: arguments by place and by name, looked up and checked.

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

  // Adds the statement, a call or a batch, to the rank's steps.
  Status add(const ScriptStatement&, const ScriptNumbers&);

 private:
  Result<ScriptStep> step_of(const ScriptStatement&, const ScriptNumbers&);
  Result<ScriptStep> call(const ScriptStatement&, const ScriptNumbers&);
  Result<std::vector<const ScriptExpression*>> placed(const ScriptStatement&,
                                                      const ScriptOperationInfo&) const;
  Status set(ScriptStep&, const ScriptParameter&, const ScriptExpression&, const ScriptNumbers&);
  Status set_payload(ScriptStep&, const ScriptParameter&, const ScriptExpression&, const ScriptNumbers&);
  Result<Rank> rank(const ScriptExpression&, const ScriptNumbers&) const;
  Result<int> stream(const ScriptExpression&) const;
  Status check(const ScriptStep&) const;
  ScriptRankProgram& mine() const { return program_.of_rank[self_]; }

  const Script& script_;
  ScriptProgram& program_;
  ScriptPayloads payloads_;
  Rank self_;
};

}  // namespace commlab

#pragma once
// The payloads that a Script's operations read and write: tensors by name, their slices and chunks, or sizes
// alone.

#include <string_view>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "core/script/program.h"
#include "core/script/script.h"
#include "core/script/value.h"

namespace commlab {

class ScriptPayloads {
 public:
  // Keeps references to both. The program's tensors are complete.
  ScriptPayloads(const Script& script, const ScriptProgram& program, Rank self)
      : script_(script), program_(program), self_(self) {}

  // A tensor, a part of it, or a size. `may_lack`: the rank may have none, if others have a tensor of this
  // name.
  Result<ScriptPayload> read(const ScriptExpression&, const ScriptNumbers&, bool may_lack) const;

 private:
  Result<ScriptPayload> named(const ScriptExpression&, bool may_lack) const;
  Result<ScriptPayload> part_of(const ScriptExpression&, const ScriptNumbers&) const;
  Result<ScriptPayload> chunk_of(const ScriptExpression&, const ScriptNumbers&) const;
  bool anybody_has(std::string_view tensor) const;

  const Script& script_;
  const ScriptProgram& program_;
  Rank self_;
};

}  // namespace commlab

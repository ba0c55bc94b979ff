#pragma once
// Reads what a rank does: statements on a line, loops and groups with what is indented below them.

#include <vector>

#include "core/script/operations.h"
#include "core/script/script.h"
#include "core/script/token_reader.h"
#include "core/script/tokens.h"

namespace commlab {

class ScriptStatementParser {
 public:
  // Takes lines from `next` on, and leaves it at the first that it did not take.
  ScriptStatementParser(const std::vector<ScriptLine>& lines, std::size_t& next)
      : lines_(lines), next_(next) {}

  // The statements after the ':' of a line with this indentation, in a block of this level.
  Result<std::vector<ScriptStatement>> body(ScriptTokenReader&, int indent, int level);

 private:
  Status line_of_statements(ScriptTokenReader&, int indent, int level, std::vector<ScriptStatement>& into);
  Result<ScriptStatement> statement(ScriptTokenReader&, int indent, int level);
  Result<ScriptStatement> loop(ScriptTokenReader&, int indent, int level);
  Result<ScriptStatement> condition(ScriptTokenReader&, int indent, int level);
  Result<ScriptStatement> batch(ScriptTokenReader&, int indent, int level);
  Status handle(ScriptTokenReader&, ScriptStatement&);
  Result<ScriptStatement> call(ScriptTokenReader&, bool may_have_handle);
  Result<ScriptArgument> argument(ScriptTokenReader&, const ScriptOperationInfo& of);

  const std::vector<ScriptLine>& lines_;
  std::size_t& next_;
};

}  // namespace commlab

#pragma once
// Reads one line of a Script token by token: signs, names, selectors and expressions.

#include <string>
#include <string_view>
#include <vector>

#include "core/script/script.h"
#include "core/script/tokens.h"

namespace commlab {

class ScriptTokenReader {
 public:
  explicit ScriptTokenReader(const ScriptLine& line) : line_(line) {}  // keeps a reference

  int line() const { return line_.number; }
  bool at_end() const { return peek().kind == ScriptToken::Kind::end; }
  const ScriptToken& peek(std::size_t further = 0) const;
  const ScriptToken& take();
  bool takes_sign(std::string_view sign);  // true: it was there, and is taken
  bool takes_name(std::string_view name);

  // Each of these: an error if something else is there.
  Status sign(std::string_view sign);
  Result<std::string> name(std::string_view what);
  Status end();
  Result<ScriptExpression> expression();
  Result<std::vector<ScriptSelector>> selectors();

  std::string dashed_name();  // "recursive-doubling", but not "hierarchical:direct,ring"
  std::string rest();         // the rest of the line, without comments
  // The line's text from that column to the end of the last token taken.
  std::string text_from(std::size_t column) const;
  tl::unexpected<Error> expected(std::string_view what) const;

 private:
  Result<ScriptExpression> sum();
  Result<ScriptExpression> product();
  Result<ScriptExpression> factor();
  Result<ScriptExpression> atom();
  Result<ScriptExpression> number();
  Result<ScriptExpression> named();
  Result<ScriptSelector> selector();

  const ScriptLine& line_;
  std::size_t at_ = 0;
  int depth_ = 0;
  int operators_ = 0;
};

}  // namespace commlab

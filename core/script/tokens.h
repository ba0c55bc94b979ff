#pragma once
// A Script's text as lines of tokens: comments and empty lines are gone, the indentation is kept.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct ScriptToken {
  enum class Kind : std::uint8_t { number, name, text, sign, end };
  Kind kind = Kind::end;
  std::string text{};    // a sign: one of ( ) [ ] , ; : = + - * / % .. ->
  double number = 0;     // value of a number
  std::size_t from = 0;  // its place in the line
  std::size_t to = 0;
};

struct ScriptLine {
  int number = 0;  // from 1
  int indent = 0;  // number of blanks before it
  std::string text{};
  std::vector<ScriptToken> tokens{};  // the last one is the end
};

// An error: "line 3: ..." for what is not a token, a text without its end, or a tab before a statement.
Result<std::vector<ScriptLine>> script_lines(std::string_view text);

}  // namespace commlab

#pragma once
// The words, numbers and marks of a PTX text (PTX ISA 9.0, chapter 4), without its comments.

#include <string_view>
#include <vector>

namespace commlab::ptx {

struct Token {
  enum class Kind { word, number, text, mark, end };
  Kind kind;
  std::string_view text;  // a part of the source; words keep their dots: add.s32, %tid.x, .reg
  int line;               // from 1
};

// The last token is the end, even where the text is cut off.
std::vector<Token> tokens_of(std::string_view source);

}  // namespace commlab::ptx

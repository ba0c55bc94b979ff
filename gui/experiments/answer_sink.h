#pragma once
// Where the answers of commands go: to standard output, or to a caller who goes on with them.

#include <functional>
#include <string_view>
#include <vector>

#include "core/files/standard_streams.h"
#include "core/plan/outcome.h"

namespace commlab {

struct AnswerSink {
  std::function<void(std::string_view)> print = print_answer;
  // Gets the picture (SVG) of an answer that has one. Null: a picture is drawn only for --out FILE.svg.
  std::function<void(std::string_view svg)> draw = nullptr;
  // Gets the outcomes of `commlab run`, small runs with their traces. Null: nobody wants more than the
  // answer.
  std::function<void(std::vector<Outcome>)> take_outcomes = nullptr;
};

}  // namespace commlab

#pragma once
// An expression's value. Every evaluation ends: there are no loops but over lists, and steps, lists, texts
// and what-if runs are counted. What cannot be computed (a division by zero, milliseconds plus megabytes, a
// question the run has no answer to) is an error in a sentence.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression.h"
#include "lessons/lesson.h"
#include "lessons/value.h"

namespace commlab {

// "rank 2": a place; "x": a word that names nothing known; else a value.
struct QuestionArgument {
  std::string word;           // of a place "rank"; of a word itself; empty: a value
  std::vector<Value> values;  // of a place one or two, of a value one, of a word none
  std::string way{};          // of a place: "in", "out"
  bool is_place() const { return !word.empty() && !values.empty(); }
  bool is_word() const { return values.empty(); }
};

// A question about the scene's run, or of the run with some keys changed.
struct RunQuestion {
  std::string name;  // of vocabulary.h
  SceneKeys changes;
  std::vector<QuestionArgument> arguments;
};

// Who answers.
struct Surroundings {
  std::function<Result<Value>(const RunQuestion&)> ask;
  std::function<Result<Value>(const std::string& data, const std::string& row, const std::string& column)>
      measured;
  // Of which rows data are: all ("rows"), those of their fit ("fit"), those held out of it ("holdout").
  std::function<Result<Value>(const std::string& which, const std::string& data)> rows{};
  // What a key of the scene is set to, with these changes; nothing where it is not set, or no key.
  std::function<std::optional<Value>(const std::string& key, const SceneKeys& changes)> key{};
  NamedExpressions named{};
  std::map<std::string, Value> names{};  // what varies
};

inline constexpr int most_expression_steps = 200'000;  // parts evaluated, elements of lists
inline constexpr int most_what_ifs = 300;              // questions of changed runs in one expression

Result<Value> evaluate(const Expression&, const Surroundings&);
// An error where it is something else.
Result<bool> evaluate_truth(const Expression&, const Surroundings&);

}  // namespace commlab

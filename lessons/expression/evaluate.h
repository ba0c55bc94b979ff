#pragma once
// Computes an expression's value. Every evaluation ends: the only loops are over lists, and steps, lists,
// texts and what-if runs are limited. If something cannot be computed (a division by zero, milliseconds plus
// megabytes, a query that the run cannot answer), the result is an error: a sentence.

#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/expression.h"
#include "lessons/expression/scene_setting.h"
#include "lessons/expression/value.h"

namespace commlab {

// An argument of a query: "rank 2" is a place; "x", which names nothing known, is a word; anything else is a
// value.
struct QueryArgument {
  std::string word;           // "rank" for a place; the word itself; empty for a value
  std::vector<Value> values;  // one or two for a place, one for a value, none for a word
  std::string way{};          // the word after a place: "in" or "out"; else empty
  bool is_place() const { return !word.empty() && !values.empty(); }
  bool is_word() const { return values.empty(); }
};

// A query about the scene's run, or about the run of the scene with some keys changed.
struct RunQuery {
  std::string name;  // a word of vocabulary.h
  SceneKeys changes;
  std::vector<QueryArgument> arguments;
};

// Where an expression's names and queries get their values.
struct EvaluationContext {
  std::function<Result<Value>(const RunQuery&)> ask;
  std::function<Result<Value>(const std::string& data, const std::string& row, const std::string& column)>
      measured;
  // A list of the data's rows: all ("rows"), those of the fit ("fit"), or those held out of it ("holdout").
  std::function<Result<Value>(const std::string& which, const std::string& data)> rows{};
  // The value of a key of the scene with these changes; nothing if it is not set, or is no key.
  std::function<std::optional<Value>(const std::string& key, const SceneKeys& changes)> key{};
  NamedExpressions named{};
  std::map<std::string, Value> names{};  // the variant's values
};

inline constexpr int most_expression_steps = 200'000;  // parts evaluated, elements of lists
inline constexpr int most_what_ifs = 300;              // queries about changed runs, in one expression

Result<Value> evaluate(const Expression&, const EvaluationContext&);
// An error: the value is neither true nor false.
Result<bool> evaluate_truth(const Expression&, const EvaluationContext&);

}  // namespace commlab

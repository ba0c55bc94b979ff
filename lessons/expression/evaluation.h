#pragma once
// One expression while it is evaluated: the meaning of its names, the changes of the run, and the number of
// steps so far. Callers use evaluate().

#include "lessons/expression/evaluate.h"
#include "lessons/expression/expression_node.h"

namespace commlab {

class Evaluation {
 public:
  using Node = ExpressionNode;
  using Kind = ExpressionNode::Kind;

  explicit Evaluation(const EvaluationContext& context) : context_(context), names_(context.names) {}

  Result<Value> value(const Node&);

 private:
  using Visit = std::function<Result<Value>(const Value&)>;

  Status pay(std::size_t steps);
  Result<Value> paid(Result<Value>);
  Result<Value::List> all_values(const Node&);
  Result<bool> truth(const Node&);

  // Names, calls and loops.
  Result<Value> named(const Node&);
  std::optional<Value> key(const std::string& name) const;  // a key of the scene with changes_
  std::string with_varied(std::string text) const;
  Result<Value> called(const Node&);
  Result<Value> named_expression(const std::string& name);
  Result<Value> named_expression_changed(const Node&);
  Result<Value> both_or_either(const Node&);
  Result<Value> each(const Node&);
  Result<Value> sweep(const Node&);
  Result<Value> for_all(const Node&, const Visit&);
  Result<Value> with_name(const std::string& name, const Value& meaning, const Node&);

  // Queries about a run, and the meaning of words in them.
  static bool is_query(const std::string& name);  // a query that needs no arguments
  Status add_changes(const Node& run, SceneKeys& changes);
  Result<Value> query(const Node&);
  bool means_something(const Node& name) const;
  Result<std::string> setting_value(const Node&);
  std::optional<std::string> dashed_word(const Node&) const;
  Result<QueryArgument> word(const Node&) const;
  Result<QueryArgument> argument(const Node&);
  Result<Value> place_name(const Node&) const;
  Result<Value> ask(const RunQuery&);
  Result<Value> measured(const RunQuery&);
  Result<Value> rows(const RunQuery&);

  const EvaluationContext& context_;
  std::map<std::string, Value> names_;
  SceneKeys changes_;
  std::size_t steps_ = 0;
  int what_ifs_ = 0;
  int names_open_ = 0;  // named expressions that are being evaluated, one in another
};

}  // namespace commlab

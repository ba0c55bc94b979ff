#include "lessons/evaluate.h"

#include <cmath>

#include "core/base/nearest.h"
#include "lessons/arithmetic.h"
#include "lessons/evaluation.h"
#include "lessons/vocabulary.h"

namespace commlab {

Result<Value> Evaluation::value(const Node& node) {
  if (const Status paid = pay(1); !paid) return tl::unexpected(paid.error());
  switch (node.kind) {
    case Kind::number: return value_of(node.amount, node.dimension);
    case Kind::text: return text_value(with_varied(node.text));
    case Kind::list: return all_values(node).map([](Value::List list) { return Value{std::move(list)}; });
    case Kind::name: return named(node);
    case Kind::call: return called(node);
    case Kind::place: return fail("'{} ...' is a place, not a value", node.text);
    case Kind::setting: break;
  }
  return fail("'{} = ...' is a setting of run(...), not a value", node.text);
}

Status Evaluation::pay(std::size_t steps) {
  steps_ += steps;
  if (steps_ <= most_expression_steps) return {};
  return fail("it takes more than {} steps", most_expression_steps);
}
Result<Value> Evaluation::paid(Result<Value> value) {
  if (value && value->list())
    if (const Status enough = pay(value->list()->size()); !enough) return tl::unexpected(enough.error());
  return value;
}

Result<Value::List> Evaluation::all_values(const Node& node) {
  Value::List values;
  for (const Node& child : node.children) {
    Result<Value> one = value(child);
    if (!one) return tl::unexpected(one.error());
    values.push_back(*std::move(one));
  }
  return values;
}

Result<Value> Evaluation::named(const Node& node) {
  if (node.is_named_expression()) return named_expression(node.text);
  if (const auto found = names_.find(node.text); found != names_.end()) return found->second;
  if (node.text == "true" || node.text == "yes") return truth_value(true);
  if (node.text == "false" || node.text == "no") return truth_value(false);
  if (node.text == "inf") return value_of(INFINITY);
  if (node.text == "nothing") return Value{};
  if (is_question(node.text)) return ask({.name = node.text, .changes = changes_, .arguments = {}});
  if (const std::optional<Value> set = key(node.text)) return *set;
  if (node.text.find('{') != std::string::npos) return text_value(with_varied(node.text));
  const LessonWord* const word = find_lesson_word(node.text);
  if (word) return fail("'{}' needs to be told of what: {}(...)", node.text, node.text);
  return fail("nothing is called '{}' here{}", node.text, lesson_word_suggestion(node.text));
}

std::optional<Value> Evaluation::key(const std::string& name) const {
  return surroundings_.key ? surroundings_.key(name, changes_) : std::nullopt;
}
// "gpu{pair}" is gpu1.
std::string Evaluation::with_varied(std::string text) const {
  if (text.find('{') == std::string::npos) return text;
  for (const auto& [name, value] : names_) {
    const std::string hole = fmt::format("{{{}}}", name), filling = as_key_value(value);
    for (std::size_t at = text.find(hole); at != std::string::npos; at = text.find(hole, at + filling.size()))
      text.replace(at, hole.size(), filling);
  }
  return text;
}

Result<Value> Evaluation::called(const Node& node) {
  const std::string& name = node.text;
  if (name == "and" || name == "or") return both_or_either(node);
  if (name == "not") return truth(node.children[0]).map([](bool yes) { return truth_value(!yes); });
  if (name == "if")
    return truth(node.children[0]).and_then([&](bool yes) { return value(node.children[yes ? 1 : 2]); });
  if (name == "each") return each(node);
  if (name == "sweep") return sweep(node);
  if (node.is_named_expression()) return named_expression_changed(node);
  if (name == "run") return fail("run(...) is something to ask about, as in time(run(size = 1 KiB))");
  const LessonWord* const word = find_lesson_word(name);
  if (word && word->kind != LessonWord::Kind::function) return question(node);
  const Result<Value::List> arguments = all_values(node);
  if (!arguments) return tl::unexpected(arguments.error());
  return paid(calculate(name, *arguments));
}

// Asked of the run as it is changed here.
Result<Value> Evaluation::named_expression(const std::string& name) {
  const std::optional<std::string> text = surroundings_.named ? surroundings_.named(name) : std::nullopt;
  if (!text) return fail("the scene has no '{}'", name);
  const Result<Expression> expression = parse_expression(*text);
  if (!expression) return fail("{}: {}", name, expression.error().message);
  if (names_open_ == deepest_names) return fail("{} leads on and on to other names, or to itself", name);
  ++names_open_;
  Result<Value> result = value(*expression->root);
  --names_open_;
  return result;
}

// let.sum(run(size = 1 KiB))
Result<Value> Evaluation::named_expression_changed(const Node& node) {
  const std::size_t before = changes_.size();
  if (const Status changed = add_changes(node.children[0], changes_); !changed)
    return tl::unexpected(changed.error());
  Result<Value> result = named_expression(node.text);
  changes_.resize(before);
  return result;
}

Result<bool> Evaluation::truth(const Node& node) {
  return value(node).and_then([&](const Value& value) -> Result<bool> {
    if (value.truth()) return *value.truth();
    return fail("something true or false is needed, and this is {}", kind_of(value));
  });
}

// The right side is looked at only where it matters.
Result<Value> Evaluation::both_or_either(const Node& node) {
  const Result<bool> left = truth(node.children[0]);
  if (!left) return tl::unexpected(left.error());
  if (*left == (node.text == "or")) return truth_value(*left);
  return truth(node.children[1]).map(truth_value);
}

// each(r, [0, 1, 2], r * r)
Result<Value> Evaluation::each(const Node& node) {
  return for_all(node, [&](const Value& element) {
    return with_name(node.children[0].text, element, node.children[2]);
  });
}

// sweep(size, [1 KiB, 1 MiB], time(run)): of the run with the scene's key changed.
Result<Value> Evaluation::sweep(const Node& node) {
  const std::string& key = node.children[0].text;
  return for_all(node, [&](const Value& element) {
    changes_.emplace_back(key, as_key_value(element));
    Result<Value> result = with_name(key, element, node.children[2]);
    changes_.pop_back();
    return result;
  });
}

Result<Value> Evaluation::for_all(const Node& node, const Visit& visit) {
  if (node.children[0].kind != Kind::name)
    return fail("{}(NAME, LIST, EXPRESSION) begins with a name", node.text);
  const Result<Value> list = value(node.children[1]);
  if (!list) return list;
  if (!list->list()) return fail("{} goes over a list, and this is {}", node.text, kind_of(*list));
  Value::List results;
  for (const Value& element : *list->list()) {
    Result<Value> one = visit(element);
    if (!one) return one;
    results.push_back(*std::move(one));
  }
  return Value{std::move(results)};
}

Result<Value> Evaluation::with_name(const std::string& name, const Value& meaning, const Node& node) {
  const auto found = names_.find(name);
  const std::optional<Value> before = found == names_.end() ? std::nullopt : std::optional(found->second);
  names_[name] = meaning;
  Result<Value> result = value(node);
  if (before)
    names_[name] = *before;
  else
    names_.erase(name);
  return result;
}

Result<Value> evaluate(const Expression& expression, const Surroundings& surroundings) {
  return Evaluation(surroundings).value(*expression.root);
}

Result<bool> evaluate_truth(const Expression& expression, const Surroundings& surroundings) {
  return evaluate(expression, surroundings).and_then([](const Value& value) -> Result<bool> {
    if (value.truth()) return *value.truth();
    return fail("something true or false is needed, and this is {}", kind_of(value));
  });
}

}  // namespace commlab

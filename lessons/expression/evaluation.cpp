#include "lessons/expression/evaluation.h"

#include <fmt/format.h>
#include <cmath>

#include "lessons/expression/arithmetic.h"
#include "lessons/expression/vocabulary.h"

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
  if (is_query(node.text)) return ask({.name = node.text, .changes = changes_, .arguments = {}});
  if (const std::optional<Value> set = key(node.text)) return *set;
  if (node.text.find('{') != std::string::npos) return text_value(with_varied(node.text));
  const LessonWord* const word = find_lesson_word(node.text);
  if (word) return fail("'{}' needs arguments: {}(...)", node.text, node.text);
  return fail("nothing is called '{}' here{}", node.text, lesson_word_suggestion(node.text));
}

std::optional<Value> Evaluation::key(const std::string& name) const {
  return context_.key ? context_.key(name, changes_) : std::nullopt;
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
  if (word && word->kind != LessonWord::Kind::function) return query(node);
  const Result<Value::List> arguments = all_values(node);
  if (!arguments) return tl::unexpected(arguments.error());
  return paid(calculate(name, *arguments));
}

// Evaluates the named expression for the run with the changes that hold here.
Result<Value> Evaluation::named_expression(const std::string& name) {
  const std::optional<std::string> text = context_.named ? context_.named(name) : std::nullopt;
  if (!text) return fail("the scene has no '{}'", name);
  const Result<Expression> expression = parse_expression(*text);
  if (!expression) return fail("{}: {}", name, expression.error().message);
  if (names_open_ == deepest_names) return fail("{} leads to too many other names, or back to itself", name);
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

// The right side is evaluated only where it matters.
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

// What an expression asks of a run: a query, its arguments, and the run it is asked of.

bool Evaluation::is_query(const std::string& name) {
  const LessonWord* const word = find_lesson_word(name);
  return word && word->kind != LessonWord::Kind::function && word->least == 0;
}

// Reads run(key = value).
Status Evaluation::add_changes(const Node& run, SceneKeys& changes) {
  for (const Node& setting : run.children) {
    const Result<std::string> set = setting_value(setting.children[0]);
    if (!set) return tl::unexpected(set.error());
    changes.emplace_back(setting.text, *set);
  }
  return {};
}

Result<Value> Evaluation::query(const Node& node) {
  RunQuery query{.name = node.text, .changes = changes_, .arguments = {}};
  std::size_t first = 0;
  if (!node.children.empty() && node.children[0].is_name("run")) first = 1;
  if (!node.children.empty() && node.children[0].is_call("run")) {
    first = 1;
    if (const Status changed = add_changes(node.children[0], query.changes); !changed)
      return tl::unexpected(changed.error());
  }
  for (std::size_t i = first; i < node.children.size(); ++i) {
    // A name in measured() is the title of a row or column, except a variable of each() or of the variant.
    const bool title = node.text == "measured" && node.children[i].kind == Kind::name &&
                       !names_.contains(node.children[i].text);
    Result<QueryArgument> one = title ? word(node.children[i]) : argument(node.children[i]);
    if (!one) return tl::unexpected(one.error());
    query.arguments.push_back(*std::move(one));
  }
  return ask(query);
}

// Whether a name has a value as an argument; else it means the word itself. Keys of the scene do not count,
// because tensors may have the same names.
bool Evaluation::means_something(const Node& name) const {
  if (names_.contains(name.text)) return true;
  return is_query(name.text) && find_lesson_word(name.text)->most == 0;
}

// A name without a value means the word itself: run(algorithm = ring).
Result<std::string> Evaluation::setting_value(const Node& node) {
  if (const std::optional<std::string> word = dashed_word(node)) return with_varied(*word);
  return value(node).map(as_key_value);
}

// "two-shot" was parsed as a difference of two names without values.
std::optional<std::string> Evaluation::dashed_word(const Node& node) const {
  if (node.kind == Kind::name && !means_something(node)) return node.text;
  if (!node.is_call("-")) return std::nullopt;
  const auto left = dashed_word(node.children[0]), right = dashed_word(node.children[1]);
  return left && right ? std::optional(*left + "-" + *right) : std::nullopt;
}

// with.root always stands for its value.
Result<QueryArgument> Evaluation::word(const Node& node) const {
  if (node.text.starts_with("with."))
    if (const std::optional<Value> set = key(node.text)) return QueryArgument{"", {*set}};
  return QueryArgument{with_varied(node.text), {}};
}

Result<QueryArgument> Evaluation::argument(const Node& node) {
  if (node.kind == Kind::name && !means_something(node)) return word(node);
  if (node.kind != Kind::place)
    return value(node).map([](Value value) { return QueryArgument{"", {std::move(value)}}; });
  QueryArgument place{node.text, {}, node.way};
  for (const Node& child : node.children) {
    const bool is_word = child.kind == Kind::name && !means_something(child);
    Result<Value> one = is_word ? place_name(child) : value(child);
    if (!one) return tl::unexpected(one.error());
    place.values.push_back(*std::move(one));
  }
  return place;
}

// Behind "rank" or "to", a name means a parameter of the scene, not a tensor or GPU.
Result<Value> Evaluation::place_name(const Node& node) const {
  if (const std::optional<Value> set = key(node.text)) return *set;
  return word(node).map([](const QueryArgument& argument) {
    return argument.is_word() ? text_value(argument.word) : argument.values[0];
  });
}

Result<Value> Evaluation::ask(const RunQuery& query) {
  if (!query.changes.empty() && ++what_ifs_ > most_what_ifs)
    return fail("it asks for more than {} changed runs", most_what_ifs);
  if (query.name == "measured") return measured(query);
  if (query.name == "rows" || query.name == "fit" || query.name == "holdout") return rows(query);
  return paid(context_.ask(query));
}

Result<Value> Evaluation::measured(const RunQuery& query) {
  std::vector<std::string> words;
  for (const QueryArgument& argument : query.arguments)
    words.push_back(argument.is_word() ? argument.word : written(argument.values[0]));
  return context_.measured(words[0], words[1], words[2]);
}

Result<Value> Evaluation::rows(const RunQuery& query) {
  const QueryArgument& data = query.arguments[0];
  if (!context_.rows) return fail("no measured data are here");
  return context_.rows(query.name, data.is_word() ? data.word : written(data.values[0]));
}

}  // namespace commlab

// What an expression asks of a run: a question, its arguments, and the run it is asked of.

#include "lessons/expression/evaluation.h"
#include "lessons/expression/vocabulary.h"

namespace commlab {

bool Evaluation::is_question(const std::string& name) {
  const LessonWord* const word = find_lesson_word(name);
  return word && word->kind != LessonWord::Kind::function && word->least == 0;
}

// Of run(key = value).
Status Evaluation::add_changes(const Node& run, SceneKeys& changes) {
  for (const Node& setting : run.children) {
    const Result<std::string> set = setting_value(setting.children[0]);
    if (!set) return tl::unexpected(set.error());
    changes.emplace_back(setting.text, *set);
  }
  return {};
}

Result<Value> Evaluation::question(const Node& node) {
  RunQuestion question{.name = node.text, .changes = changes_, .arguments = {}};
  std::size_t first = 0;
  if (!node.children.empty() && node.children[0].is_name("run")) first = 1;
  if (!node.children.empty() && node.children[0].is_call("run")) {
    first = 1;
    if (const Status changed = add_changes(node.children[0], question.changes); !changed)
      return tl::unexpected(changed.error());
  }
  for (std::size_t i = first; i < node.children.size(); ++i) {
    // Of a row or column; but each's variable, or what varies, stands for the title it is set to.
    const bool title = node.text == "measured" && node.children[i].kind == Kind::name &&
                       !names_.contains(node.children[i].text);
    Result<QuestionArgument> one = title ? word(node.children[i]) : argument(node.children[i]);
    if (!one) return tl::unexpected(one.error());
    question.arguments.push_back(*std::move(one));
  }
  return ask(question);
}

// As an argument; else the word itself is meant. A key of the scene is no name there: tensors may be called
// so.
bool Evaluation::means_something(const Node& name) const {
  if (names_.contains(name.text)) return true;
  return is_question(name.text) && find_lesson_word(name.text)->most == 0;
}

// A word that means nothing is itself: run(algorithm = ring).
Result<std::string> Evaluation::setting_value(const Node& node) {
  if (const std::optional<std::string> word = dashed_word(node)) return with_varied(*word);
  return value(node).map(as_key_value);
}

// "two-shot" is read as a difference of words that mean nothing.
std::optional<std::string> Evaluation::dashed_word(const Node& node) const {
  if (node.kind == Kind::name && !means_something(node)) return node.text;
  if (!node.is_call("-")) return std::nullopt;
  const auto left = dashed_word(node.children[0]), right = dashed_word(node.children[1]);
  return left && right ? std::optional(*left + "-" + *right) : std::nullopt;
}

// with.root stands for what it is set to, wherever it stands.
Result<QuestionArgument> Evaluation::word(const Node& node) const {
  if (node.text.starts_with("with."))
    if (const std::optional<Value> set = key(node.text)) return QuestionArgument{"", {*set}};
  return QuestionArgument{with_varied(node.text), {}};
}

Result<QuestionArgument> Evaluation::argument(const Node& node) {
  if (node.kind == Kind::name && !means_something(node)) return word(node);
  if (node.kind != Kind::place)
    return value(node).map([](Value value) { return QuestionArgument{"", {std::move(value)}}; });
  QuestionArgument place{node.text, {}, node.way};
  for (const Node& child : node.children) {
    const bool is_word = child.kind == Kind::name && !means_something(child);
    Result<Value> one = is_word ? place_name(child) : value(child);
    if (!one) return tl::unexpected(one.error());
    place.values.push_back(*std::move(one));
  }
  return place;
}

// Behind "rank" or "to", a parameter of the scene is meant; tensors and GPUs are not called so there.
Result<Value> Evaluation::place_name(const Node& node) const {
  if (const std::optional<Value> set = key(node.text)) return *set;
  return word(node).map([](const QuestionArgument& argument) {
    return argument.is_word() ? text_value(argument.word) : argument.values[0];
  });
}

Result<Value> Evaluation::ask(const RunQuestion& question) {
  if (!question.changes.empty() && ++what_ifs_ > most_what_ifs)
    return fail("it asks for more than {} changed runs", most_what_ifs);
  if (question.name == "measured") return measured(question);
  if (question.name == "rows" || question.name == "fit" || question.name == "holdout") return rows(question);
  return paid(surroundings_.ask(question));
}

Result<Value> Evaluation::measured(const RunQuestion& question) {
  std::vector<std::string> words;
  for (const QuestionArgument& argument : question.arguments)
    words.push_back(argument.is_word() ? argument.word : written(argument.values[0]));
  return surroundings_.measured(words[0], words[1], words[2]);
}

Result<Value> Evaluation::rows(const RunQuestion& question) {
  const QuestionArgument& data = question.arguments[0];
  if (!surroundings_.rows) return fail("no measured data are here");
  return surroundings_.rows(question.name, data.is_word() ? data.word : written(data.values[0]));
}

}  // namespace commlab

#include "lessons/answer/ballot_key.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <cmath>

#include "lessons/answer/answer.h"
#include "lessons/answer/chosen_answer.h"
#include "lessons/answer/judge.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/model/question_kinds.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

// What places are made of, beside the words of the question and of its known answers.
constexpr std::string_view words_of_places[] = {
    "rank", "line",   "gpu",  "node",   "nic",  "cpu",    "switch",  "nvswitch", "step",      "chunk",
    "lane", "stream", "row",  "column", "all",  "reduce", "scatter", "gather",   "broadcast", "ring",
    "tree", "to",     "send", "recv",   "host", "b",      "kb",      "mb",       "gb",        "kib",
    "mib",  "gib",    "s",    "ms",     "us",   "ns",     "and"};
constexpr std::string_view signs_of_places = " ,.:;-_>/";
constexpr std::size_t longest_place = 60, longest_number = 6, most_signs_in_a_row = 4;  // " -> "

void collect_words(const Value& value, std::vector<std::string>& words) {
  if (value.text())
    for (std::string& word : answer_words(*value.text())) words.push_back(std::move(word));
  if (value.list())
    for (const Value& one : *value.list()) collect_words(one, words);
}

std::vector<std::string> vocabulary_of(const BallotKey& key) {
  std::vector<std::string> words = answer_words(key.question.ask);
  for (const std::string_view word : words_of_places) words.emplace_back(word);
  for (const Value& value : key.right) collect_words(value, words);
  for (const Value& value : key.known_wrong) collect_words(value, words);
  return words;
}

// A text that a learner has typed is shown to the class only if it can be nothing else than a place.
bool is_harmless(std::string_view text, const BallotKey& key) {
  std::size_t signs = 0;
  const auto fits = [&](unsigned char c) {
    signs = std::isalnum(c) ? 0 : signs + 1;
    return signs <= most_signs_in_a_row &&
           (signs == 0 || signs_of_places.find(static_cast<char>(c)) != std::string_view::npos);
  };
  const std::vector<std::string> words = answer_words(text), known = vocabulary_of(key);
  return !words.empty() && text.size() <= longest_place && std::ranges::all_of(text, fits) &&
         std::ranges::all_of(words, [&](const std::string& word) {
           const bool number = std::isdigit(static_cast<unsigned char>(word.front()));
           return number ? word.size() <= longest_number : std::ranges::find(known, word) != known.end();
         });
}

bool can_be_shown(const Value& value, const BallotKey& key) {
  if (value.number()) return std::isfinite(value.number()->amount);
  if (value.text()) return is_harmless(*value.text(), key);
  return !value.list() ||
         std::ranges::all_of(*value.list(), [&](const Value& one) { return can_be_shown(one, key); });
}

Result<BallotAnswer> read_chosen(const BallotKey& key, std::string_view text) {
  return read_choice(key.question, text).map([&](std::size_t choice) {
    return BallotAnswer{.text = choice_letter(choice), .right = choice == key.right_choice, .choice = choice};
  });
}

Result<BallotAnswer> read_typed(const BallotKey& key, std::string_view text) {
  const Question& question = key.question;
  const ValueUnit* const unit = question.unit.empty() ? nullptr : find_value_unit(question.unit);
  Result<Value> given = read_answer(text, key.right.front(), unit);
  if (!given) return tl::unexpected(given.error());
  if (!can_be_shown(*given, key))
    return fail("{}", key.right.front().text() ? "name a place, as in rank 9 line 40, or gpu8-gpu9"
                                               : "this number is too large");
  const bool right = std::ranges::any_of(
      key.right, [&](const Value& one) { return answers(*given, one, question.tolerance); });
  std::string shown = answer_text(question, *given);
  if (shown.size() > longest_ballot) return fail("this answer is too long");
  return BallotAnswer{.text = std::move(shown), .right = right, .value = *std::move(given)};
}

}  // namespace

Result<BallotKey> ballot_key(const Question& question, const EvaluationContext& context) {
  assert(!changes_scene(question) && "the question is answered with a text");
  BallotKey key{.question = question};
  if (answer_form(question) == AnswerForm::chosen)
    return right_choice(question, context).map([&](std::size_t right) {
      key.right_choice = right;
      return key;
    });
  Result<std::vector<Value>> right = expected_answers(question, context);
  if (!right) return tl::unexpected(right.error());
  key.right = *std::move(right);
  for (const WrongAnswer& wrong : question.wrong) {
    Result<Value> value = evaluate(wrong.value, context);
    if (!value) return fail("wrong.{}: {}", wrong.name, value.error().message);
    key.known_wrong.push_back(*std::move(value));
  }
  return key;
}

Result<BallotAnswer> read_ballot(const BallotKey& key, std::string_view text) {
  text = without_blanks(text);
  if (text.empty()) return fail("the answer is empty");
  if (text.size() > longest_ballot) return fail("this answer is too long");
  if (says_unknown(text)) return BallotAnswer{.text = "?"};
  return answer_form(key.question) == AnswerForm::chosen ? read_chosen(key, text) : read_typed(key, text);
}

bool same_ballot(const BallotKey& key, const BallotAnswer& one, const BallotAnswer& other) {
  if (one.text == other.text) return true;
  if (!one.value || !other.value) return false;
  const auto both_are = [&](const Value& known) {
    return answers(*one.value, known, key.question.tolerance) &&
           answers(*other.value, known, key.question.tolerance);
  };
  return std::ranges::any_of(key.right, both_are) || std::ranges::any_of(key.known_wrong, both_are);
}

}  // namespace commlab

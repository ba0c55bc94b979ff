#include "lessons/format/question_parser.h"

#include <algorithm>
#include <utility>

#include "lessons/expression/fill.h"
#include "lessons/expression/value.h"
#include "lessons/format/key_table.h"
#include "lessons/model/misconceptions.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/scene.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

constexpr double usual_tolerance = 0.05;

// The code of a misconception, such as M8.
Result<std::string> code_of(const std::string& piece) {
  return misconception_of(piece).map([](const Misconception& one) { return std::string(one.code); });
}

// EXPR, "message"[, M8]
Status read_wrong(LessonKey key, const std::string& name, Question& question) {
  const std::vector<std::string> pieces = cut_at_commas(key.value);
  std::string code;
  if (pieces.size() == 3) {
    const Result<std::string> named = code_of(pieces[2]);
    if (!named) return tl::unexpected(named.error());
    code = *named;
    key.value = fmt::format("{}, {}", pieces[0], pieces[1]);
  }
  return labelled_expression(key, name, "what this answer is told").map([&](LabelledExpression both) {
    question.wrong.push_back({name, std::move(both.value), std::move(both.label), code});
  });
}

// "text", EXPR[, "message"[, M8]]
Status read_choice(const LessonKey& key, Question& question) {
  const std::vector<std::string> pieces = cut_at_commas(key.value);
  if (pieces.size() < 2 || pieces.size() > 4)
    return fail("expected \"what can be chosen\", when it holds[, \"what a wrong choice is told\"[, M8]]");
  const Result<std::string> text = one_text(pieces[0]);
  if (!text) return tl::unexpected(text.error());
  const Result<Expression> holds = parse_expression(pieces[1], key.line);
  if (!holds) return tl::unexpected(holds.error());
  const Result<std::string> message = pieces.size() > 2 ? one_text(pieces[2]) : Result<std::string>("");
  if (!message) return tl::unexpected(message.error());
  const Result<std::string> code = pieces.size() > 3 ? code_of(pieces[3]) : Result<std::string>("");
  if (!code) return tl::unexpected(code.error());
  for (const std::string* filled : {&*text, &*message})
    if (const Status fine = check_filling(*filled); !fine) return fine;
  question.choices.push_back({*text, *holds, *message, *code});
  return {};
}

// fit.D21 = ["96", "402653184"], and holdout.D21 likewise.
Status read_rows(const LessonKey& key, const std::string& data, std::vector<std::string> FitRows::*rows,
                 Question& question) {
  return texts_of(key.value).and_then([&](std::vector<std::string> names) -> Status {
    if (names.empty()) return fail("at least one row is needed");
    auto fit = std::ranges::find(question.fits, data, &FitRows::data);
    if (fit == question.fits.end()) fit = question.fits.insert(fit, {.data = data});
    (*fit).*rows = std::move(names);
    return {};
  });
}

Status check_fits(const Question& question) {
  for (const FitRows& rows : question.fits) {
    if (!changes_scene(question))
      return fail("fit.{} belongs to {}: what is chosen so that the rows fit?", rows.data,
                  kinds_text(AnswerForm::by_changing));
    if (rows.fit.empty()) return fail("holdout.{} needs fit.{} beside it", rows.data, rows.data);
    for (const std::string& row : rows.fit)
      if (std::ranges::find(rows.held_out, row) != rows.held_out.end())
        return fail("'{}' is both in fit.{} and in holdout.{}: what is tested must not be fitted", row,
                    rows.data, rows.data);
  }
  return {};
}

Status check_question(const Question& q) {
  if (q.ask.empty()) return fail("'ask' is missing: what is asked?");
  if (const Status fine = check_keys_of_kind(q); !fine) return fine;
  if (!q.unit.empty() && !find_value_unit(q.unit))
    return fail("there is no unit '{}'; there are {}", q.unit, units_text());
  for (const std::string& key : q.allow)
    if (const Status known = check_scene_key(key, "allow"); !known) return known;
  for (const auto& [name, text] : q.words)
    if (std::ranges::find(q.allow, name, spoken_key_of) == q.allow.end())
      return fail("word.{} says what '{}' is, and 'allow' does not let it change", name, name);
  return check_fits(q);
}

}  // namespace

Result<Question> parse_question(const LessonFilePart& part, std::string_view file) {
  Question question{.line = part.line, .predicts = part.word == "predict", .tolerance = usual_tolerance};
  const auto kind = [&](const LessonKey& key, const std::string&) -> Status {
    return plain_value(key.value).and_then(parse_question_kind).map([&](Question::Kind kind) {
      question.kind = kind;
    });
  };
  const auto wrong = [&](const LessonKey& key, const std::string& name) -> Status {
    return read_wrong(key, name, question);
  };
  const auto choice = [&](const LessonKey& key, const std::string&) -> Status {
    return read_choice(key, question);
  };
  const auto star = [&](const LessonKey& key, const std::string& name) -> Status {
    const bool labelled = cut_at_commas(key.value).size() > 1;
    return (labelled ? labelled_expression(key, name, "what it asks for")
                     : parse_expression(key.value, key.line).map([&](Expression e) {
                         return LabelledExpression{name, std::move(e), ""};
                       }))
        .map([&](LabelledExpression aim) { question.stars.push_back(std::move(aim)); });
  };
  const auto word = [&](const LessonKey& key, const std::string& name) -> Status {
    return one_text(key.value).map(
        [&](std::string text) { question.words.emplace_back(name, std::move(text)); });
  };
  const auto rows = [&](std::vector<std::string> FitRows::*which) {
    return [&question, which](const LessonKey& key, const std::string& data) {
      return read_rows(key, data, which, question);
    };
  };
  const Status all = read_keys(
      part, file,
      {filled_row("ask", question.ask), LessonKeyRow{"kind", kind},
       expression_row("answer", [&](Expression e) { question.answer = std::move(e); }),
       expression_row("any_of", [&](Expression e) { question.any_of = std::move(e); }),
       word_row("unit", question.unit), share_row("tolerance", question.tolerance),
       truth_row("fact", question.fact), LessonKeyRow{"wrong.*", wrong}, LessonKeyRow{"choice.*", choice},
       expression_row("expect", [&](Expression e) { question.expect = std::move(e); }),
       list_row("allow", question.allow), LessonKeyRow{"word.*", word},
       LessonKeyRow{"fit.*", rows(&FitRows::fit)}, LessonKeyRow{"holdout.*", rows(&FitRows::held_out)},
       LessonKeyRow{"star.*", star}, filled_row("why", question.why), list_row("tags", question.tags)});
  if (!all) return tl::unexpected(all.error());
  settle_kind(question);
  if (const Status fine = check_question(question); !fine)
    return fail_in_lesson(file, part.line, fine.error().message);
  return question;
}

}  // namespace commlab

#include "lessons/class/tally.h"

#include <algorithm>
#include <memory>
#include <numeric>
#include <set>

#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/scene.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/play/questions_mark.h"

namespace commlab {
namespace {

using Record = LessonRecord;

double median(std::vector<std::int64_t> seconds) {
  std::ranges::sort(seconds);
  const std::size_t half = seconds.size() / 2;
  return seconds.size() % 2
             ? static_cast<double>(seconds[half])
             : std::midpoint(static_cast<double>(seconds[half - 1]), static_cast<double>(seconds[half]));
}

// Why this record cannot be counted; empty: it can.
std::string why_not(const Record& record, const Lesson& lesson) {
  const std::uint64_t variants = variants_of(lesson);
  if (record.variant >= variants)
    return fmt::format("variant {}, and there {}; another version of it?", record.variant,
                       variants == 1 ? "is no other than 0" : fmt::format("are 0 to {}", variants - 1));
  if (!record.questions.empty() && record.questions != questions_mark(lesson))
    return "it was answered in another version of the lesson, with other questions";
  int questions = 0;
  for (const LessonStep& step : lesson.steps) questions += questions_of(step);
  for (const Record::Answer& answer : record.answers)
    if (answer.question < 0 || answer.question >= questions)
      return fmt::format("an answer to question {}, and there are {}; another version of it?",
                         std::int64_t{answer.question} + 1, questions);
  return "";
}

// One lesson's answers, one question after the other.
class LessonCount {
 public:
  LessonCount(const Lesson& lesson, const Laboratory& laboratory)
      : lesson_(lesson), runner_(laboratory, limits_of_a_check) {}

  void add(const Record& record) { records_.push_back(&record); }
  bool empty() const { return records_.empty(); }

  Result<LessonTally> tally() {
    LessonTally tally{.lesson = lesson_,
                      .learners = static_cast<int>(records_.size()),
                      .reached = std::vector<int>(lesson_.steps.size())};
    int number = 0;
    common_order_ = common_order();
    Believers believers;
    for (int step = 0; step < static_cast<int>(lesson_.steps.size()); ++step) {
      const int first = number;
      for (const LessonStep::Item& item : lesson_.steps[step].items) {
        const auto* question = std::get_if<Question>(&item);
        if (!question) continue;
        Result<QuestionTally> counted = count(*question, number++, step, believers);
        if (!counted)
          return fail(counted.error().fault, "{}:{}: {}", lesson_.file, question->line,
                      counted.error().message);
        tally.questions.push_back(*std::move(counted));
      }
      reach(tally, step, first);
    }
    for (const Record* record : records_) {
      ++tally.variants[record->variant];
      tally.completed += completed(lesson_, *record);
    }
    const std::set<std::string> codes = misconceptions_shown(lesson_);
    for (const Misconception& one : misconceptions())
      if (const std::string code(one.code); codes.contains(code))
        tally.misconceptions.emplace_back(one, static_cast<int>(believers[code].size()));
    return tally;
  }

 private:
  using Believers = std::map<std::string, std::set<std::size_t>>;  // records by the misconception's code

  // A learner who went back has reached the step, too, if a question of it or of a later step is answered.
  void reach(LessonTally& tally, int step, int first_question) const {
    for (const Record* record : records_)
      tally.reached[step] +=
          record->step >= step || std::ranges::any_of(record->answers, [&](const Record::Answer& answer) {
            return answer.question >= first_question;
          });
  }

  const StepInVariant& in_variant(int step, std::uint64_t variant) {
    const std::pair place(step, variant);
    const auto found = places_.find(place);
    if (found != places_.end()) return found->second;
    return places_.emplace(place, step_in_variant(lesson_, step, variant, runner_)).first->second;
  }

  Result<QuestionTally> count(const Question& question, int number, int step, Believers& believers) {
    QuestionTally tally{.number = number,
                        .step = step,
                        .predicts = question.predicts,
                        .by_changing = changes_scene(question)};
    std::map<FirstAnswer, int> kinds;
    std::map<std::string, int> stars;
    std::vector<std::int64_t> seconds;
    for (std::size_t i = 0; i < records_.size(); ++i) {
      const auto answer = std::ranges::find(records_[i]->answers, number, &Record::Answer::question);
      if (answer == records_[i]->answers.end() || (answer->attempts == 0 && !answer->shown)) continue;
      ++tally.answered;
      tally.solved += answer->solved;
      tally.shown += answer->shown;
      tally.hints += answer->hints;
      if (answer->took) seconds.push_back(*answer->took);
      for (const std::string& star : answer->stars) ++stars[star];
      const auto kind = kind_of(question, *answer, step, records_[i]->variant);
      if (!kind) return tl::unexpected(kind.error());
      if (!*kind) continue;
      tally.right_at_first +=
          tally.by_changing ? answer->first_right : (*kind)->kind == FirstAnswer::Kind::right;
      if (!(*kind)->misconception.empty()) believers[(*kind)->misconception].insert(i);
      ++kinds[**kind];
    }
    if (!seconds.empty()) tally.minutes = median(std::move(seconds)) / 60;
    tally.first_answers.assign(kinds.begin(), kinds.end());
    for (const LabelledExpression& star : question.stars)
      tally.stars.emplace_back(star.name, stars[star.name]);
    return ask_of(question, step).map([&](std::string ask) {
      tally.ask = std::move(ask);
      return tally;
    });
  }

  // Nothing where the learner asked for the result before answering.
  Result<std::optional<FirstAnswer>> kind_of(const Question& question, const Record::Answer& answer, int step,
                                             std::uint64_t variant) {
    if (answer.attempts == 0) return std::nullopt;
    // A single change is not an answer: a solution of three keys takes three changes.
    if (changes_scene(question))
      return std::optional(answer.solved
                               ? FirstAnswer{.kind = FirstAnswer::Kind::solved, .label = "solved"}
                               : FirstAnswer{.kind = FirstAnswer::Kind::unsolved, .label = "not solved"});
    return first_answer(question, answer.first, in_variant(step, variant)).map([&](FirstAnswer kind) {
      return std::optional(with_common_letter(one_for_all(std::move(kind), question), question));
    });
  }

  // The message to a known wrong answer may hold numbers that differ from learner to learner. All get the
  // first one's, so that the answers count as one kind.
  FirstAnswer one_for_all(FirstAnswer kind, const Question& question) {
    if (kind.kind != FirstAnswer::Kind::known_wrong && kind.kind != FirstAnswer::Kind::choice) return kind;
    std::string& means = means_[{question.line, kind.label}];
    if (means.empty()) means = kind.means;
    kind.means = means;
    return kind;
  }

  // A class that votes sees one order of choices, and remembers their letters.
  FirstAnswer with_common_letter(FirstAnswer kind, const Question& question) const {
    if (!kind.choice || !common_order_) return kind;
    const std::vector<std::size_t> shown = shown_choices(question, *common_order_);
    const auto place = std::ranges::find(shown, *kind.choice) - shown.begin();
    kind.label = lettered_choice(static_cast<std::size_t>(place), kind.label);
    return kind;
  }
  // Nothing if the learners saw the choices in different orders.
  std::optional<std::uint64_t> common_order() const {
    std::set<std::uint64_t> orders;
    for (const Record* record : records_) orders.insert(order_in(lesson_, record->variant));
    return orders.size() == 1 ? std::optional(*orders.begin()) : std::nullopt;
  }

  // The question as all learners read it.
  Result<std::string> ask_of(const Question& question, int step) {
    std::optional<std::string> asked;
    for (const Record* record : records_) {
      const Result<std::string> here = text_in(in_variant(step, record->variant), question.ask);
      if (!here) return here;
      if (!asked) asked = *here;
      if (*asked != *here) return with_gaps(question.ask);
    }
    return asked.value_or("");
  }
  Result<std::string> with_gaps(const std::string& ask) const {
    VariantValues gaps;
    for (const Variation& variation : lesson_.vary) gaps[variation.name] = "...";
    return filled(with_values(ask, gaps),
                  [](const Expression&, const ValueFormat&) -> Result<std::string> { return "..."; });
  }

  const Lesson& lesson_;
  SceneRunner runner_;
  std::vector<const Record*> records_;
  std::optional<std::uint64_t> common_order_{};
  std::map<std::pair<int, std::uint64_t>, StepInVariant> places_;
  std::map<std::pair<int, std::string>, std::string> means_;
};

}  // namespace

Result<ClassTally> tally(const std::vector<HandedIn>& handed_in, const std::vector<Lesson>& lessons,
                         const Laboratory& laboratory) {
  ClassTally all;
  std::vector<std::unique_ptr<LessonCount>> counts;
  for (const Lesson& lesson : lessons) counts.push_back(std::make_unique<LessonCount>(lesson, laboratory));
  for (const auto& [file, answers] : handed_in) {
    bool counted = false;
    std::vector<std::string> seen;
    for (const Record& record : answers.records) {
      const auto leave_out = [&](const std::string& why) {
        all.left_out.push_back(fmt::format("{}: lesson {}: {}", file, record.lesson, why));
      };
      const auto lesson = std::ranges::find(lessons, record.lesson, &Lesson::id);
      if (lesson == lessons.end()) {
        leave_out("there is no such lesson here");
      } else if (std::ranges::find(seen, record.lesson) != seen.end()) {
        leave_out("it is there twice; the first is counted");
      } else if (const std::string why = why_not(record, *lesson); !why.empty()) {
        leave_out(why);
      } else {
        counts[lesson - lessons.begin()]->add(record);
        counted = true;
      }
      seen.push_back(record.lesson);
    }
    all.learners += counted;
  }
  for (const auto& count : counts) {
    if (count->empty()) continue;
    Result<LessonTally> one = count->tally();
    if (!one) return tl::unexpected(one.error());
    all.lessons.push_back(*std::move(one));
  }
  return all;
}

}  // namespace commlab

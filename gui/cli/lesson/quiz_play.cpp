#include "gui/cli/lesson/quiz_play.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "gui/cli/lesson/lesson_input.h"
#include "gui/cli/lesson/lesson_screen.h"
#include "gui/cli/output/table.h"
#include "lessons/expression/fill.h"
#include "lessons/model/scene.h"

namespace commlab {
namespace {

struct LessonScore {
  const Lesson* lesson;
  int right = 0;
  int asked = 0;
};

std::string name_of(const Lesson& lesson) {
  return lesson.number > 0 ? fmt::format("{} {}", lesson.number, lesson.title) : lesson.title;
}

class QuizPlay {
 public:
  QuizPlay(const std::vector<QuizQuestion>& quiz, SceneRunner& runner, const LessonTerminal& terminal)
      : quiz_(quiz),
        runner_(runner),
        screen_(terminal.out, terminal.style),
        input_(terminal, screen_),
        terminal_(terminal) {}

  Status play() {
    for (std::size_t i = 0; i < quiz_.size(); ++i) {
      const Result<bool> goes_on = ask(i);
      if (!goes_on) return tl::unexpected(goes_on.error());
      if (!*goes_on) break;
    }
    tell_score();
    return {};
  }

 private:
  // Asks one question. False: the learner quits, or the input has ended.
  Result<bool> ask(std::size_t index) {
    const QuizQuestion& asked = quiz_[index];
    runner_.count_anew();
    const StepInVariant step = step_in_variant(*asked.lesson, asked.step, asked.variant, runner_);
    const Result<QuestionState> state = set_out(asked, step, index);
    if (!state)
      return fail(state.error().fault, "{}:{}: {}", asked.lesson->file, asked.question->line,
                  state.error().message);
    std::size_t hints = 0;
    while (true) {
      const std::optional<LessonOrder> order = input_.order("> ");
      if (!order || order->kind == LessonOrder::Kind::quit) return false;
      if (order->kind == LessonOrder::Kind::help) {
        screen_.say("  Type an answer (of a choice, its letter), hint or quit; Enter is \"I don't know\".\n");
        continue;
      }
      if (order->kind == LessonOrder::Kind::hint) {
        const std::vector<std::string>& all = asked.question->hints;
        const Result<std::string> hint = hints < all.size()
                                             ? text_in(step, all[hints++])
                                             : Result<std::string>("There is no further hint.");
        screen_.prose(hint ? *hint : hint.error().message, "  ");
        continue;
      }
      const bool gives_up = order->kind == LessonOrder::Kind::next ||
                            order->kind == LessonOrder::Kind::show || order->value.empty();
      const Result<Feedback> feedback = quiz_feedback(asked, gives_up ? "?" : order->value, step);
      if (!feedback) {
        screen_.prose(feedback.error().message, "  ");
        continue;
      }
      screen_.feedback(*state, *feedback);
      count(asked, feedback->right && !feedback->unknown);
      return true;
    }
  }

  // Shows the question, and what learners must know of its scene.
  Result<QuestionState> set_out(const QuizQuestion& asked, const StepInVariant& step, std::size_t index) {
    const std::string title =
        fmt::format("{} of {}, from lesson {}", index + 1, quiz_.size(), name_of(*asked.lesson));
    screen_.say(fmt::format("\n{}\n{}\n\n", std::string(terminal_.style.width, '-'),
                            strong_text(title, terminal_.style)));
    const Result<std::string> before = words_before(asked, step);
    if (!before) return tl::unexpected(before.error());
    screen_.prose(*before);
    if (!before->empty()) screen_.say("\n");
    const LessonScene scene = with_parameters(step.scene);
    if (scene.kind == LessonScene::Kind::script)
      screen_.scene_at_rest({.keys = scene.keys, .script = scene.script});
    QuestionState state{.question = asked.question};
    const FillIn fill_in = fill_in_from(step.context, asked.question->predicts);
    const Result<std::string> words = text_in(step, asked.question->ask, fill_in);
    if (!words) return tl::unexpected(words.error());
    state.ask = *words;
    for (const AnswerChoice& choice : shown_question(asked).choices) {
      const Result<std::string> text = text_in(step, choice.text, fill_in);
      if (!text) return tl::unexpected(text.error());
      state.choices.push_back(*text);
    }
    screen_.question(state);
    return state;
  }

  void count(const QuizQuestion& asked, bool right) {
    auto score = std::ranges::find(scores_, asked.lesson, &LessonScore::lesson);
    if (score == scores_.end()) score = scores_.insert(score, {.lesson = asked.lesson});
    ++score->asked;
    score->right += right;
  }

  void tell_score() {
    int right = 0, asked = 0;
    for (const LessonScore& score : scores_) {
      right += score.right;
      asked += score.asked;
    }
    screen_.say("\nThat was the quiz.\n");
    screen_.say(fact("right", fmt::format("{} of {}", right, counted(asked, "question"))));
    std::ranges::stable_sort(
        scores_, {}, [](const LessonScore& score) { return static_cast<double>(score.right) / score.asked; });
    for (const LessonScore& score : scores_)
      if (score.right < score.asked)
        screen_.say(fact("go back to", fmt::format("{} ({} of {} right)", name_of(*score.lesson), score.right,
                                                   score.asked)));
  }

  const std::vector<QuizQuestion>& quiz_;
  SceneRunner& runner_;
  LessonScreen screen_;
  LessonInput input_;
  const LessonTerminal& terminal_;
  std::vector<LessonScore> scores_;
};

}  // namespace

Status play_quiz(const std::vector<QuizQuestion>& quiz, SceneRunner& runner, const LessonTerminal& terminal) {
  return QuizPlay(quiz, runner, terminal).play();
}

}  // namespace commlab

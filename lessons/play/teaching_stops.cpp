#include "lessons/play/teaching_stops.h"

#include <algorithm>

#include "lessons/model/lesson_step.h"

namespace commlab {
namespace {

using StopKind = TeachingStop::Kind;

constexpr int most_words = 60;            // at one stop; a single paragraph may have more
constexpr int most_mistakes = 3;          // at one stop
constexpr std::size_t most_explored = 5;  // stops of a control; of more, some between are left out

// Counts a {{ }} as one word, and the lines of a table as none.
int words_of(std::string_view text) {
  int words = 0;
  bool inside = false, computed = false;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text.substr(i).starts_with("{{")) computed = true;
    if (text.substr(i).starts_with("}}")) computed = false;
    const bool between = !computed && std::string_view(" \t\n|-").find(text[i]) != std::string_view::npos;
    words += !between && !inside;
    inside = !between;
  }
  return words;
}

// How many wrong answers have a message.
int told_mistakes(const Question& question) {
  const auto has_message = [](const auto& mistake) { return !mistake.message.empty(); };
  return static_cast<int>(std::ranges::count_if(question.wrong, has_message) +
                          std::ranges::count_if(question.choices, has_message));
}

// First and last, and others evenly between them.
std::vector<std::size_t> some_of(std::size_t stops) {
  std::vector<std::size_t> some;
  const std::size_t shown = std::min(stops, most_explored);
  for (std::size_t i = 0; i < shown; ++i)
    some.push_back(shown < 2 ? 0 : (i * (stops - 1) + (shown - 1) / 2) / (shown - 1));
  return some;
}

class StopWriter {
 public:
  explicit StopWriter(const Lesson& lesson) : lesson_(lesson) {}

  std::vector<TeachingStop> write(ClassLength length) {
    add({.kind = StopKind::title, .step = steps_of(lesson_, length).front()});
    for (const int step : steps_of(lesson_, length)) write_step(step);
    add({.kind = StopKind::end, .step = stops_.back().step, .unlocked = stops_.back().unlocked});
    return std::move(stops_);
  }

 private:
  void write_step(int number) {
    const LessonStep& step = lesson_.steps[number];
    step_ = number;
    question_ = 0;
    for (int before = 0; before < number; ++before) question_ += questions_of(lesson_.steps[before]);
    const int items = static_cast<int>(step.items.size());
    int free = 0;  // the item after the last prediction
    for (int i = 0; i < items; ++i)
      if (const auto* question = std::get_if<Question>(&step.items[i]); question && question->predicts)
        free = i + 1;
    // Predict: what may be shown without the run.
    unlocked_ = free == 0;
    std::vector<TeachingStop> later;
    for (int i = 0; i < free; ++i) write_item(step, i, later);
    // See: the results, and what had to wait for the predictions.
    unlocked_ = true;
    for (TeachingStop& stop : later) {
      stop.unlocked = true;
      stops_.push_back(stop);
    }
    std::vector<TeachingStop> none;
    for (int i = free; i < items; ++i) write_item(step, i, none);
  }

  // `later`: stops that wait until the predictions are made.
  void write_item(const LessonStep& step, int index, std::vector<TeachingStop>& later) {
    const LessonStep::Item& item = step.items[index];
    const TeachingStop here{.step = step_, .item = place_of(step, index), .unlocked = unlocked_};
    if (const auto* prose = std::get_if<Prose>(&item)) return write_text(prose->markdown, here);
    if (const auto* question = std::get_if<Question>(&item))
      return write_question(*question, here, unlocked_ ? stops_ : later);
    std::vector<TeachingStop>& out = unlocked_ ? stops_ : later;
    if (std::holds_alternative<PlotBlock>(item)) out.push_back(of_kind(StopKind::plot, here));
    if (std::holds_alternative<MeasureBlock>(item)) out.push_back(of_kind(StopKind::measure, here));
    if (const auto* explore = std::get_if<ExploreBlock>(&item))
      for (const std::size_t stop : some_of(explore->controls.front().stops.size())) {
        out.push_back(of_kind(StopKind::explore, here));
        out.back().explored = stop;
      }
  }

  void write_question(const Question& question, TeachingStop here, std::vector<TeachingStop>& out) {
    here.question = question_++;
    stops_.push_back(of_kind(StopKind::asked, here));
    out.push_back(of_kind(StopKind::revealed, here));
    const int mistakes = told_mistakes(question), stops = (mistakes + most_mistakes - 1) / most_mistakes;
    for (int stop = 0; stop < stops; ++stop) {
      here.from = stop * mistakes / stops;
      here.to = (stop + 1) * mistakes / stops;
      out.push_back(of_kind(StopKind::mistakes, here));
    }
  }

  // Puts paragraphs together up to most_words. A paragraph that ends with a colon stays with the next one.
  void write_text(std::string_view markdown, TeachingStop here) {
    const std::vector<std::string> paragraphs = paragraphs_of(markdown);
    here.kind = StopKind::text;
    int words = 0;
    for (int i = 0; i < static_cast<int>(paragraphs.size()); ++i) {
      const int own = words_of(paragraphs[i]);
      const bool announced = i > 0 && paragraphs[i - 1].ends_with(':');
      if (here.to > here.from && words + own > most_words && !announced) {
        stops_.push_back(here);
        here.from = here.to;
        words = 0;
      }
      words += own;
      here.to = i + 1;
    }
    if (here.to > here.from) stops_.push_back(here);
  }

  // The place among the items of StepContent, which leaves scenes and views out.
  static int place_of(const LessonStep& step, int index) {
    return index - number_at<SceneBlock>(step, index) - number_at<ViewBlock>(step, index);
  }
  static TeachingStop of_kind(StopKind kind, TeachingStop stop) {
    stop.kind = kind;
    return stop;
  }
  void add(TeachingStop stop) { stops_.push_back(stop); }

  const Lesson& lesson_;
  std::vector<TeachingStop> stops_;
  int step_ = 0, question_ = 0;
  bool unlocked_ = false;
};

}  // namespace

std::vector<TeachingStop> teaching_stops(const Lesson& lesson, ClassLength length) {
  return StopWriter(lesson).write(length);
}

std::vector<std::string> paragraphs_of(std::string_view markdown) {
  std::vector<std::string> paragraphs;
  std::string paragraph;
  bool fenced = false;
  const auto close = [&] {
    if (!paragraph.empty()) paragraphs.push_back(std::move(paragraph));
    paragraph.clear();
  };
  for (std::size_t at = 0; at < markdown.size();) {
    const std::size_t end = std::min(markdown.find('\n', at), markdown.size());
    const std::string_view line = markdown.substr(at, end - at);
    at = end + 1;
    if (line.starts_with("```") || line.starts_with("~~~")) fenced = !fenced;
    if (!fenced && line.find_first_not_of(" \t\r") == std::string_view::npos)
      close();
    else
      paragraph += (paragraph.empty() ? "" : "\n") + std::string(line);
  }
  close();
  return paragraphs;
}

Status stand_at(Player& player, const TeachingStop& stop) {
  player.restart(stop.step);
  if (!stop.unlocked) return {};
  const Lesson& lesson = player.lesson();
  const LessonStep& step = lesson.steps[stop.step];
  int number = 0;
  for (int before = 0; before < stop.step; ++before) number += questions_of(lesson.steps[before]);
  Status told{};
  each_question(step, [&](const Question& question) {
    const bool reveals = question.predicts;
    const bool shows_solution = !question.predicts && number == stop.question && stop.kind != StopKind::asked;
    if (told && reveals) told = player.answer(number, "?").map([](const Feedback&) {});
    if (told && shows_solution) told = player.show(number).map([](const Feedback&) {});
    ++number;
  });
  if (!told || stop.kind != StopKind::explore) return told;
  // The number of the block among those of its kind: items leave scenes and views out.
  int item = -1, block = -1;
  for (const LessonStep::Item& one : step.items) {
    const bool shown = !std::holds_alternative<SceneBlock>(one) && !std::holds_alternative<ViewBlock>(one);
    item += shown;
    block += std::holds_alternative<ExploreBlock>(one);
    if (!shown || item != stop.item) continue;
    return player.explore(block, std::get<ExploreBlock>(one).controls.front().key, stop.explored);
  }
  return {};
}

}  // namespace commlab

#include "lessons/class/sheet.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "core/routes/router.h"
#include "lessons/answer/answer_rules.h"
#include "lessons/answer/answers_in_words.h"
#include "lessons/answer/key_words.h"
#include "lessons/answer/typed_answer.h"
#include "lessons/class/sheet_question.h"
#include "lessons/expression/fill.h"
#include "lessons/model/scene.h"
#include "lessons/play/plot.h"

namespace commlab {
namespace {

// The window's layout at a step. A layout holds until a later step sets another.
std::string_view layout_at(const Lesson& lesson, int number) {
  std::string_view layout;
  for (int step = 0; step <= number; ++step)
    for (const LessonStep::Item& item : lesson.steps[step].items)
      if (const auto* view = std::get_if<ViewBlock>(&item); view && !view->layout.empty())
        layout = view->layout;
  return layout;
}

// Whether GPU 0 reaches all other GPUs over equally many links and equally fast.
bool gpus_are_alike(const Topology& topology) {
  Router router(topology);
  std::set<std::pair<std::size_t, std::int64_t>> ways;
  for (NodeId gpu = 1; gpu < topology.gpus; ++gpu) {
    const auto route = router.route(0, gpu);
    if (!route) return false;
    Bandwidth width{INT64_MAX};
    for (const LinkId link : *route) width = std::min(width, topology.links[link].bandwidth);
    ways.emplace(route->size(), width.bytes_per_second);
  }
  return ways.size() <= 1;
}

class SheetMaker {
 public:
  SheetMaker(const Lesson& lesson, const SheetWish& wish, SceneRunner& runner)
      : lesson_(lesson), wish_(wish), runner_(runner) {}

  Result<std::vector<SheetSection>> sections() {
    std::vector<SheetSection> all;
    const std::vector<int> steps = steps_of(lesson_, wish_.length);
    for (const int step : steps) collect_answers(step);
    for (const int number : steps) {
      const StepInVariant step = step_in_variant(lesson_, number, wish_.variant, runner_);
      Result<SheetSection> made = section(step);
      if (!made) return tl::unexpected(made.error());
      all.push_back(*std::move(made));
    }
    return all;
  }

 private:
  Result<SheetSection> section(const StepInVariant& step) {
    SheetSection section{.title = step.step->title, .items = {}};
    for (const LessonStep::Item& item : step.step->items) {
      const Status added = std::visit([&](const auto& each) { return add(section, each, step); }, item);
      if (!added) return tl::unexpected(added.error());
    }
    return section;
  }

  Status add(SheetSection& section, const Prose& prose, const StepInVariant& step) {
    return text(prose.markdown, step, prose.line).map([&](std::string words) {
      section.items.emplace_back(Prose{std::move(words), prose.line});
    });
  }
  Status add(SheetSection& section, const SceneBlock&, const StepInVariant& step) {
    SheetScene scene = sheet_scene(step.scene, in_words_, runner_);
    if (!wish_.answers && layout_at(lesson_, step.number) == "topology")
      scene.machine = not_drawn_yet(step.scene);
    section.items.emplace_back(std::move(scene));
    return {};
  }
  Status add(SheetSection&, const ViewBlock&, const StepInVariant&) { return {}; }
  Status add(SheetSection& section, const TeacherBlock& teacher, const StepInVariant& step) {
    if (!wish_.answers) return {};
    const Result<std::string> notes = text(teacher.notes, step, teacher.line),
                              board = text(teacher.board, step, teacher.line);
    if (!notes) return tl::unexpected(notes.error());
    if (!board) return tl::unexpected(board.error());
    section.items.emplace_back(
        TeacherBlock{.line = teacher.line, .notes = *notes, .minutes = teacher.minutes, .board = *board});
    return {};
  }

  // Published numbers are close to those of the run, and would give them away.
  Status add(SheetSection& section, const MeasureBlock& measure, const StepInVariant& step) {
    if (!wish_.answers || measure.says.empty()) return {};
    return add(section, Prose{measure.says, measure.line}, step);
  }
  Status add(SheetSection& section, const ExploreBlock& explore, const StepInVariant& step) {
    return text(explore.ask, step, explore.line).map([&](const std::string& ask) {
      section.items.emplace_back(Prose{fmt::format("*On a computer:* {}", ask), explore.line});
    });
  }
  Status add(SheetSection& section, const PlotBlock& plot, const StepInVariant& step) {
    if (!wish_.answers && waits_for_predictions(*step.step, plot)) return {};
    return placed(computed_plot(plot, runner_, step.scene, step.varying), plot.line)
        .map([&](PlotState state) {
          state.plot = &plot;
          section.items.emplace_back(std::move(state));
        });
  }
  Status add(SheetSection& section, const Question& question, const StepInVariant& step) {
    const FillIn ask = wish_.answers       ? fill_in_from(step.context)
                       : question.predicts ? with_gaps(step.context)
                                           : with_gaps_for_answers(step.context);
    return placed(sheet_question(question, step, {++questions_, wish_.answers}, runner_, ask), question.line)
        .map([&](SheetQuestion made) { section.items.emplace_back(std::move(made)); });
  }

  // Nothing for a machine whose GPUs are all alike, or whose name would tell an answer.
  std::optional<Machine> not_drawn_yet(const LessonScene& scene) {
    const Result<Machine> machine = runner_.machine(scene);
    if (!machine || gpus_are_alike(machine->topology) || drawn_.contains(machine->name)) return std::nullopt;
    for (const std::string& answer : in_words_)
      if (stands_in(machine->name, answer)) return std::nullopt;
    drawn_.insert(machine->name);
    return *machine;
  }

  Result<std::string> text(const std::string& markdown, const StepInVariant& step, int line) const {
    return placed(
        text_in(step, markdown, wish_.answers ? fill_in_from(step.context) : with_gaps(step.context)), line);
  }

  // A check may say what the run gave before it goes on from there; but not what another question asks.
  FillIn with_gaps_for_answers(const EvaluationContext& context) const {
    return [this, all = fill_in_from(context)](const Expression& expression, const ValueFormat& format) {
      return all(expression, format).map([&](std::string text) {
        return tells_the_run(expression) && answers_.contains(text) ? std::string(sheet_gap) : text;
      });
    };
  }
  void collect_answers(int number) {
    const StepInVariant step = step_in_variant(lesson_, number, wish_.variant, runner_);
    for (const LessonStep::Item& item : step.step->items) {
      const auto* question = std::get_if<Question>(&item);
      if (!question) continue;
      if (!wish_.answers)
        std::ranges::copy(answers_in_words(*question, step.context), std::back_inserter(in_words_));
      const Result<std::vector<Value>> right = rules_of(*question).values(*question, step.context);
      if (!right) continue;  // reported where the question is made
      for (const Value& value : *right) {
        answers_.insert(answer_text(*question, value));
        answers_.insert(written(value));
      }
    }
  }

  template <class T>
  Result<T> placed(Result<T> result, int line) const {
    if (result) return result;
    return fail(result.error().fault, "{}:{}: {}", lesson_.file, line, result.error().message);
  }

  const Lesson& lesson_;
  const SheetWish& wish_;
  SceneRunner& runner_;
  std::set<std::string> answers_;
  std::set<std::string> drawn_;        // machines
  std::vector<std::string> in_words_;  // the answers that have words; empty for a teacher's sheet
  int questions_ = 0;
};

}  // namespace

std::string variant_text(const Lesson& lesson, std::uint64_t variant) {
  if (lesson.vary.empty()) return "";
  std::vector<std::string> texts;
  for (const auto& [name, value] : values_of_variant(lesson, variant))
    texts.push_back(fmt::format("{} = {}", name, value));
  return fmt::format("variant {}: {}", variant % combinations_of(lesson), fmt::join(texts, ", "));
}

Result<Sheet> sheet_of(const Lesson& lesson, const SheetWish& wish, SceneRunner& runner) {
  return SheetMaker(lesson, wish, runner).sections().map([&](std::vector<SheetSection> sections) {
    return Sheet{
        .title = lesson.number > 0 ? fmt::format("{}. {}", lesson.number, lesson.title) : lesson.title,
        .about = lesson.goal,
        .name = wish.name,
        .variant = variant_text(lesson, wish.variant),
        .answers = wish.answers,
        .sections = std::move(sections)};
  });
}

SheetScene sheet_scene(const LessonScene& as_told, const std::vector<std::string>& answers,
                       const SceneRunner& runner) {
  const LessonScene scene = with_parameters(as_told);
  SheetScene made{.script = scene.kind == LessonScene::Kind::script ? scene.script : ""};
  for (const auto& [key, value] : scene.keys) {
    const bool tells =
        std::ranges::any_of(answers, [&](const std::string& answer) { return stands_in(value, answer); });
    made.keys.push_back({key, tells ? std::string(sheet_gap) : value, words_of_key(key)});
    if (const auto machine = runner.machine(scene); key == "machine" && !tells && machine)
      made.keys.back().words = machine->title;
  }
  return made;
}

// The questions of both keys stand in the same places.
Sheet only_what_differs(Sheet sheet, const Sheet& from) {
  assert(sheet.sections.size() == from.sections.size() && "both are keys of the same steps");
  std::vector<SheetSection> left;
  for (std::size_t i = 0; i < sheet.sections.size(); ++i) {
    SheetSection section{.title = sheet.sections[i].title, .items = {}};
    const auto& others = from.sections[i].items;
    for (std::size_t item = 0; item < sheet.sections[i].items.size(); ++item) {
      auto* question = std::get_if<SheetQuestion>(&sheet.sections[i].items[item]);
      if (question && *question != std::get<SheetQuestion>(others[item]))
        section.items.emplace_back(std::move(*question));
    }
    if (!section.items.empty()) left.push_back(std::move(section));
  }
  sheet.about =
      left.empty() ? "All answers are those of the variant before." : "What differs from the variant before.";
  sheet.sections = std::move(left);
  return sheet;
}

}  // namespace commlab

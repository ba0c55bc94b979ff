#pragma once
// A lesson on paper, made by running it: what stands on a learner's sheet, and on the teacher's with the key.
// Drawn by whoever prints; nothing here knows Markdown from HTML, but for prose, which is Markdown.
//
// What a run tells is a gap on a learner's sheet, in prose, too: he writes it there once he has seen it.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "lessons/answer_key.h"
#include "lessons/cut.h"
#include "lessons/lesson.h"
#include "lessons/scene_runner.h"
#include "lessons/step_content.h"
#include "lessons/step_in_variant.h"

namespace commlab {

inline constexpr std::string_view sheet_gap = "…………";

struct SheetQuestion {
  int number = 0;  // on the sheet, from 1
  bool predicts = false;
  std::string ask;                     // Markdown
  std::vector<std::string> choices{};  // to be ticked
  int gaps = 0;                        // how many values are to be written
  std::string unit{};                  // behind each of them
  struct Key {
    std::string name;   // "n"
    std::string words;  // "elements of each rank"; may be empty
    bool operator==(const Key&) const = default;
  };
  std::vector<Key> may_change{};    // keys of the scene, each with a gap
  std::vector<std::string> aims{};  // further ones: "gold: in less than 5 ms"
  std::optional<AnswerKey> key{};   // of the teacher's sheet
  bool operator==(const SheetQuestion&) const = default;
};

// What is run: its script with the numbers of its lines, and what it runs on.
struct SheetScene {
  struct Key {
    std::string name;
    std::string value;
    std::string words;  // what the key is: "the library"; of a machine what it is; may be empty
  };
  std::string script{};  // lines
  std::vector<Key> keys{};
  // To be drawn: a learner looks at it, where the window does (layout = "topology") and its GPUs differ in
  // what they reach how fast. Once on a sheet.
  std::optional<Machine> machine{};
};

struct SheetSection {
  using Item = std::variant<Prose, SheetScene, SheetQuestion, PlotState, TeacherBlock>;
  std::string title;
  std::vector<Item> items;
};

struct Sheet {
  std::string title;
  std::string about{};    // a sentence under it
  std::string name{};     // whose it is; empty: a line to write on
  std::string variant{};  // "variant 2: size = 800 MB"; empty: there is one alone
  bool answers = false;   // the teacher's
  std::vector<SheetSection> sections{};
};

struct SheetWish {
  std::uint64_t variant = 0;
  std::string name{};
  bool answers = false;
  LessonCut cut = LessonCut::fifty_minutes;
};

// An error is the lesson's: something cannot be computed.
Result<Sheet> sheet_of(const Lesson&, const SheetWish&, SceneRunner&);

// "variant 2: size = 800 MB"; empty where nothing varies.
std::string variant_text(const Lesson&, std::uint64_t variant);

// A question alone, its texts filled in so; with its key where there are to be answers.
struct SheetNumber {
  int number = 1;
  bool answers = false;
};
Result<SheetQuestion> sheet_question(const Question&, const StepInVariant&, SheetNumber, SceneRunner&,
                                     const FillIn&);
// Keys whose values have one of these answers in them (given_away.h) are printed as a gap.
SheetScene sheet_scene(const LessonScene&, const std::vector<std::string>& answers, const SceneRunner&);
// What is left of a key beside that of another variant of the same lesson and cut: the questions that differ.
Sheet only_what_differs(Sheet, const Sheet& from);
// A gap for all that tells the run. Keeps a reference.
FillIn with_gaps(const Surroundings&);

}  // namespace commlab

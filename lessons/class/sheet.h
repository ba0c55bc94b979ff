#pragma once
// A lesson on paper, made by running it: a learner's sheet, or the teacher's sheet with the key. The text of
// prose is Markdown; how the sheet is printed is decided elsewhere.
//
// On a learner's sheet, each number that tells about the run is a gap, also in prose. Learners write the
// number there when they have seen the run.

#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "core/base/error.h"
#include "core/machine/machine.h"
#include "lessons/answer/answer_key.h"
#include "lessons/model/lesson.h"
#include "lessons/play/class_length.h"
#include "lessons/play/step_content.h"
#include "lessons/play/step_in_variant.h"
#include "lessons/run/scene_runner.h"

namespace commlab {

inline constexpr std::string_view sheet_gap = "…………";

struct SheetQuestion {
  int number = 0;  // on the sheet, from 1
  bool predicts = false;
  std::string ask;                     // Markdown
  std::vector<std::string> choices{};  // the learner ticks one
  int gaps = 0;                        // how many values the learner writes
  std::string unit{};                  // printed after each gap
  struct Key {
    std::string name;   // "n"
    std::string words;  // "elements of each rank"; may be empty
    bool operator==(const Key&) const = default;
  };
  std::vector<Key> may_change{};    // keys of the scene, each with a gap
  std::vector<std::string> aims{};  // further aims: "gold: in less than 5 ms"
  std::optional<AnswerKey> key{};   // only on the teacher's sheet
  bool operator==(const SheetQuestion&) const = default;
};

// What is run: the script with line numbers, and the keys of the scene.
struct SheetScene {
  struct Key {
    std::string name;
    std::string value;
    std::string words;  // what the key means: "the library"; for a machine, its title; may be empty
  };
  std::string script{};  // lines
  std::vector<Key> keys{};
  // Printed as a picture, once on a sheet. Set if the window shows it (layout = "topology") and GPU 0 does
  // not reach all other GPUs equally fast.
  std::optional<Machine> machine{};
};

struct SheetSection {
  using Item = std::variant<Prose, SheetScene, SheetQuestion, PlotState, TeacherBlock>;
  std::string title;
  std::vector<Item> items;
};

struct Sheet {
  std::string title;
  std::string about{};    // a sentence under the title
  std::string name{};     // the learner's; empty: a line to write it on
  std::string variant{};  // "variant 2: size = 800 MB"; empty: the lesson has only one
  bool answers = false;   // the teacher's sheet
  std::vector<SheetSection> sections{};
};

struct SheetWish {
  std::uint64_t variant = 0;
  std::string name{};
  bool answers = false;
  ClassLength length = ClassLength::fifty_minutes;
};

// An error: something in the lesson cannot be computed.
Result<Sheet> sheet_of(const Lesson&, const SheetWish&, SceneRunner&);

// "variant 2: size = 800 MB"; empty if nothing varies.
std::string variant_text(const Lesson&, std::uint64_t variant);

// A key whose value contains one of these answers is printed as a gap.
SheetScene sheet_scene(const LessonScene&, const std::vector<std::string>& answers, const SceneRunner&);
// A teacher's sheet with only the questions that differ from those of another variant's sheet. REQUIRES: both
// are teacher's sheets of the same lesson and class length.
Sheet only_what_differs(Sheet, const Sheet& from);
}  // namespace commlab

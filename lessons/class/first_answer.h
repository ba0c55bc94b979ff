#pragma once
// Sorts a learner's first answer: right, a known wrong one, a choice, or how far off it is. Answers of
// learners with different variants are of one kind if each is equally far from the result of that learner's
// variant.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/model/lesson.h"
#include "lessons/play/step_in_variant.h"

namespace commlab {

struct FirstAnswer {
  enum class Kind : std::uint8_t {  // in the order in which they are listed
    right,
    solved,       // a check that changes the scene, by one change or by several
    known_wrong,  // wrong.NAME
    choice,       // one of the choices, and not the right one
    far_off,      // a number that differs by a factor: "2 to 8 times as much"
    other,        // any other answer, as the program read it: "1, 4, 2"
    unsolved,     // a check that changes the scene, and was left or shown before it passed
    unreadable,   // cannot be read with the lesson as it is now
    unknown,      // "I don't know"
  };
  Kind kind = Kind::other;
  int order = 0;        // place among the answers of its kind, if these have an order: choices, factors
  std::string label{};  // "bits", "the ring", "half of it": the text shown for all such answers
  std::optional<std::size_t> choice{};  // a choice's place in the file
  std::string means{};                  // what the learner is told about a known wrong answer
  std::string misconception{};          // which misconception it shows: "M8" (misconceptions.h); empty: none
  auto operator<=>(const FirstAnswer&) const = default;
};

// `text`: as the learner typed it. An error: the lesson's right answer cannot be computed. REQUIRES: the
// question belongs to the step, and is not answered by changing the scene.
Result<FirstAnswer> first_answer(const Question&, std::string_view text, const StepInVariant&);

}  // namespace commlab

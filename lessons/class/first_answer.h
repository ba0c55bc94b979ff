#pragma once
// Sorts a learner's first answer: right, a known wrong one, a choice, or how far off it is. Answers of
// learners with different variants are of one kind where each is equally far from the learner's own result.

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
    other,        // any other answer, as it was understood: "1, 4, 2"
    unsolved,     // a check that changes the scene, left or told before it passed
    unreadable,   // the lesson as it is now cannot read it
    unknown,      // "I don't know"
  };
  Kind kind = Kind::other;
  int order = 0;                // among the answers of its kind, where these have an order: choices, factors
  std::string label{};          // "bits", "b) the ring", "half of it": shown for all answers of this kind
  std::string means{};          // what is said to a known wrong one
  std::string misconception{};  // the one it points at: "M8" (misconceptions.h); empty: none
  auto operator<=>(const FirstAnswer&) const = default;
};

// `text`: as it was typed. An error is the lesson's: the right answer cannot be computed.
// REQUIRES: a question of the step that is not answered by changing the scene.
Result<FirstAnswer> first_answer(const Question&, std::string_view text, const StepInVariant&);

}  // namespace commlab

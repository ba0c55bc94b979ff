#pragma once
// What a first answer says about who gave it: right, a wrong one that people give, a choice, or how far off.
// Answers of learners with different variants are of one kind where they are equally far from their own
// results.

#include <string>
#include <string_view>

#include "core/base/error.h"
#include "lessons/lesson.h"
#include "lessons/step_in_variant.h"

namespace commlab {

struct FirstAnswer {
  enum class Kind : std::uint8_t {  // in the order in which they are listed
    right,
    solved,       // of a check that changes the scene: by one change or by several
    known_wrong,  // wrong.NAME
    choice,       // one of the choices, and not the right one
    far_off,      // a number that differs by a factor: "2 to 8 times as much"
    other,        // as it was understood: "1, 4, 2"
    unsolved,     // likewise: it was left, or told, before a scene did it
    unreadable,   // to the lesson as it is now
    unknown,      // "I don't know"
  };
  Kind kind = Kind::other;
  int order = 0;        // among those of its kind that have an order: choices, factors
  std::string label{};  // "bits", "b) the ring", "half of it": for people, the same for all of this kind
  std::string means{};  // of a known wrong one what is said to it
  std::string misconception{};  // that it points at: "M8" (misconceptions.h); empty: none
  auto operator<=>(const FirstAnswer&) const = default;
};

// `text`: as it was typed. An error is the lesson's: what is asked cannot be computed.
// REQUIRES: a question of the step, which does not change the scene.
Result<FirstAnswer> first_answer(const Question&, std::string_view text, const StepInVariant&);

}  // namespace commlab

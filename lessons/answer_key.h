#pragma once
// What a teacher knows of a question before the room does: what comes of it, and what people say instead.

#include <string>
#include <vector>

#include "core/base/error.h"
#include "lessons/evaluate.h"
#include "lessons/lesson.h"

namespace commlab {

struct AnswerKey {
  struct Mistake {
    std::string answer;   // as it is written: "4.29 ms"; of a choice its text
    std::string message;  // what to say to it; may be empty
    bool operator==(const Mistake&) const = default;
  };
  std::string answer;  // of a check that changes the scene: every solution it knows
  std::string why;     // Markdown
  std::vector<Mistake> mistakes;
  std::vector<std::string> hints;  // all of them
  bool operator==(const AnswerKey&) const = default;
};

// The wrong answers that the lesson knows, of the lesson's own scene; of a choice those that do not hold.
Result<std::vector<AnswerKey::Mistake>> mistakes_of(const Question&, const Surroundings&);

}  // namespace commlab

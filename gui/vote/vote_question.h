#pragma once
// What phones show at a stop of a presented lesson. It is made once and never changed, so that several
// threads may read it.

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "lessons/answer/ballot_key.h"

namespace commlab {

struct VoteQuestion {
  std::string id;      // "three-copies.2": the lesson, and the number of the question in it
  std::string lesson;  // the lesson's id
  std::string mark;    // questions_mark() of the lesson
  std::uint64_t variant = 0;
  std::uint64_t order = 0;             // in which the choices are shown (lessons/model/shuffled_choices.h)
  int number = 0;                      // in the lesson, from 0
  int step = 0;                        // from 0
  std::string ask;                     // Markdown
  std::vector<std::string> choices{};  // Markdown
  BallotKey key;
};

struct VoteStop {
  std::string title;                               // of the lesson
  std::shared_ptr<const VoteQuestion> question{};  // null: there is nothing to vote on
  bool on_screen = false;                          // a question that is answered by changing the scene
  bool revealed = false;                           // the answer to `question` is shown
  std::string result{};                            // then: the right answer as it is written
  std::string why{};                               // then: the reason, Markdown
  std::string notes{};                             // for the teacher only, Markdown
};

}  // namespace commlab

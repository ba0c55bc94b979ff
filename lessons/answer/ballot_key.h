#pragma once
// Judges answers without running anything: the right answer and the known wrong ones were computed before.
// So the votes of a class can be judged in a thread that runs no scenes.

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"
#include "lessons/expression/evaluate.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct BallotKey {
  Question question;
  std::vector<Value> right{};        // of a typed answer: each is right
  std::vector<Value> known_wrong{};  // of a typed answer
  std::size_t right_choice = 0;      // of a chosen answer
};
// REQUIRES: the question is not answered by changing the scene. An error: the right answer cannot be
// computed.
Result<BallotKey> ballot_key(const Question&, const EvaluationContext&);

// An answer as it was understood.
struct BallotAnswer {
  std::string text{};  // "4.29 ms", "b", "rank 2 line 3"; "?": "I don't know"
  bool right = false;
  std::optional<std::size_t> choice{};
  std::optional<Value> value{};
};
inline constexpr std::size_t longest_ballot = 200;  // bytes of an answer

// Reads and judges an answer. It comes from somebody unknown and is shown to all, so `text` holds only
// numbers, units, and words that places are made of. An error says how to write the answer.
Result<BallotAnswer> read_ballot(const BallotKey&, std::string_view text);
// Whether two answers are one: equal as written, or both within the question's tolerance of the same known
// value.
bool same_ballot(const BallotKey&, const BallotAnswer&, const BallotAnswer&);

}  // namespace commlab

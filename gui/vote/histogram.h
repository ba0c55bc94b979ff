#pragma once
// How a class has voted: a bar for each answer, with its count. Choices stand in the order of the page,
// numbers from the least to the largest, other answers by how many gave them. Equal answers are one bar.

#include <string>
#include <vector>

#include "gui/vote/vote_question.h"

namespace commlab {

struct VoteBar {
  std::string label;  // Markdown: "a) the ring", "4.29 ms", "I don't know", "other answers"
  int count = 0;
  bool right = false;
  bool operator==(const VoteBar&) const = default;
};
inline constexpr std::size_t most_vote_bars = 8;

// `revealed`: the right bar is never among the "other answers", and is marked; before, none is marked.
std::vector<VoteBar> histogram_of(const VoteQuestion&, const std::vector<BallotAnswer>&, bool revealed);

}  // namespace commlab

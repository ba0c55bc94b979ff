#include "gui/vote/histogram.h"

#include <algorithm>
#include <map>
#include <numeric>

#include <fmt/format.h>

#include "lessons/model/question_kinds.h"

namespace commlab {
namespace {

constexpr std::string_view unknown_label = "I don't know", other_label = "other answers";

struct Group {
  BallotAnswer first;
  std::map<std::string, int> texts;  // each spelling, and how many gave it
  int count = 0;
};

// The spelling that most learners gave.
std::string label_of(const Group& group) {
  return std::ranges::max_element(group.texts, {}, [](const auto& text) { return text.second; })->first;
}

std::vector<Group> groups_of(const VoteQuestion& question, const std::vector<BallotAnswer>& votes) {
  std::vector<Group> groups;
  for (const BallotAnswer& vote : votes) {
    if (vote.text == "?") continue;
    auto group = std::ranges::find_if(
        groups, [&](const Group& one) { return same_ballot(question.key, one.first, vote); });
    if (group == groups.end()) group = groups.insert(groups.end(), Group{.first = vote, .texts = {}});
    ++group->count;
    ++group->texts[vote.text];
  }
  return groups;
}

bool are_numbers(const std::vector<Group>& groups) {
  return std::ranges::all_of(
      groups, [](const Group& group) { return group.first.value && group.first.value->number(); });
}

void put_in_order(std::vector<Group>& groups) {
  if (are_numbers(groups))
    std::ranges::sort(groups, {}, [](const Group& group) { return group.first.value->number()->amount; });
  else
    std::ranges::sort(groups, {},
                      [](const Group& group) { return std::pair(-group.count, label_of(group)); });
}

// Keeps the largest groups, and returns how many votes the others have.
int leave_out_the_rest(std::vector<Group>& groups, std::size_t most, bool keep_right) {
  if (groups.size() <= most) return 0;
  std::ranges::stable_sort(groups, std::greater{}, [&](const Group& group) {
    return std::pair(keep_right && group.first.right, group.count);
  });
  const auto rest = groups.begin() + static_cast<std::ptrdiff_t>(most) - 1;
  const int others =
      std::accumulate(rest, groups.end(), 0, [](int sum, const Group& group) { return sum + group.count; });
  groups.erase(rest, groups.end());
  return others;
}

std::vector<VoteBar> bars_of_choices(const VoteQuestion& question, const std::vector<BallotAnswer>& votes,
                                     bool revealed) {
  std::vector<VoteBar> bars;
  for (std::size_t i = 0; i < question.choices.size(); ++i)
    bars.push_back(
        {.label = lettered_choice(i, question.choices[i]),
         .count = static_cast<int>(std::ranges::count(votes, std::optional(i), &BallotAnswer::choice)),
         .right = revealed && i == question.key.right_choice});
  return bars;
}

std::vector<VoteBar> bars_of_values(const VoteQuestion& question, const std::vector<BallotAnswer>& votes,
                                    bool revealed, std::size_t most) {
  std::vector<Group> groups = groups_of(question, votes);
  const int others = leave_out_the_rest(groups, most, revealed);
  put_in_order(groups);
  std::vector<VoteBar> bars;
  for (const Group& group : groups)
    bars.push_back({.label = label_of(group), .count = group.count, .right = revealed && group.first.right});
  if (others > 0) bars.push_back({.label = std::string(other_label), .count = others});
  return bars;
}

}  // namespace

std::vector<VoteBar> histogram_of(const VoteQuestion& question, const std::vector<BallotAnswer>& votes,
                                  bool revealed) {
  const auto unknown = static_cast<int>(std::ranges::count(votes, "?", &BallotAnswer::text));
  std::vector<VoteBar> bars =
      answer_form(question.key.question) == AnswerForm::chosen
          ? bars_of_choices(question, votes, revealed)
          : bars_of_values(question, votes, revealed, most_vote_bars - (unknown > 0 ? 1 : 0));
  if (unknown > 0) bars.push_back({.label = std::string(unknown_label), .count = unknown});
  return bars;
}

}  // namespace commlab

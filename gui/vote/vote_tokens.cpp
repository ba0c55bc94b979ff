#include "gui/vote/vote_tokens.h"

#include <algorithm>
#include <random>

namespace commlab {
namespace {

constexpr std::string_view letters = "abcdefghjkmnpqrstuvwxyz23456789";  // no i, l, o, 0, 1
constexpr std::string_view of_teacher = "t-";
constexpr std::size_t learners_length = 6, teacher_length = 20;

}  // namespace

std::string random_letters(std::size_t length) {
  std::random_device system;
  std::uniform_int_distribution<std::size_t> any(0, letters.size() - 1);
  std::string text(length, ' ');
  std::ranges::generate(text, [&] { return letters[any(system)]; });
  return text;
}

VoteTokens new_vote_tokens() {
  return {.learners = random_letters(learners_length),
          .teacher = std::string(of_teacher) + random_letters(teacher_length)};
}

bool looks_like_a_token(std::string_view text) {
  if (text.starts_with(of_teacher)) return true;
  return text.size() == learners_length && text.find_first_not_of(letters) == text.npos;
}

bool same_secret(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

}  // namespace commlab

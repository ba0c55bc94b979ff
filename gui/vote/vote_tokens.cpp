#include "gui/vote/vote_tokens.h"

#include "core/base/secrets.h"

namespace commlab {
namespace {

constexpr std::string_view letters = "abcdefghjkmnpqrstuvwxyz23456789";  // no i, l, o, 0, 1
constexpr std::string_view of_teacher = "t-";
constexpr std::size_t learners_length = 6, teacher_length = 20;

}  // namespace

std::string random_letters(std::size_t length) { return random_text(letters, length); }

VoteTokens new_vote_tokens() {
  return {.learners = random_letters(learners_length),
          .teacher = std::string(of_teacher) + random_letters(teacher_length)};
}

bool looks_like_a_token(std::string_view text) {
  if (text.starts_with(of_teacher)) return true;
  return text.size() == learners_length && text.find_first_not_of(letters) == text.npos;
}

}  // namespace commlab

#pragma once
// The secret parts of a class's links. The learners' is short, because some will type it: it keeps out
// strangers who do not see the screen. The teacher's is long, because its page tells the answers.

#include <string>
#include <string_view>

namespace commlab {

struct VoteTokens {
  std::string learners;  // "k7f3m2"
  std::string teacher;   // "t-" and 20 letters
};
// From the system's source of randomness, without letters that look like others.
VoteTokens new_vote_tokens();
std::string random_letters(std::size_t);

// Whether a text could be one of the tokens, so that asking with it is a guess.
bool looks_like_a_token(std::string_view);

}  // namespace commlab

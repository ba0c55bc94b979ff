#pragma once
// How a process shows that it knows the experiment's token without saying it: the coordinator sends a
// challenge of 96 random bits, the member answers with SHA-256-crypt(token, salt = challenge) (crypt(3),
// 1,000 rounds). Who listens in learns nothing that opens another connection, and must guess the token
// at half a millisecond a guess. That is all: nothing is encrypted, and whoever can change what is on
// its way can take the connection over. Between computers, use a network you trust.

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

inline constexpr std::size_t shortest_token = 16, longest_token = 256;

// Letters and digits, 32 of them, from the system's source of randomness.
std::string new_token();
std::string new_challenge();

// Empty without a token. REQUIRES: at most longest_token characters, none of them zero; the challenge
// consists of letters and digits.
std::string proof_of(const std::string& token, const std::string& challenge);
// In a time that does not depend on where they differ.
bool same_proof(std::string_view, std::string_view);

// Whether the text can be a challenge or a token that proof_of takes.
bool is_challenge(std::string_view);
Status check_token(std::string_view);

}  // namespace commlab

#pragma once
// How a process shows that it knows the experiment's token without sending it: the coordinator sends a
// challenge of 96 random bits, and the member answers with SHA-256-crypt(token, salt = challenge) (crypt(3),
// 1,000 rounds). An eavesdropper cannot use this answer for another connection, and would have to guess the
// token, at half a millisecond for each guess. Nothing else is protected: messages are not encrypted, and an
// attacker who can change messages can take over the connection. Between computers, use a network that you
// trust.

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

inline constexpr std::size_t shortest_token = 16, longest_token = 256;

// 32 letters and digits from the system's source of randomness.
std::string new_token();
std::string new_challenge();

// Empty if the token is empty. REQUIRES: check_token(token); is_challenge(challenge), if there is a token.
std::string proof_of(const std::string& token, const std::string& challenge);
// Compares in a time that does not depend on where the texts differ.
bool same_proof(std::string_view, std::string_view);

// Whether the text can be a challenge, and whether it can be a token. Error: too many characters, or a zero
// among them.
bool is_challenge(std::string_view);
Status check_token(std::string_view);

}  // namespace commlab

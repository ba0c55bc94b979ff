#pragma once
// How two processes show each other that they know the experiment's token without sending it. Each side draws
// a challenge of 95 random bits. A proof is SHA-256-crypt (crypt(3), 1,000 rounds) over the prover's side,
// both challenges and the token:
//
//   proof = crypt(side, coordinator's challenge, member's challenge, token;  salt = coordinator's challenge)
//
// What this protects against, on every network:
//   - a process without the token is not obeyed by a member and not accepted as a member, also if it listens
//     first, sends a side's own challenge or proof back to it, or repeats what it heard on other connections:
//     the other side's fresh challenge or the side in the proof differs;
//   - the token is never sent. To guess it from a proof, each guess costs a millisecond. Everyone who can
//   connect
//     can ask for a proof, so the token must be hard to guess: new_token() draws 190 bits.
//
// What it does not protect against: an attacker between two members of the group who can read or change what
// they send. He can let them prove the token to each other through him, and then read, change and add
// messages, programs included; a connection's later messages are neither encrypted nor signed. A signature
// for each message would be possible for the few questions of the coordinator, but not for data at the speed
// of the network, which is what is measured. Between computers, use a network that you trust.

#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

inline constexpr std::size_t shortest_token = 16, longest_token = 256;

// 32 letters and digits from the system's source of randomness.
std::string new_token();
std::string new_challenge();

// Who proves that it knows the token.
enum class Side { coordinator, member };

// The challenges of one connection.
struct Challenges {
  std::string coordinator, member;
};

// Empty if the token is empty. REQUIRES: check_token(token); is_challenge() of both challenges.
std::string proof_of(const std::string& token, Side prover, const Challenges&);
// Whether the text is this proof. Compares in a time that does not depend on where the texts differ.
// REQUIRES: as proof_of().
bool proves(std::string_view text, const std::string& token, Side prover, const Challenges&);

// Whether the text can be a challenge, and whether it can be a token. Error: too many characters, or a zero
// among them.
bool is_challenge(std::string_view);
Status check_token(std::string_view);

}  // namespace commlab

#pragma once
// The first messages on a connection between a member and the coordinator:
//
//   coordinator  greeting {challenge}
//   member       challenge {challenge}
//   coordinator  proof {proof}
//   member       hello {rank, ranks, job, proof, process, host, fields}
//   coordinator  welcome {}, once all members are here;   or   refused {reason}, and it closes
//
// Both proofs are of the token, over both challenges (token.h). A member that gets a wrong proof leaves, and
// has said nothing but a random challenge. If rank 0 has ended, refused {reason} comes instead of the
// greeting (vacancy.h); a refusal needs no proof, because its sender could as well stay silent.

#include <optional>
#include <string>

#include "core/collective/collective.h"
#include "gpu/net/messages/message.h"

namespace commlab {

// Bytes of text that are accepted from a process that has not proved the token. A hello has some 300, besides
// the member's information about itself.
inline constexpr Bytes longest_hello = KiB(4);

struct Hello {
  Rank rank = 0;
  int ranks = 1;
  std::string job{};  // GroupPlace::job
  std::string proof;  // proof of the token: token.h
  int process = 0;
  std::string host;
  nlohmann::json fields;  // information of the member about itself, which may be any JSON value
};

NetMessage to_message(const Hello&);
std::optional<Hello> to_hello(const NetMessage&);  // nullopt: the message is no hello

inline constexpr std::string_view welcome_kind = "welcome";

NetMessage greeting(const std::string& challenge);
NetMessage challenge_in_return(const std::string& challenge);
NetMessage proof_in_return(const std::string& proof);
NetMessage refusal(const std::string& reason);
// What these messages say; nullopt: the message is of another kind, or malformed.
std::optional<std::string> challenge_of_greeting(const NetMessage&);
std::optional<std::string> challenge_in(const NetMessage&);
std::optional<std::string> proof_in(const NetMessage&);
std::optional<std::string> reason_of_refusal(const NetMessage&);

// "process 4711 on hostname"
std::string who(const Hello&);

// This process's number and its computer's name.
int this_process();
std::string this_host();

}  // namespace commlab

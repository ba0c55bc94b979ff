#pragma once
// The first messages on a connection between a member and the coordinator:
//
//   coordinator  greeting {challenge}
//   member       hello {rank, ranks, proof, process, host, fields}
//   coordinator  welcome {}, once all members are here;   or   refused {reason}, and it closes
//
// If rank 0 has ended, refused {reason} comes instead of the greeting (vacancy.h).
//
// No field that another process sends is trusted: every field is checked.

#include <optional>
#include <string>

#include "core/collective/collective.h"
#include "gpu/net/messages/message.h"

namespace commlab {

inline constexpr Bytes longest_hello = KiB(64);  // bytes of text; a longer one is refused

struct Hello {
  Rank rank = 0;
  int ranks = 1;
  std::string proof;  // proof of the token: token.h
  int process = 0;
  std::string host;
  nlohmann::json fields;  // information of the member about itself, which may be any JSON value
};

NetMessage to_message(const Hello&);
std::optional<Hello> to_hello(const NetMessage&);  // nullopt: the message is no hello

NetMessage refusal(const std::string& reason);

// "process 4711 on hostname"
std::string who(const Hello&);

// This process's number and its computer's name.
int this_process();
std::string this_host();

// A field of a message. nullopt: it is missing, has another type, or its number is too large.
std::optional<int> number_field(const nlohmann::json& fields, std::string_view name);
std::optional<int> number_field(const NetMessage&, std::string_view name);
std::optional<std::string> text_field(const NetMessage&, std::string_view name);

}  // namespace commlab

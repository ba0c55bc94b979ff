#pragma once
// The first words on a connection between a member and the coordinator:
//
//   coordinator  greeting {challenge}
//   member       hello {rank, ranks, proof, process, host, fields}
//   coordinator  welcome {}, once all members are here;   or   refused {reason}, and it closes
//
// Where rank 0 has ended, refused {reason} comes ahead of any greeting (vacancy.h).
//
// What others send is looked at field by field, and never trusted.

#include <optional>
#include <string>

#include "core/collective/collective.h"
#include "gpu/net/message.h"

namespace commlab {

inline constexpr Bytes longest_hello = KiB(64);  // of text: who sends more is turned away

struct Hello {
  Rank rank = 0;
  int ranks = 1;
  std::string proof;  // of the token: token.h
  int process = 0;
  std::string host;
  nlohmann::json fields;  // whatever the member has to tell of itself: not always an object
};

NetMessage to_message(const Hello&);
std::optional<Hello> to_hello(const NetMessage&);  // nullopt: it is none

NetMessage refusal(const std::string& reason);

// "process 4711 on hostname"
std::string who(const Hello&);

// This process's number and its computer's name.
int this_process();
std::string this_host();

// A field that somebody else wrote: nullopt where it is missing, of another type, or too large for the type.
std::optional<int> number_field(const nlohmann::json& fields, std::string_view name);
std::optional<int> number_field(const NetMessage&, std::string_view name);
std::optional<std::string> text_field(const NetMessage&, std::string_view name);

}  // namespace commlab

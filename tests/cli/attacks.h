#pragma once
// What a process without the token can do to a group of processes of its own computer: it connects to every
// port at which one of them listens, and it listens where one of them looks for rank 0.

#include <cstdint>
#include <stop_token>
#include <vector>

#include <sys/types.h>

#include "gpu/net/meeting/group_place.h"

namespace commlab {

// Ports of 127.0.0.1 at which the process listens.
std::vector<int> ports_of(pid_t);

struct Attempts {
  int made = 0;    // connections and messages of the attacker
  int obeyed = 0;  // it got what only a member or rank 0 may get
};

// Listens where a member looks for rank 0, and tries to be obeyed: with garbage, with what it heard from the
// member, with what it heard from the real rank 0 at `place`, and with jobs that nobody asked for. Then tries
// to join there.
Attempts attack_as_impostor(const GroupPlace& place, unsigned variant, const std::stop_token&);

// Says hello at all ports of the test's child processes, as a member without the secret.
Attempts attack_lines(const GroupPlace& place, unsigned variant, const std::stop_token&);

// Opens connections to all these ports and to the meeting place, and leaves them silent, slow, reset, or with
// a question for a proof of the token.
Attempts attack_with_a_crowd(const GroupPlace& place, unsigned variant, const std::stop_token&);

}  // namespace commlab

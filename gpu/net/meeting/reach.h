#pragma once
// Whether the meeting address of a group can be reached only from this computer, or also from others.

#include <string>

#include "core/base/error.h"
#include "gpu/net/meeting/group_place.h"

namespace commlab {

// Whether only processes of this computer can reach the address. Error: there is no such address.
Result<bool> is_loopback(const std::string& address);

// The address at which a member listens for the others: loopback if the meeting address is loopback, else
// every address of this computer in the same family: "127.0.0.1", "::1", "0.0.0.0", "::". Error: as above.
Result<std::string> listening_address(const std::string& meeting);

// Whether processes that meet at this address can use this token. Errors: other computers can connect there,
// and the token is shorter than shortest_token; no token may look like this (check_token()); no such address.
Status check_guarded(const std::string& meeting, const std::string& token);

// Many systems map the computer's own name to 127.0.1.1 (Debian's /etc/hosts). A group that meets there waits
// forever for ranks of other computers. Errors: the address is loopback, and ranks run on other computers; no
// such address.
Status check_reach(const GroupPlace&);

}  // namespace commlab

#pragma once
// How far the place where a group meets can be reached: from this computer alone, or from others too.

#include <string>

#include "core/base/error.h"
#include "gpu/net/group_place.h"

namespace commlab {

// Whether only processes of this computer can reach the address. Error: there is no such address.
Result<bool> is_loopback(const std::string& address);

// Where a member listens to the others: loopback where all meet there, else every address of this computer,
// in the family of the meeting's: "127.0.0.1", "::1", "0.0.0.0", "::". Error: as above.
Result<std::string> listening_address(const std::string& meeting);

// On many systems a computer's own name is 127.0.1.1 to itself (Debian's /etc/hosts): who meets there waits
// in vain for ranks of other computers. Errors: that; no such address.
Status check_reach(const GroupPlace&);

}  // namespace commlab

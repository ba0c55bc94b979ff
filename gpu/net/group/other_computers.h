#pragma once
// Which members are on other computers than rank 0's, and what these computers are called.

#include <string>
#include <vector>

#include "core/collective/collective.h"

namespace commlab {

// What a member has said of its computer.
struct ToldComputer {
  std::string boot;  // members with the same one share a computer (MemberComputer); empty: unknown
  std::string host;
};

struct OtherComputer {
  Rank rank;         // the lowest of this computer
  std::string name;  // its host's name; "rank 4" if another computer has this name, too
};

// By rank. A member whose boot is unknown counts as a computer of its own.
std::vector<OtherComputer> other_computers(const std::vector<ToldComputer>& of_members);

}  // namespace commlab

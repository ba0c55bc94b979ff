#pragma once
// Ways to break Programs, one instruction at a time. All take Programs with absolute names
// (see expanded()) and return changed ones.

#include <functional>
#include <string_view>
#include <vector>

#include "core/programs/programs.h"

namespace commlab::mutations {

struct Place {
  Rank rank;
  int lane;
  int index;
};

std::vector<Place> places(const Programs&);
const Instruction& at(const Programs&, Place);
Instruction& at(Programs&, Place);

// A mutation that always changes what the programs mean, and where it can be tried.
struct Mutation {
  std::string_view name;
  std::function<bool(const Programs&, Place)> applies;
  std::function<void(Programs&, Place)> apply;
};
const std::vector<Mutation>& all();

void drop(Programs&, Place);
void duplicate(Programs&, Place);
void swap_with_next_send(Programs&, Place);  // nothing where none follows
void lose_dependency(Programs&, Place, std::size_t which);
void add_dependency(Programs&, Place, Dependency);

}  // namespace commlab::mutations

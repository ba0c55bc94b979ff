#pragma once
// Ways to break Programs, one instruction at a time. All of them change Programs with absolute names (see
// expanded()).

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

// A mutation that always changes what the programs mean, and where it can be applied.
struct Mutation {
  std::string_view name;
  std::function<bool(const Programs&, Place)> applies;
  std::function<void(Programs&, Place)> apply;
};
const std::vector<Mutation>& all();

void drop(Programs&, Place);
void duplicate(Programs&, Place);
void swap_with_next_send(Programs&, Place);  // does nothing where no send follows
void lose_dependency(Programs&, Place, std::size_t which);
void add_dependency(Programs&, Place, Dependency);

}  // namespace commlab::mutations

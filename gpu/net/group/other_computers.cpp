#include "gpu/net/group/other_computers.h"

#include <algorithm>

#include <fmt/format.h>

#include "core/base/index.h"

namespace commlab {
namespace {

bool is_first_of_its_computer(const std::vector<ToldComputer>& of_members, Rank rank) {
  const std::string& boot = of_members[index(rank)].boot;
  return boot.empty() ||
         std::ranges::find(of_members, boot, &ToldComputer::boot) - of_members.begin() == rank;
}

}  // namespace

std::vector<OtherComputer> other_computers(const std::vector<ToldComputer>& of_members) {
  std::vector<Rank> first;
  for (Rank rank = 0; rank < std::ssize(of_members); ++rank)
    if (is_first_of_its_computer(of_members, rank)) first.push_back(rank);

  const auto host = [&](Rank rank) -> const std::string& { return of_members[index(rank)].host; };
  std::vector<OtherComputer> others;
  for (const Rank rank : first) {
    if (rank == 0) continue;
    const bool is_its_own = std::ranges::count(first, host(rank), host) == 1;
    others.push_back({rank, is_its_own ? host(rank) : fmt::format("rank {}", rank)});
  }
  return others;
}

}  // namespace commlab

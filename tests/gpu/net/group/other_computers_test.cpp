#include "gpu/net/group/other_computers.h"

#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

// "1 node2": the lowest rank of the computer, and its name.
std::vector<std::string> others_of(const std::vector<ToldComputer>& told) {
  std::vector<std::string> others;
  for (const OtherComputer& other : other_computers(told))
    others.push_back(fmt::format("{} {}", other.rank, other.name));
  return others;
}

TEST(OtherComputers, AreNamedByTheirHostsAndAskedOnce) {
  EXPECT_THAT(others_of({{"a", "node1"}, {"a", "node1"}}), IsEmpty());
  EXPECT_THAT(others_of({{"a", "node1"}, {"b", "node2"}, {"a", "node1"}, {"b", "node2"}, {"c", "node3"}}),
              ElementsAre("1 node2", "4 node3"));
}

// A container may have a name of its own on one computer, and two computers may have one name.
TEST(OtherComputers, AreToldApartByTheirBoots) {
  EXPECT_THAT(others_of({{"a", "node1"}, {"a", "container"}}), IsEmpty());
  EXPECT_THAT(others_of({{"a", "node"}, {"b", "node"}, {"c", "node3"}}), ElementsAre("1 rank 1", "2 node3"));
}

TEST(OtherComputers, OfMembersThatDoNotTellAreAllAsked) {
  EXPECT_THAT(others_of({{"", "node1"}, {"", "node1"}, {"", "node2"}}), ElementsAre("1 rank 1", "2 node2"));
}

}  // namespace
}  // namespace commlab

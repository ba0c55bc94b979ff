// Processes that find each other, and everybody who must not keep them from it. Threads stand for processes.

#include "gpu/net/rendezvous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include "gpu/net/join.h"
#include "tests/gpu/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

Rendezvous open_rendezvous(int ranks, const std::string& token = "") {
  return Rendezvous::open({.ranks = ranks, .token = token}).value();
}

JoinOptions member_of(const Rendezvous& rendezvous, Rank rank, int ranks, const std::string& token = "") {
  return {.port = rendezvous.port(),
          .rank = rank,
          .ranks = ranks,
          .token = token,
          .fields = {{"gpu", 10 + rank}}};
}

TEST(Rendezvous, GathersAllRanks) {
  const Holdings before = holdings();
  {
    Rendezvous rendezvous = open_rendezvous(4, "a token of all of us");
    std::vector<std::jthread> members;
    for (Rank rank = 0; rank < 4; ++rank)
      members.emplace_back([options = member_of(rendezvous, rank, 4, "a token of all of us")] {
        auto coordinator = join(options, soon());
        ASSERT_TRUE(coordinator) << coordinator.error().message;
        ASSERT_TRUE(coordinator->send({.kind = "hi", .fields = {{"rank", options.rank}}}, soon()));
        EXPECT_EQ(coordinator->receive(soon())->kind, "bye");
      });

    auto group = std::move(rendezvous).gather(soon());

    ASSERT_TRUE(group) << group.error().message;
    EXPECT_EQ(group->ranks(), 4);
    const Answers answers = group->receive_all(soon());
    ASSERT_TRUE(answers.complete());
    for (Rank rank = 0; rank < 4; ++rank) {
      EXPECT_EQ(answers.of[static_cast<std::size_t>(rank)]->fields["rank"], rank);
      EXPECT_EQ(group->fields(rank)["gpu"], 10 + rank);
      EXPECT_THAT(group->who(rank), testing::MatchesRegex("process [0-9]+ on .+"));
      EXPECT_THAT(group->address(rank), testing::StartsWith("127.0.0.1:"));
    }
    EXPECT_TRUE(group->send_all({.kind = "bye"}, soon()));
  }
  EXPECT_EQ(holdings(), before);
}

}  // namespace
}  // namespace commlab

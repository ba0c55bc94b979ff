// What a member says about itself when it joins is not trusted: it may be another commlab, or no commlab at
// all.

#include "gpu/net/group/called_group.h"

#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gpu/net/group/serve.h"
#include "gpu/net/meeting/join.h"
#include "tests/gpu/net/net_meeting.h"

namespace commlab {
namespace {

// The error of a group of two whose second member joins with these fields, and gives this answer to every
// question, or no answer at all.
Error introduced_with(const nlohmann::json& fields,
                      const std::optional<NetMessage>& answer = NetMessage{.kind = "what?"},
                      std::chrono::milliseconds to_answer = time_enough) {
  std::jthread stranger;
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    stranger = std::jthread([place = places[1], fields, answer] {
      auto coordinator = join({.address = place.address,
                               .port = place.port,
                               .rank = place.rank,
                               .ranks = place.ranks,
                               .token = place.token,
                               .fields = fields},
                              soon());
      while (coordinator && coordinator->receive(soon()))
        if (answer) (void)coordinator->send(*answer, soon());
    });
    return start_threads({places[0]});
  };
  const auto group = CalledGroup::call(2, {.start = start, .to_answer = to_answer});
  return group ? Error{"they are a group"} : group.error();
}

TEST(CalledGroup, AMemberThatDoesNotSayWhereItListensIsNamed) {
  for (const char* fields :
       {"{}", "[]", "7", R"({"port": "here"})", R"({"port": 0})", R"({"port": 65536})"}) {
    const Error error = introduced_with(nlohmann::json::parse(fields));

    EXPECT_EQ(error.fault, Fault::runtime) << fields;
    EXPECT_THAT(error.message,
                testing::MatchesRegex("rank 1 \\(.+\\) did not say on which port it listens for "
                                      "the others; run the same commlab everywhere"));
  }
}

TEST(CalledGroup, AMemberThatCannotMeetTheOthersSaysWhy) {
  const Error error = introduced_with({{"port", 9}}, error_message(Error{"the network is down"}));

  EXPECT_EQ(error.fault, Fault::input);
  EXPECT_THAT(error.message, testing::MatchesRegex("rank 1 \\(.+\\): the network is down"));
}

TEST(CalledGroup, WhatAMemberSaysCannotMoveTheCursor) {
  const Error error = introduced_with({{"port", 9}}, error_message(Error{"\x1b[2J\nrank 0: all is well"}));

  EXPECT_THAT(error.message, testing::HasSubstr(": \\x1b[2J\\nrank 0: all is well"));
  EXPECT_THAT(error.message,
              testing::Not(testing::AnyOf(testing::HasSubstr("\x1b"), testing::HasSubstr("\n"))));
}

// Guards against a fixed bug: this answer had one and a half times as much time as any other.
TEST(CalledGroup, AMemberThatStallsWhileAllMeetIsGivenNoMoreTimeThanLater) {
  const Error error = introduced_with({{"port", 9}}, std::nullopt, std::chrono::milliseconds(400));

  EXPECT_EQ(error.fault, Fault::runtime);
  EXPECT_THAT(error.message, testing::MatchesRegex("rank 1 \\(.+\\): no answer within [0-9]{1,3} ms"));
}

}  // namespace
}  // namespace commlab

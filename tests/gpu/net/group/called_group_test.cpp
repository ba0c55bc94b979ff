// What a member says about itself when it joins is not trusted: it may be another commlab, or no commlab at
// all.

#include "gpu/net/group/called_group.h"

#include <atomic>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/member.h"
#include "gpu/net/group/questions.h"
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

// A member on a computer of this name, which tells this of itself.
std::jthread member_on(const GroupPlace& place, const std::string& boot, const Provenance& provenance) {
  return std::jthread([=] {
    (void)serve_group(place, time_enough, {.boot = boot, .provenance = [=](BackendName on) {
                                             Provenance told = provenance;
                                             told.facts.push_back({"asked for", std::string(name_of(on))});
                                             return told;
                                           }});
  });
}

// A thread stands for each process. Ranks 1 and 3 are on rank 0's own computer, ranks 2 and 4 share another
// one.
TEST(CalledGroup, HearsWhatDecidesTimesOnOtherComputersOnly) {
  std::vector<std::jthread> members;
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    for (const GroupPlace& place : places)
      members.push_back(member_on(place, place.rank == 2 || place.rank == 4 ? "there" : "here",
                                  {.facts = {{"rank", std::to_string(place.rank)}}, .states = {}}));
    return start_threads({});
  };
  const auto group = CalledGroup::call(5, {.start = start, .to_answer = time_enough}).value();

  for (int round = 0; round < 2; ++round) {
    const auto others = group->other_computers(BackendName::mpi);

    ASSERT_TRUE(others) << others.error().message;
    ASSERT_EQ(others->size(), 1u);
    EXPECT_EQ(others->front().name, "rank 2") << "all of them have the same host name here";
    EXPECT_EQ(lines_of(others->front().found), (std::vector<std::string>{"rank: 2", "asked for: mpi"}));
  }
}

// The error of asking a group of two whose second member is on another computer, met the others, told the
// time, and gives this answer where its provenance is asked for.
Error asked_and_told(const std::optional<NetMessage>& answer,
                     std::chrono::milliseconds to_answer = time_enough) {
  std::jthread stranger;
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    stranger = std::jthread([place = places[1], answer] {
      auto coordinator = join({.address = place.address,
                               .port = place.port,
                               .rank = place.rank,
                               .ranks = place.ranks,
                               .token = place.token,
                               .fields = {{"port", 9}, {"computer", "there"}}},
                              soon());
      while (coordinator) {
        const auto question = coordinator->receive(soon());
        if (!question) return;
        if (question->kind == clock_question) (void)coordinator->send(clock_answer(), soon());
        if (question->kind == meet_kind) (void)coordinator->send({.kind = "met"}, soon());
        if (question->kind == provenance_kind && answer) (void)coordinator->send(*answer, soon());
      }
    });
    return start_threads({places[0]});
  };
  const auto group = CalledGroup::call(2, {.start = start, .to_answer = to_answer});
  if (!group) return group.error();
  const auto others = (*group)->other_computers(BackendName::tcp);
  return others ? Error{"it was believed"} : others.error();
}

NetMessage provenance_with(const nlohmann::json& lines) {
  return {.kind = std::string(provenance_kind), .fields = {{"lines", lines}}};
}

TEST(CalledGroup, AMemberThatTellsNonsenseOfItsComputerIsNamed) {
  const std::string wrong = "rank 1 \\(.+\\): the message 'provenance' has a wrong field 'lines'.*";
  for (const auto& lines : {nlohmann::json(7), nlohmann::json({"no name"}), nlohmann::json({{{"a", "b"}}}),
                            nlohmann::json(std::vector<std::string>(100'000, "a: b"))})
    EXPECT_THAT(asked_and_told(provenance_with(lines)).message, testing::MatchesRegex(wrong));
  EXPECT_THAT(asked_and_told(NetMessage{.kind = "met"}).message,
              testing::MatchesRegex("rank 1 \\(.+\\): the message 'met' came instead of 'provenance'"));
  EXPECT_THAT(asked_and_told(error_message(Error{"I do not tell"})).message,
              testing::MatchesRegex("rank 1 \\(.+\\): I do not tell"));
}

TEST(CalledGroup, AMemberThatTellsTooMuchOfItsComputerIsNamed) {
  NetMessage bytes = provenance_with({"a: b"});
  bytes.bytes.resize(1'000'000);
  EXPECT_THAT(asked_and_told(bytes).message, testing::ContainsRegex("rank 1 \\(.+\\).*1000000"));
}

TEST(CalledGroup, AMemberThatTellsNothingOfItsComputerIsNamed) {
  EXPECT_THAT(asked_and_told(std::nullopt, std::chrono::milliseconds(400)).message,
              testing::MatchesRegex("rank 1 \\(.+\\): no .* within [0-9]+ ms"));
}

// Guards against a fixed bug: after Ctrl-C, a process that saw its connection close before it was ended
// sometimes said that rank 0 was lost.
TEST(CalledGroup, AHangUpAsksTheMembersToEndBeforeTheirConnectionsClose) {
  std::atomic<int> ended = 0;
  std::optional<int> ended_when_asked;
  struct Members : Company {
    std::string fate(Rank, Deadline) override { return {}; }
    void ask_all_to_end() override { asked(); }

    std::function<void()> asked;
    std::vector<std::jthread> threads;
  };
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    auto members = std::make_unique<Members>();
    members->asked = [&] { ended_when_asked = ended.load(); };
    for (const GroupPlace& place : places)
      members->threads.emplace_back([place, &ended] {
        EXPECT_FALSE(serve_group(place, time_enough, {})) << "its connection closed";
        ++ended;
      });
    return members;
  };
  {
    const auto group = CalledGroup::call(2, {.start = start, .to_answer = time_enough}).value();
    group->hang_up();
  }

  EXPECT_EQ(ended_when_asked, 0);
  EXPECT_EQ(ended, 2);
}

}  // namespace
}  // namespace commlab

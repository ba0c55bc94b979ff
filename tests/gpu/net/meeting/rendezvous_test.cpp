// Processes that find each other in spite of strangers. Threads stand for processes.

#include "gpu/net/meeting/rendezvous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include <sys/resource.h>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"
#include "tests/gpu/net/net_meeting.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;
using testing::StartsWith;

Descriptor visit(const Rendezvous& rendezvous) {
  return connect_to("127.0.0.1", rendezvous.port(), soon()).value();
}

// A member that has sent its hello and does not wait for an answer.
class Knock {
 public:
  Knock(const Rendezvous& rendezvous, Hello hello, std::string token = our_token)
      : channel(visit(rendezvous), "the coordinator"), thread_([this, hello, token]() mutable {
          const auto greeting = channel.receive(soon());
          if (!greeting) return;
          hello.proof = proof_of(token, *text_field(*greeting, "challenge"));
          hello.host = "there";
          has_said_hello = channel.send(to_message(hello), soon()).has_value();
        }) {}
  ~Knock() { channel.close(); }

  Channel channel;
  std::atomic<bool> has_said_hello = false;

 private:
  std::jthread thread_;
};

TEST(Rendezvous, GathersAllRanks) {
  const Holdings before = holdings();
  {
    Rendezvous rendezvous = open_rendezvous(4);
    std::vector<std::jthread> members;
    for (Rank rank = 0; rank < 4; ++rank)
      members.emplace_back([options = member_of(rendezvous, rank, 4)] {
        auto coordinator = join(options, soon());
        ASSERT_TRUE(coordinator) << coordinator.error().message;
        ASSERT_TRUE(coordinator->send({.kind = "hi", .fields = {{"rank", options.rank}}}, soon()));
        const auto answer = coordinator->receive(soon());
        ASSERT_TRUE(answer) << answer.error().message;
        EXPECT_EQ(answer->kind, "bye");
      });

    auto group = std::move(rendezvous).gather(soon());

    ASSERT_TRUE(group) << group.error().message;
    EXPECT_EQ(group->ranks(), 4);
    const Answers answers = group->receive_all(soon());
    ASSERT_TRUE(answers.complete());
    for (Rank rank = 0; rank < 4; ++rank) {
      EXPECT_EQ(answers.of[static_cast<std::size_t>(rank)]->fields["rank"], rank);
      EXPECT_EQ(group->fields(rank)["gpu"], 10 + rank);
      EXPECT_THAT(group->who(rank), MatchesRegex("process [0-9]+ on .+"));
      EXPECT_THAT(group->address(rank), StartsWith("127.0.0.1:"));
    }
    EXPECT_TRUE(group->send_all({.kind = "bye"}, soon()));
  }
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(Rendezvous, SaysWhoNeverJoined) {
  const Holdings before = holdings();
  const auto gather_without_rank_3 = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(4);
    const Knock zero(rendezvous, {.rank = 0, .ranks = 4}), two(rendezvous, {.rank = 2, .ranks = 4}),
        one(rendezvous, {.rank = 1, .ranks = 4});
    return gathering_error(std::move(rendezvous), time);
  };

  EXPECT_TRUE(says_at_deadline(gather_without_rank_3,
                               MatchesRegex("rank 3 never joined within [0-9]+ ms: 3 of 4 are here")));
  EXPECT_TRUE(nothing_leaked_since(before));
  EXPECT_THAT(gathering_error(open_rendezvous(3), 50ms).message,
              MatchesRegex("ranks 0, 1, 2 never joined within [0-9]+ ms: 0 of 3 are here"));
}

// A refused member learns the reason at once; the coordinator reports it when its time is over.
TEST(Rendezvous, TurnsAWrongTokenAway) {
  const auto join_with_another_token = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2);
    const Knock zero(rendezvous, {.rank = 0, .ranks = 2});
    JoinOptions options = member_of(rendezvous, 1, 2);
    options.token = "a token of somebody else";
    auto refused = join_beside(options, in(time));
    const Error error = gathering_error(std::move(rendezvous), time);
    const auto joined = refused.get();
    return Error{error.message + " / " + (joined ? "it joined" : joined.error().message), error.fault};
  };

  EXPECT_TRUE(says_at_deadline(
      join_with_another_token,
      MatchesRegex(
          "rank 1 never joined within [0-9]+ ms: 1 of 2 are here; 1 connection was turned away: wrong "
          "token \\(1\\) / the coordinator at 127.0.0.1:[0-9]+ refused rank 1: wrong token "
          "\\(COMMLAB_TOKEN\\)")));
}

// All kinds of strangers, and what each is counted as.
struct Intruders {
  explicit Intruders(const Rendezvous& rendezvous)
      : silent(visit(rendezvous)),
        web(visit(rendezvous)),
        other_version(visit(rendezvous)),
        half(visit(rendezvous)),
        talkative(visit(rendezvous)),
        rude(visit(rendezvous)),
        no_such_rank(rendezvous, {.rank = 2, .ranks = 2}),
        negative(rendezvous, {.rank = -1, .ranks = 2}),
        larger_group(rendezvous, {.rank = 1, .ranks = 8}),
        without_token(rendezvous, {.rank = 1, .ranks = 2}, "") {
    say(web, "GET / HTTP/1.1\r\nHost: here\r\n\r\n");
    say(other_version, std::string("commlab\0\7\0\0\0\1\0\0\0\0\0\0\0\0\0\0\0", 24));
    say(half, std::string("commlab\0\2\0\0\0", 12));
    say(talkative, std::string("commlab\0\2\0\0\0\1\0\0\0\0\0\0\1\0\0\0\0", 24));
    say(rude, std::string("commlab\0\2\0\0\0\3\0\0\0\0\0\0\0\0\0\0\0xyz", 27));
    { const Descriptor gone = visit(rendezvous); }
  }
  Descriptor silent, web, other_version, half, talkative, rude;
  Knock no_such_rank, negative, larger_group, without_token;
};

TEST(Rendezvous, NobodyKeepsTheRightOnesOut) {
  const Holdings before = holdings();
  {
    Rendezvous rendezvous = open_rendezvous(2);
    const Intruders intruders(rendezvous);
    auto zero = join_beside(member_of(rendezvous, 0, 2)), one = join_beside(member_of(rendezvous, 1, 2));

    const auto group = std::move(rendezvous).gather(soon());

    ASSERT_TRUE(group) << group.error().message;
    EXPECT_TRUE(zero.get());
    EXPECT_TRUE(one.get());
  }
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(Rendezvous, CountsWhomItTurnedAway) {
  const auto gather_intruders = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2, time);
    const Intruders intruders(rendezvous);
    return gathering_error(std::move(rendezvous), 3 * time);
  };
  std::vector<testing::Matcher<std::string>> expected = {StartsWith("ranks 0, 1 never joined"),
                                                         HasSubstr("; 11 connections were turned away: ")};
  for (const char* why : {"not a commlab peer (1)", "another protocol version (1)", "too large a message (1)",
                          "a malformed message (1)", "too slow (2)", "no such rank (2)",
                          "another number of ranks (1)", "wrong token (1)", "left without a message (1)"})
    expected.emplace_back(HasSubstr(why));

  EXPECT_TRUE(says_at_deadline(gather_intruders, testing::AllOfArray(expected)));
}

TEST(Rendezvous, ARankIsThereOnce) {
  const auto gather_the_same_twice = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2);
    const Knock first(rendezvous, {.rank = 1, .ranks = 2, .process = 4'711}),
        second(rendezvous, {.rank = 1, .ranks = 2, .process = 4'711});
    return gathering_error(std::move(rendezvous), time);
  };

  EXPECT_TRUE(says_at_deadline(
      gather_the_same_twice, MatchesRegex("rank 0 never joined .*: 1 of 2 are here; 1 connection was turned "
                                          "away: rank taken \\(1\\)")));
}

// As many silent connections as a careless port scanner makes, while the right ranks come late.
TEST(Rendezvous, AThousandSilentConnectionsDoNotKeepTheRightOnesOut) {
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit all{.rlim_cur = files.rlim_max, .rlim_max = files.rlim_max};
  if (files.rlim_cur < 2'000) {
    ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &all), 0);
  }
  const Holdings before = holdings();
  {
    Rendezvous rendezvous = Rendezvous::open({.ranks = 2, .token = our_token, .strangers = 32}).value();
    auto crowd = std::async(std::launch::async, [port = rendezvous.port()] {
      std::vector<Descriptor> sockets;
      for (int i = 0; i < 1'000; ++i) sockets.push_back(connect_to("127.0.0.1", port, soon()).value());
      return sockets;
    });
    auto members = std::async(std::launch::async,
                              [&, zero = member_of(rendezvous, 0, 2), one = member_of(rendezvous, 1, 2)] {
                                const auto silent = crowd.get();
                                auto other = join_beside(zero);
                                return join(one, soon()).has_value() && other.get().has_value();
                              });

    const auto group = std::move(rendezvous).gather(soon());

    ASSERT_TRUE(group) << group.error().message;
    EXPECT_TRUE(members.get());
  }
  EXPECT_TRUE(nothing_leaked_since(before));
  ::setrlimit(RLIMIT_NOFILE, &files);
}

// The caller knows when a child died at its start; then the wait ends.
TEST(Rendezvous, TheWaitEndsWhenWhoeverWaitsKnowsBetter) {
  int asked = 0;
  const auto go_on = [&]() -> Status {
    if (++asked < 3) return {};
    return fail(Fault::runtime, "rank 1 (process 12) ended with exit status 3");
  };

  const auto group = open_rendezvous(2).gather(soon(), go_on);

  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().message, "rank 1 (process 12) ended with exit status 3");
}

TEST(Rendezvous, OneThatLeavesAgainIsTold) {
  Rendezvous rendezvous = open_rendezvous(2);
  Knock one(rendezvous, {.rank = 1, .ranks = 2, .process = 4'711});
  const auto leave = [&]() -> Status {
    if (one.has_said_hello) one.channel.close();
    return {};
  };

  const auto group = std::move(rendezvous).gather(soon(), leave);

  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().message,
            "rank 1 (process 4711 on there) closed the connection, before all ranks had joined");
}

TEST(Rendezvous, OpensOnlyWhatCanBeAndMayBe) {
  const auto refused = [](const RendezvousOptions& options) {
    const auto rendezvous = Rendezvous::open(options);
    return rendezvous ? std::string("open") : rendezvous.error().message;
  };
  const Rendezvous other = open_rendezvous(2);

  EXPECT_EQ(
      refused({.ranks = 2, .port = other.port()}),
      fmt::format("port {} of 127.0.0.1 is in use by another process; choose another with launch --port, "
                  "or with COMMLAB_PORT if commlab launch does not start the ranks",
                  other.port()));
  EXPECT_EQ(refused({.ranks = 2, .address = "192.0.2.1", .token = our_token}),
            "address '192.0.2.1' does not belong to this computer, so no process can listen there");
  EXPECT_EQ(refused({.ranks = 2, .address = "0.0.0.0", .token = "fifteen letters"}),
            "other computers can connect to '0.0.0.0', so all ranks need the same token of at least 16 "
            "characters (COMMLAB_TOKEN); this token has 15");
  EXPECT_EQ(refused({.ranks = 2, .address = "0.0.0.0", .token = "sixteen letters!"}), "open");
  EXPECT_EQ(refused({.ranks = 2, .port = 65'536}), "port 65536: ports are numbers from 0 to 65535");
  EXPECT_EQ(refused({.ranks = 0}), "0 ranks cannot meet; at least 1 is needed");
  EXPECT_EQ(refused({.ranks = 2, .token = std::string(257, 'a')}),
            "the token has 257 characters; expected at most 256, and none of them zero");
}

TEST(Rendezvous, OnLoopbackNeedsNoToken) {
  Rendezvous rendezvous = Rendezvous::open({.ranks = 1}).value();
  auto member = join_beside({.port = rendezvous.port(), .rank = 0, .ranks = 1});
  EXPECT_TRUE(std::move(rendezvous).gather(soon()));
  EXPECT_TRUE(member.get());
}

}  // namespace
}  // namespace commlab

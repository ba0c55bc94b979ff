// Processes that find each other in spite of strangers. Threads stand for processes.

#include "gpu/net/meeting/rendezvous.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <future>
#include <thread>

#include <sys/resource.h>
#include <sys/socket.h>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"
#include "tests/gpu/net/net_meeting.h"
#include "tests/sanitized.h"

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
          const Challenges challenges{*challenge_of_greeting(*greeting), new_challenge()};
          if (!channel.send(challenge_in_return(challenges.member), soon()) || !channel.receive(soon()))
            return;
          hello.proof = proof_of(token, Side::member, challenges);
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

// The member sees at once that the coordinator's proof is wrong, and leaves; the coordinator reports it when
// its time is over.
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
          "rank 1 never joined within [0-9]+ ms: 1 of 2 are here; 1 connection was turned away: did not "
          "prove the token \\(1\\) / the coordinator at 127.0.0.1:[0-9]+ does not know the token of "
          "rank 1, so it is obeyed in nothing; all ranks need the same COMMLAB_TOKEN, and no other "
          "process may listen there")));
}

// Two jobs may come to the same port, and have the same token.
TEST(Rendezvous, RefusesARankOfAnotherJob) {
  Rendezvous rendezvous =
      Rendezvous::open({.ranks = 1, .token = our_token, .job = "Slurm job 815.3"}).value();
  JoinOptions options = member_of(rendezvous, 0, 1);
  options.job = "Slurm job 815.4";
  auto refused = join_beside(options);
  JoinOptions ours = member_of(rendezvous, 0, 1);
  ours.job = "Slurm job 815.3";

  auto gathered = std::async(std::launch::async, [&] { return std::move(rendezvous).gather(soon()); });
  const auto joined = refused.get();
  auto let_in = join_beside(ours);

  ASSERT_FALSE(joined);
  EXPECT_THAT(
      joined.error().message,
      HasSubstr("refused rank 0: it belongs to another job (Slurm job 815.4) than this group (Slurm job "
                "815.3); choose another port for one of them, with COMMLAB_PORT"));
  EXPECT_TRUE(let_in.get());
  EXPECT_TRUE(gathered.get());
}

// The beginning of a message of this protocol.
std::string frame(const std::string& rest) {
  return std::string("commlab\0", 8) + static_cast<char>(protocol_version) + std::string("\0\0\0", 3) + rest;
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
    say(half, frame(""));
    say(talkative, frame(std::string("\1\0\0\0\0\0\0\1\0\0\0\0", 12)));
    say(rude, frame(std::string("\3\0\0\0\0\0\0\0\0\0\0\0xyz", 15)));
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
  for (const char* why :
       {"not a commlab peer (1)", "another protocol version (1)", "too large a message (1)",
        "a malformed message (1)", "too slow (2)", "no such rank (2)", "another number of ranks (1)",
        "did not prove the token (1)", "left without a message (1)"})
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

// What a stranger can hear and repeat is no proof: not the coordinator's own proof, and not an old hello.
TEST(Rendezvous, WhatAStrangerHeardAndRepeatsIsNoProof) {
  const auto repeat = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2);
    std::jthread stranger([port = rendezvous.port()] {
      Channel mirror(connect_to("127.0.0.1", port, soon()).value(), "the coordinator");
      const std::string challenge = *challenge_of_greeting(mirror.receive(soon()).value());
      ASSERT_TRUE(mirror.send(challenge_in_return(challenge), soon()));
      const std::string proof = *proof_in(mirror.receive(soon()).value());
      ASSERT_TRUE(mirror.send(to_message(Hello{.rank = 1, .ranks = 2, .proof = proof, .host = "x"}), soon()));
      EXPECT_EQ(reason_of_refusal(mirror.receive(soon()).value()), "wrong token (COMMLAB_TOKEN)");

      const Challenges heard{new_challenge(), new_challenge()};  // on another connection, of an honest member
      const std::string old = proof_of(our_token, Side::member, heard);
      Channel again(connect_to("127.0.0.1", port, soon()).value(), "the coordinator");
      ASSERT_TRUE(again.receive(soon()));
      ASSERT_TRUE(again.send(challenge_in_return(heard.member), soon()));
      ASSERT_TRUE(again.receive(soon()));
      ASSERT_TRUE(again.send(to_message(Hello{.rank = 1, .ranks = 2, .proof = old, .host = "x"}), soon()));
      EXPECT_EQ(reason_of_refusal(again.receive(soon()).value()), "wrong token (COMMLAB_TOKEN)");
    });
    return gathering_error(std::move(rendezvous), time);
  };

  EXPECT_TRUE(
      says_at_deadline(repeat, HasSubstr("0 of 2 are here; 2 connections were turned away: did not prove "
                                         "the token (2)")));
}

// A hello before any challenge, a second challenge, and a message larger than a process without the token may
// send.
TEST(Rendezvous, HearsLittleFromWhoeverHasNotProvedTheToken) {
  const auto talk = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2);
    Channel hasty(visit(rendezvous), "the coordinator"), curious(visit(rendezvous), "the coordinator"),
        talkative(visit(rendezvous), "the coordinator");
    EXPECT_TRUE(hasty.send(to_message(Hello{.rank = 0, .ranks = 2, .host = "x"}), soon()));
    for (int i = 0; i < 2; ++i) EXPECT_TRUE(curious.send(challenge_in_return(new_challenge()), soon()));
    EXPECT_TRUE(talkative.send({.kind = "hello", .fields = {{"text", std::string(5'000, 'a')}}}, soon()));
    return gathering_error(std::move(rendezvous), time);
  };

  EXPECT_TRUE(says_at_deadline(
      talk, testing::AllOf(HasSubstr("no hello (2)"), HasSubstr("too large a message (1)"))));
}

// One byte a second is as slow as silence.
TEST(Rendezvous, WhoeverIsSlowHasNoMoreTimeThanTheSilent) {
  const auto trickle = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(1, time / 4);
    std::jthread slow([socket = visit(rendezvous)](const std::stop_token& stop) {
      const auto words = message_head(challenge_in_return(new_challenge())).value();
      for (std::size_t i = 0; i < words.size() && !stop.stop_requested(); ++i) {
        (void)!::send(socket.number(), &words[i], 1, MSG_NOSIGNAL);
        std::this_thread::sleep_for(20ms);
      }
    });
    return gathering_error(std::move(rendezvous), time);
  };

  EXPECT_TRUE(says_at_deadline(trickle, HasSubstr("1 connection was turned away: too slow (1)")));
}

// No descriptor is left for a while: the coordinator waits until one is, and then goes on.
TEST(Rendezvous, SurvivesThatNoMoreFilesCanBeOpenedForAWhile) {
  if (sanitized) GTEST_SKIP() << "the sanitizer itself needs a descriptor";
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit none{.rlim_cur = 1, .rlim_max = files.rlim_max};
  Rendezvous rendezvous = open_rendezvous(1);
  const Descriptor waiting = visit(rendezvous);
  std::future<Result<Channel>> member;
  int asked = 0;
  const auto go_on = [&, options = member_of(rendezvous, 0, 1)]() -> Status {
    ::setrlimit(RLIMIT_NOFILE, ++asked < 5 ? &none : &files);
    if (asked == 5) member = join_beside(options);
    return {};
  };

  const auto group = std::move(rendezvous).gather(soon(), go_on);

  ::setrlimit(RLIMIT_NOFILE, &files);
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_TRUE(member.get());
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

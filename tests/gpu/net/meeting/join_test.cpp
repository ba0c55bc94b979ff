// A member's side of a rendezvous, and the tokens that both sides know.

#include "gpu/net/meeting/join.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <thread>

#include <sys/resource.h>

#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"
#include "gpu/net/sockets/reserved_port.h"
#include "tests/gpu/net/net_meeting.h"
#include "tests/sanitized.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

TEST(Join, WaitsUntilSomebodyListens) {
  const ReservedPort reserved = ReservedPort::open().value();
  auto member = join_beside({.port = reserved.port(), .rank = 0, .ranks = 1});
  std::this_thread::sleep_for(50ms);

  auto rendezvous = Rendezvous::open({.ranks = 1, .port = reserved.port()});

  ASSERT_TRUE(rendezvous) << rendezvous.error().message;
  EXPECT_TRUE(std::move(*rendezvous).gather(soon()));
  EXPECT_TRUE(member.get());
}

TEST(Join, SaysThatNobodyListened) {
  const ReservedPort reserved = ReservedPort::open().value();
  const auto join_nobody = [&](std::chrono::milliseconds time) {
    const auto member = join({.port = reserved.port(), .rank = 0, .ranks = 1}, in(time));
    return member ? Error{"somebody was there"} : member.error();
  };

  EXPECT_TRUE(says_at_deadline(
      join_nobody,
      MatchesRegex("no process could be reached at 127.0.0.1:[0-9]+ within [0-9]+ ms: "
                   "Connection refused; rank 0 should listen there: check what rank 0 printed, "
                   "and whether MASTER_ADDR and MASTER_PORT of rank 0 name rank 0's computer and a "
                   "port that no firewall closes")));
}

TEST(Join, SaysThatAnotherServiceListens) {
  const Listener service = Listener::open("127.0.0.1", 0).value();
  auto member = join_beside({.port = service.port(), .rank = 0, .ranks = 1});
  pollfd waited{.fd = service.descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_TRUE(wait_until_ready({&waited, 1}, soon()));
  const Descriptor visitor = *service.accept().value();
  say(visitor, "220 mail.example.org ESMTP\r\n");

  const auto joined = member.get();

  ASSERT_FALSE(joined);
  EXPECT_THAT(joined.error().message, HasSubstr("not a commlab peer: its first bytes were '220 mail'"));
}

TEST(Join, SilenceEndsAtTheDeadline) {
  const auto join_the_silent = [](std::chrono::milliseconds time) {
    const Listener silent = Listener::open("127.0.0.1", 0).value();
    const auto member = join({.port = silent.port(), .rank = 0, .ranks = 1}, in(time));
    return member ? Error{"it said something"} : member.error();
  };

  EXPECT_TRUE(says_at_deadline(
      join_the_silent, MatchesRegex("the coordinator at 127.0.0.1:[0-9]+: no answer within [0-9]+ ms")));
}

// This rank has joined, but another one is missing.
TEST(Join, SaysThatOthersWereWaitedFor) {
  const auto join_in_vain = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(2);
    auto member = join_beside(member_of(rendezvous, 0, 2), in(time));
    const auto group = std::move(rendezvous).gather(in(time + 10s));
    const auto joined = member.get();
    if (group || joined) return Error{"all were there"};
    return Error{group.error().message + " / " + joined.error().message, joined.error().fault};
  };

  EXPECT_TRUE(says_at_deadline(
      join_in_vain, MatchesRegex("rank 0 .* closed the connection, before all ranks had joined / "
                                 "the coordinator at 127.0.0.1:[0-9]+ has sent nothing since rank 0 "
                                 "joined, and the time to join is over; rank 0 has stopped, or waits "
                                 "longer for other ranks")));
}

TEST(Join, TellsNoNovels) {
  const auto join_with_a_novel = [](std::chrono::milliseconds time) {
    Rendezvous rendezvous = open_rendezvous(1);
    JoinOptions options = member_of(rendezvous, 0, 1);
    options.fields = {{"novel", std::string(5'000, 'a')}};
    auto member = join_beside(options, in(time));
    const Error error = gathering_error(std::move(rendezvous), time);
    const auto joined = member.get();
    return Error{error.message + " / " + (joined ? "it joined" : joined.error().message), error.fault};
  };

  EXPECT_TRUE(says_at_deadline(join_with_a_novel,
                               MatchesRegex("rank 0 never joined .* / rank 0 sends too long a hello; at most "
                                            "4 KiB are allowed")));
}

// Without free descriptors nothing can be opened: that is an error as any other.
TEST(Sockets, SayThatNoMoreCanBeOpened) {
  if (sanitized) GTEST_SKIP() << "the sanitizer itself needs a descriptor";
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  const Listener listener = Listener::open("127.0.0.1", 0).value();
  const rlimit none{.rlim_cur = 1, .rlim_max = files.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);

  const auto another = Listener::open("127.0.0.1", 0);
  const auto connected = connect_to("127.0.0.1", listener.port(), in(100ms));

  ::setrlimit(RLIMIT_NOFILE, &files);
  ASSERT_FALSE(another);
  EXPECT_EQ(another.error().message, "no more sockets can be opened: Too many open files");
  EXPECT_FALSE(connected);
}

// Any computer could listen at that address, and a member without a token would obey it.
TEST(Join, NeedsATokenWhereOtherComputersCouldListen) {
  const auto joined =
      join({.address = "192.0.2.1", .port = 9, .rank = 1, .ranks = 2, .token = "short"}, soon());

  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().message,
            "other computers can connect to '192.0.2.1', so all ranks need the same token of at least 16 "
            "characters (COMMLAB_TOKEN); this token has 5");
}

TEST(Tokens, AreProvedWithoutBeingSaid) {
  const Challenges challenges{new_challenge(), new_challenge()};
  const std::string proof = proof_of(our_token, Side::member, challenges);

  EXPECT_TRUE(is_challenge(challenges.member));
  EXPECT_NE(challenges.member, new_challenge());
  EXPECT_TRUE(proves(proof, our_token, Side::member, challenges));
  EXPECT_FALSE(proves(proof, our_token, Side::coordinator, challenges)) << "of the other side";
  EXPECT_FALSE(proves(proof, our_token, Side::member, {challenges.member, challenges.coordinator}));
  EXPECT_FALSE(proves(proof, our_token, Side::member, {challenges.coordinator, new_challenge()}));
  EXPECT_FALSE(proves(proof, our_token, Side::member, {new_challenge(), challenges.member}));
  EXPECT_FALSE(proves(proof, "a token of all of u", Side::member, challenges));
  EXPECT_FALSE(proves("", our_token, Side::member, challenges));
  EXPECT_FALSE(proves("*0", our_token, Side::member, challenges));
  EXPECT_THAT(proof, testing::Not(HasSubstr(our_token)));
  // Every character counts, even the last one of the longest token.
  EXPECT_FALSE(proves(proof_of(std::string(256, 'a'), Side::member, challenges), std::string(255, 'a') + "b",
                      Side::member, challenges));
  EXPECT_GE(new_token().size(), shortest_token);
  EXPECT_FALSE(is_challenge("0123456789abcde$"));
}

}  // namespace
}  // namespace commlab

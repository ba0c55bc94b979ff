// Lines of two members, and strangers at their ports.

#include "gpu/net/lines/switchboard.h"

#include <cstring>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/resource.h>
#include <sys/socket.h>

#include "gpu/net/sockets/connect.h"
#include "tests/gpu/net/net_meeting.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

constexpr std::uint64_t secret = 4'711;

Descriptor visit(const Switchboard& board) { return connect_to("127.0.0.1", board.port(), soon()).value(); }

void say(const Descriptor& socket, const LineHello& hello) {
  say(socket, {reinterpret_cast<const char*>(&hello), sizeof hello});
}

// Whether the switchboard closes the connection, without an answer.
bool is_dropped(const Descriptor& socket) {
  pollfd waited{.fd = socket.number(), .events = POLLIN, .revents = 0};
  std::byte answer{};
  return wait_until_ready({&waited, 1}, soon()) && ::recv(socket.number(), &answer, 1, 0) <= 0;
}

struct TwoMembers {
  TwoMembers() {
    EXPECT_TRUE(zero.listen("127.0.0.1"));
    EXPECT_TRUE(one.listen("127.0.0.1"));
  }
  void meet() {
    for (Switchboard* board : {&zero, &one})
      EXPECT_TRUE(board->meet({{"127.0.0.1", zero.port()}, {"127.0.0.1", one.port()}}, secret));
  }
  // From rank 0 to rank 1.
  Status connect(int channel) {
    Status called;
    std::jthread caller([&] { called = zero.connect({{1, channel}}, {}, soon()); });
    const Status heard = one.connect({}, {{0, channel}}, soon());
    caller.join();
    return called ? heard : called;
  }
  Switchboard zero{0}, one{1};
};

// Guards against a fixed bug: the secret was 0 until the members had met.
TEST(Switchboard, HearsNobodyBeforeTheMembersHaveMet) {
  TwoMembers members;
  for (const std::uint64_t guess : {std::uint64_t{0}, secret}) {
    const Descriptor stranger = visit(members.one);
    say(stranger, LineHello{.secret = guess, .from = 0, .channel = 0});
    EXPECT_TRUE(is_dropped(stranger));
  }

  members.meet();

  EXPECT_TRUE(members.connect(0));
  EXPECT_TRUE(members.one.status());
}

TEST(Switchboard, HearsOnlyTheSecretOfTheGroup) {
  TwoMembers members;
  members.meet();
  for (const std::uint64_t guess : {std::uint64_t{0}, secret + 1, ~secret, UINT64_MAX}) {
    const Descriptor stranger = visit(members.one);
    say(stranger, LineHello{.secret = guess, .from = 0, .channel = 0});
    EXPECT_TRUE(is_dropped(stranger)) << guess;
  }

  EXPECT_TRUE(members.connect(0));
  EXPECT_TRUE(members.one.status());
}

TEST(Switchboard, HearsNobodyWhoCannotBeAMember) {
  TwoMembers members;
  members.meet();
  for (const auto& [from, channel] : {std::pair{1, 0},
                                      {2, 0},
                                      {-1, 0},
                                      {INT32_MAX, 0},
                                      {INT32_MIN, 0},
                                      {0, -1},
                                      {0, most_channels},
                                      {0, INT32_MAX},
                                      {0, INT32_MIN}}) {
    const Descriptor visitor = visit(members.one);
    say(visitor, LineHello{.secret = secret, .from = from, .channel = channel});
    EXPECT_TRUE(is_dropped(visitor)) << from << ", " << channel;
  }

  EXPECT_TRUE(members.connect(0));
  EXPECT_TRUE(members.one.status());
}

TEST(Switchboard, ASecondLineOfOneNameDoesNotTouchTheFirst) {
  TwoMembers members;
  members.meet();
  ASSERT_TRUE(members.connect(3));
  const IncomingLine* first = &members.one.incoming({0, 3});

  const Descriptor second = visit(members.one);
  say(second, LineHello{.secret = secret, .from = 0, .channel = 3});

  EXPECT_TRUE(is_dropped(second));
  EXPECT_EQ(&members.one.incoming({0, 3}), first);
  EXPECT_TRUE(members.one.status());
  EXPECT_TRUE(members.connect(4));
}

TEST(Switchboard, IsToldOnceWhoTheMembersAre) {
  TwoMembers members;
  members.meet();

  const Status again = members.one.meet({{"127.0.0.1", 1}, {"127.0.0.1", 2}}, secret + 1);

  ASSERT_FALSE(again);
  EXPECT_EQ(again.error().message, "the members of rank 1's group were named a second time");
  EXPECT_TRUE(members.connect(0));
}

// Silent, slow, and gone at once.
TEST(Switchboard, ACrowdOfStrangersKeepsNoMemberOut) {
  const Holdings before = holdings();
  {
    TwoMembers members;
    members.meet();
    std::vector<Descriptor> silent;
    std::jthread crowd([&] {
      for (int i = 0; i < 300; ++i) {
        silent.push_back(visit(members.one));
        if (i % 3 == 0) say(silent.back(), "x");
        if (i % 3 != 1) continue;
        const linger at_once{.l_onoff = 1, .l_linger = 0};
        ::setsockopt(silent.back().number(), SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
        silent.pop_back();
      }
    });

    for (int channel = 0; channel < 50; ++channel) EXPECT_TRUE(members.connect(channel));

    crowd.join();
    EXPECT_TRUE(members.zero.status());
    EXPECT_TRUE(members.one.status());
    EXPECT_LT(holdings().descriptors, before.descriptors + 300 + 150) << "not every stranger was kept";
  }
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(Switchboard, ClosesWhoeverSaysNothing) {
  TwoMembers members;
  members.meet();
  const Descriptor silent = visit(members.one), slow = visit(members.one);
  say(slow, "x");

  EXPECT_TRUE(is_dropped(silent));
  EXPECT_TRUE(is_dropped(slow));
}

TEST(Switchboard, SurvivesThatNoMoreFilesCanBeOpenedForAWhile) {
  if (sanitized) GTEST_SKIP() << "the sanitizer itself needs a descriptor";
  TwoMembers members;
  members.meet();
  std::vector<Descriptor> strangers;
  for (int i = 0; i < 4; ++i) strangers.emplace_back(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  sockaddr_in there{};
  there.sin_family = AF_INET;
  there.sin_port = htons(members.one.port());
  there.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  rlimit files{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &files), 0);
  const rlimit none{.rlim_cur = 1, .rlim_max = files.rlim_max};

  ::setrlimit(RLIMIT_NOFILE, &none);
  for (const Descriptor& stranger : strangers)
    EXPECT_EQ(::connect(stranger.number(), reinterpret_cast<const sockaddr*>(&there), sizeof there), 0);
  std::this_thread::sleep_for(std::chrono::milliseconds(200));
  ::setrlimit(RLIMIT_NOFILE, &files);

  EXPECT_TRUE(members.connect(0));
}

}  // namespace
}  // namespace commlab

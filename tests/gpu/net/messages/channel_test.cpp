// Whole messages in both directions, and every way in which a connection can end.

#include "gpu/net/messages/channel.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <thread>

#include <sys/socket.h>

#include "tests/gpu/net/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

struct BothSides {
  Channel here, there;
};

BothSides connected_channels() {
  auto [one, other] = connected_sockets();
  return {Channel(std::move(one), "rank 1"), Channel(std::move(other), "the coordinator")};
}

NetMessage with_bytes(std::size_t count) {
  return {.kind = "data", .fields = {{"count", count}}, .bytes = std::vector<std::byte>(count, std::byte{7})};
}

TEST(Channels, CarryMessagesBothWays) {
  BothSides sides = connected_channels();

  ASSERT_TRUE(sides.here.send({.kind = "question", .fields = {{"n", 1}}}, soon()));
  const auto question = sides.there.receive(soon());
  ASSERT_TRUE(sides.there.send(with_bytes(1'000), soon()));
  const auto answer = sides.here.receive(soon(), {1'000});

  ASSERT_TRUE(question) << question.error().message;
  EXPECT_EQ(question->kind, "question");
  EXPECT_EQ(question->fields["n"], 1);
  ASSERT_TRUE(answer) << answer.error().message;
  EXPECT_EQ(answer->bytes, with_bytes(1'000).bytes);
}

// More than any socket's buffer, in both directions at once: one thread sends while another receives.
TEST(Channels, CarryMoreThanTheSystemBuffersInBothDirectionsAtOnce) {
  BothSides sides = connected_channels();
  const std::size_t size = 20'000'000;
  const auto exchange = [&](Channel& channel) {
    std::thread sender([&] { EXPECT_TRUE(channel.send(with_bytes(size), soon())); });
    const auto message = channel.receive(soon(), {20'000'000});
    sender.join();
    EXPECT_TRUE(message && message->bytes == with_bytes(size).bytes);
  };

  std::thread other([&] { exchange(sides.there); });
  exchange(sides.here);
  other.join();
}

TEST(Channels, SilenceEndsAtTheDeadlineAndCanBeWaitedForAgain) {
  BothSides sides = connected_channels();

  const auto nothing = sides.here.receive(in(100ms));
  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message, MatchesRegex("rank 1: no answer within [0-9]+ ms"));
  EXPECT_EQ(nothing.error().fault, Fault::runtime);

  ASSERT_TRUE(sides.there.send({.kind = "late"}, soon()));
  EXPECT_EQ(sides.here.receive(soon())->kind, "late");
}

TEST(Channels, HalfAMessageEndsAtTheDeadlineAndItsRestMayFollow) {
  auto [one, other] = connected_sockets();
  Channel here(std::move(one), "rank 1");
  const std::vector<std::byte> frame = message_head({.kind = "slow"}).value();
  ASSERT_EQ(::send(other.number(), frame.data(), 20, 0), 20);

  const auto half = here.receive(in(100ms));
  ASSERT_FALSE(half);
  EXPECT_THAT(half.error().message, MatchesRegex("rank 1: only a part of a message within [0-9]+ ms"));

  ::send(other.number(), frame.data() + 20, frame.size() - 20, 0);
  EXPECT_EQ(here.receive(soon())->kind, "slow");
}

// Single bytes now and then do not extend the deadline.
TEST(Channels, ATrickleEndsAtTheDeadline) {
  auto [one, other] = connected_sockets();
  Channel here(std::move(one), "rank 1");
  const std::vector<std::byte> frame = message_head(with_bytes(1'000)).value();
  ASSERT_EQ(::send(other.number(), frame.data(), 1, 0), 1);
  std::thread trickle([&, socket = other.number()] {
    for (std::size_t i = 1; i < frame.size() && ::send(socket, &frame[i], 1, MSG_NOSIGNAL) == 1; ++i)
      std::this_thread::sleep_for(10ms);
  });

  const auto message = here.receive(in(150ms), {1'000});

  here.close();
  trickle.join();
  ASSERT_FALSE(message);
  EXPECT_THAT(message.error().message, HasSubstr("only a part of a message"));
}

TEST(Channels, AClosedOneIsToldAtOnce) {
  BothSides sides = connected_channels();
  sides.there.close();

  const auto message = sides.here.receive(soon());

  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "rank 1 closed the connection");
}

TEST(Channels, OneClosedInTheMiddleOfAMessageSaysSo) {
  auto [one, other] = connected_sockets();
  Channel here(std::move(one), "rank 1");
  const std::vector<std::byte> frame = message_head({.kind = "slow"}).value();
  ASSERT_EQ(::send(other.number(), frame.data(), 20, 0), 20);
  { const Descriptor closed = std::move(other); }

  const auto message = here.receive(soon());

  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "rank 1 closed the connection in the middle of a message");
}

TEST(Channels, SendingToAClosedOneIsAnErrorAndNoSignal) {
  BothSides sides = connected_channels();
  { const Channel gone = std::move(sides.there); }

  Status sent;
  for (int i = 0; i < 100 && sent; ++i) sent = sides.here.send(with_bytes(100'000), soon());

  ASSERT_FALSE(sent);
  EXPECT_EQ(sent.error().message, "rank 1 closed the connection");
}

// A peer that does not read makes the sender fail at its deadline; after half a message nothing more is sent.
TEST(Channels, ASlowReaderEndsAtTheDeadline) {
  BothSides sides = connected_channels();

  const Status sent = sides.here.send(with_bytes(50'000'000), in(100ms));
  ASSERT_FALSE(sent);
  EXPECT_THAT(
      sent.error().message,
      MatchesRegex("rank 1 did not take a message within [0-9]+ ms: [0-9]+ of 5[0-9]+ bytes were sent"));

  const Status next = sides.here.send({.kind = "next"}, soon());
  ASSERT_FALSE(next);
  EXPECT_EQ(next.error().message, "rank 1: an earlier message to it was cut short");
}

TEST(Channels, SayWhoSendsWhatTheyDoNotUnderstand) {
  auto [one, other] = connected_sockets();
  Channel here(std::move(one), "127.0.0.1:4711");
  ASSERT_EQ(::send(other.number(), "SSH-2.0-OpenSSH", 15, 0), 15);

  const auto message = here.receive(soon());

  ASSERT_FALSE(message);
  EXPECT_EQ(message.error().message, "127.0.0.1:4711: not a commlab peer: its first bytes were 'SSH-2.0-'");
  EXPECT_EQ(here.fault(), StreamFault::foreign);
}

TEST(Channels, CloseWakesWhoeverWaits) {
  BothSides sides = connected_channels();
  std::thread waiting([&] { EXPECT_FALSE(sides.here.receive(soon())); });
  std::this_thread::sleep_for(20ms);

  sides.here.close();

  waiting.join();
}

}  // namespace
}  // namespace commlab

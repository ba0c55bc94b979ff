// A process without the token that listens where rank 0 should: a member obeys it in nothing, and tells it
// nothing.

#include <functional>
#include <thread>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/net/meeting/hello.h"
#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"
#include "tests/gpu/net/net_meeting.h"

namespace commlab {
namespace {

using testing::AllOf;
using testing::HasSubstr;
using testing::Not;

struct Encounter {
  std::string joined;             // the member's error
  std::vector<NetMessage> heard;  // everything that the member said
};

// What a member and the impostor say to each other. The impostor greets the member, and answers its challenge
// so.
Encounter meet(const std::function<void(Channel&, const Challenges&)>& answer) {
  const Listener listener = Listener::open("127.0.0.1", 0).value();
  auto member = join_beside({.port = listener.port(), .rank = 1, .ranks = 2, .token = our_token});
  pollfd waited{.fd = listener.descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_TRUE(wait_until_ready({&waited, 1}, soon()));
  Channel impostor(std::move(**listener.accept()), "the member");
  Encounter encounter;
  Challenges challenges{.coordinator = new_challenge(), .member = {}};
  EXPECT_TRUE(impostor.send(greeting(challenges.coordinator), soon()));
  encounter.heard.push_back(impostor.receive(soon()).value());
  challenges.member = challenge_in(encounter.heard[0]).value_or("");
  answer(impostor, challenges);
  for (auto said = impostor.receive(soon()); said; said = impostor.receive(soon()))
    encounter.heard.push_back(*said);
  const auto joined = member.get();
  encounter.joined = joined ? "it joined" : joined.error().message;
  return encounter;
}

Encounter meet_with_proof(const std::function<std::string(const Challenges&)>& proof) {
  return meet([&](Channel& member, const Challenges& challenges) {
    (void)member.send(proof_in_return(proof(challenges)), soon());
    (void)member.send({.kind = std::string(welcome_kind)}, soon());
    (void)member.send({.kind = "clock"}, soon());
  });
}

void expect_disobeyed(const Encounter& encounter, const testing::Matcher<std::string>& why) {
  EXPECT_THAT(encounter.joined, why);
  ASSERT_EQ(encounter.heard.size(), 1u)
      << "the member said more than its challenge: " << encounter.heard[1].kind;
  EXPECT_EQ(encounter.heard[0].fields.size(), 1u) << encounter.heard[0].fields.dump();
}

TEST(Impostor, WithoutAProofIsNotObeyed) {
  const auto unknown = HasSubstr("does not know the token of rank 1");
  expect_disobeyed(meet_with_proof([](const Challenges&) { return ""; }), unknown);
  expect_disobeyed(meet_with_proof([](const Challenges&) { return "*0"; }), unknown);
  expect_disobeyed(meet_with_proof([](const Challenges& c) { return c.member; }), unknown);
  expect_disobeyed(
      meet_with_proof([](const Challenges& c) { return proof_of("another token", Side::coordinator, c); }),
      unknown);
  expect_disobeyed(meet_with_proof([](const Challenges& c) { return proof_of(our_token, Side::member, c); }),
                   unknown);
}

// It asks the real rank 0 of the same group, which proves the token to everyone who asks: but for its own
// challenge.
TEST(Impostor, WithTheProofOfAnotherConnectionIsNotObeyed) {
  Rendezvous rendezvous = open_rendezvous(2);
  std::jthread gathering([&rendezvous] { gathering_error(std::move(rendezvous), std::chrono::seconds(2)); });
  Channel real(connect_to("127.0.0.1", rendezvous.port(), soon()).value(), "rank 0");
  ASSERT_TRUE(real.receive(soon()));
  ASSERT_TRUE(real.send(challenge_in_return(new_challenge()), soon()));
  const std::string heard = *proof_in(real.receive(soon()).value());

  expect_disobeyed(meet_with_proof([&](const Challenges&) { return heard; }),
                   HasSubstr("does not know the token of rank 1"));
}

TEST(Impostor, ThatAsksBeforeItsProofIsNotAnswered) {
  for (const char* kind : {"clock", "meet", "job", "run", "outputs", "bye", "welcome", "over"})
    expect_disobeyed(
        meet([&](Channel& member, const Challenges&) { (void)member.send({.kind = kind}, soon()); }),
        HasSubstr(fmt::format("sent '{}' where a proof of the token was expected", kind)));
}

TEST(Impostor, ThatSaysMuchIsNotHeard) {
  expect_disobeyed(
      meet([](Channel& member, const Challenges&) {
        (void)member.send({.kind = "proof", .fields = {{"proof", std::string(5'000, 'a')}}}, soon());
      }),
      HasSubstr("bytes of fields; at most 4096 are accepted"));
  expect_disobeyed(meet([](Channel& member, const Challenges&) {
                     (void)member.send({.kind = "proof", .bytes = std::vector<std::byte>(1)}, soon());
                   }),
                   HasSubstr("a message of 1 bytes; at most 0 are accepted"));
}

// A process that listens can send a member away. Its words stand in an error, and cannot write to the
// terminal.
TEST(Impostor, CannotWriteToTheTerminal) {
  const Encounter encounter = meet([](Channel& member, const Challenges&) {
    (void)member.send(refusal("\x1b[2J\nrank 0: all is well\u202e"), soon());
  });

  EXPECT_THAT(encounter.joined, AllOf(HasSubstr("refused rank 1: \\x1b[2J\\nrank 0: all is well\\u202e"),
                                      Not(HasSubstr("\x1b")), Not(HasSubstr("\n"))));
}

}  // namespace
}  // namespace commlab

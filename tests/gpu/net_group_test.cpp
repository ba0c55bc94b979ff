// All processes of a group at once: who answered, and who did not; what a member does; whose clock it is.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <thread>

#include <sys/socket.h>

#include "gpu/host_clock.h"
#include "gpu/net/clock_alignment.h"
#include "gpu/net/process_group.h"
#include "gpu/net/serve.h"
#include "tests/gpu/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::MatchesRegex;
using testing::UnorderedElementsAre;

// A group whose members are channels in this thread's hand.
struct TestGroup {
  explicit TestGroup(int ranks) : group(make(ranks, members)) {}

  static ProcessGroup make(int ranks, std::vector<Channel>& members) {
    std::vector<Member> joined;
    for (Rank rank = 0; rank < ranks; ++rank) {
      auto [one, other] = connected_sockets();
      joined.push_back({.channel = Channel(std::move(one), fmt::format("rank {}", rank)),
                        .who = "process 1 on here",
                        .fields = {},
                        .address = ""});
      members.emplace_back(std::move(other), "the coordinator");
    }
    return ProcessGroup(std::move(joined));
  }

  std::vector<Channel> members;
  ProcessGroup group;
};

std::vector<Rank> ranks_of(const std::vector<std::pair<Rank, Error>>& lost) {
  std::vector<Rank> ranks;
  for (const auto& [rank, error] : lost) ranks.push_back(rank);
  return ranks;
}

TEST(ProcessGroups, HearAnAnswerFromEach) {
  TestGroup all(3);
  ASSERT_TRUE(all.group.send_all({.kind = "question"}, soon()));
  for (Channel& member : all.members) {
    EXPECT_EQ(member.receive(soon())->kind, "question");
    ASSERT_TRUE(member.send({.kind = "answer", .bytes = std::vector<std::byte>(10)}, soon()));
  }

  const Answers answers = all.group.receive_all(soon(), {10});

  EXPECT_TRUE(answers.complete());
  for (const auto& answer : answers.of) EXPECT_EQ(answer->bytes.size(), 10u);
}

// One of the three is gone; the second would never answer, and is not waited for.
TEST(ProcessGroups, HearAtOnceThatOneIsGone) {
  TestGroup all(3);
  ASSERT_TRUE(all.members[0].send({.kind = "answer"}, soon()));
  all.members[2].close();

  const Answers answers = all.group.receive_all(soon());

  EXPECT_FALSE(answers.complete());
  EXPECT_TRUE(answers.of[0]);
  EXPECT_FALSE(answers.of[1]);
  ASSERT_EQ(answers.lost.size(), 1u);
  EXPECT_EQ(answers.lost[0].first, 2);
  EXPECT_EQ(answers.lost[0].second.message, "rank 2 closed the connection");
}

TEST(ProcessGroups, TellWhoDidNotAnswerByTheDeadline) {
  TestGroup all(3);
  ASSERT_TRUE(all.members[1].send({.kind = "answer"}, soon()));
  ASSERT_EQ(::send(all.members[2].descriptor(), "commlab", 7, 0), 7);  // half a message is no answer

  const Answers answers = all.group.receive_all(in(100ms));

  EXPECT_TRUE(answers.of[1]);
  EXPECT_THAT(ranks_of(answers.lost), UnorderedElementsAre(0, 2));
  EXPECT_THAT(answers.lost[0].second.message, MatchesRegex("rank 0: no answer within [0-9]+ ms"));
}

TEST(ProcessGroups, TellWhoDoesNotRead) {
  TestGroup all(2);
  const NetMessage large{.kind = "data", .bytes = std::vector<std::byte>(50'000'000)};
  std::thread reader([&] { (void)all.members[0].receive(soon(), {50'000'000}); });

  const Status sent = all.group.send_all(large, in(300ms));

  all.group.channel(0).close();
  reader.join();
  ASSERT_FALSE(sent);
  EXPECT_THAT(sent.error().message, MatchesRegex("rank [01] did not take a message within .*"));
}

// The two sides of a service: a thread serves, the test asks.
struct Served {
  explicit Served(Service service) : asked(make(service)) {}
  Channel make(Service& service) {
    auto [one, other] = connected_sockets();
    thread = std::jthread(
        [this, service = std::move(service), socket = std::make_shared<Descriptor>(std::move(other))] {
          Channel coordinator(std::move(*socket), "the coordinator");
          ended = serve(coordinator, service);
        });
    return Channel(std::move(one), "rank 1");
  }
  Result<NetMessage> ask(const NetMessage& question) {
    if (const Status sent = asked.send(question, soon()); !sent) return tl::unexpected(sent.error());
    return asked.receive(soon()).and_then(
        [&](NetMessage answer) { return unless_error(std::move(answer), asked); });
  }

  Status ended;
  std::jthread thread;
  Channel asked;
};

Service doubling_service() {
  const auto twice = [](const NetMessage& question, Channel&) -> Result<NetMessage> {
    if (!question.fields.contains("n")) return fail(Fault::no, "there is nothing to double");
    return NetMessage{.kind = "doubled", .fields = {{"n", 2 * question.fields["n"].get<int>()}}};
  };
  return {.duties = {{"double", twice}}};
}

TEST(Members, AnswerUntilTheyAreToldBye) {
  Served member(doubling_service());

  EXPECT_EQ(member.ask({.kind = "double", .fields = {{"n", 21}}})->fields["n"], 42);
  EXPECT_EQ(member.ask({.kind = "double", .fields = {{"n", 4}}})->fields["n"], 8);
  ASSERT_TRUE(member.asked.send({.kind = "bye"}, soon()));

  member.thread.join();
  EXPECT_TRUE(member.ended);
}

TEST(Members, AnswerWithAnErrorWhatFailedOrWhatTheyDoNotKnow) {
  Served member(doubling_service());

  const auto failed = member.ask({.kind = "double"});
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().message, "rank 1: there is nothing to double");
  EXPECT_EQ(failed.error().fault, Fault::no);

  const auto unknown = member.ask({.kind = "halve"});
  ASSERT_FALSE(unknown);
  EXPECT_EQ(unknown.error().message,
            "rank 1: there is no answer to 'halve'; run the same commlab on both sides");

  EXPECT_EQ(member.ask({.kind = "double", .fields = {{"n", 1}}})->fields["n"], 2);  // and goes on
  member.asked.close();
}

// A group without its first rank, who told all others what to do, did not do what was asked of it.
TEST(Members, FailWhenTheCoordinatorIsGone) {
  Served between(doubling_service());
  between.asked.close();
  between.thread.join();
  ASSERT_FALSE(between.ended);
  EXPECT_EQ(between.ended.error().fault, Fault::runtime);
  EXPECT_EQ(between.ended.error().message, "the coordinator closed the connection");

  Served within(doubling_service());
  ASSERT_EQ(::send(within.asked.descriptor(), "comm", 4, 0), 4);
  within.asked.close();
  within.thread.join();
  ASSERT_FALSE(within.ended);
  EXPECT_EQ(within.ended.error().message, "the coordinator closed the connection in the middle of a message");
}

TEST(Members, FailWithTheReasonForWhichAllIsOver) {
  Served member(doubling_service());

  ASSERT_TRUE(member.asked.send(farewell(Error{"rank 2 was ended by signal 9"}), soon()));

  member.thread.join();
  ASSERT_FALSE(member.ended);
  EXPECT_EQ(member.ended.error().fault, Fault::runtime);
  EXPECT_EQ(member.ended.error().message, "rank 0 ended the run: rank 2 was ended by signal 9");
  EXPECT_EQ(farewell({}).kind, "bye");
}

TEST(ClockAlignment, OfOneComputerIsExact) {
  Served member(doubling_service());

  EXPECT_EQ(align_clock(member.asked, soon()), ClockOffset{});

  member.asked.close();
}

// A member whose clock is known to be an hour ahead: what is found is that hour, but for the residual.
TEST(ClockAlignment, OfOtherComputersIsWithinItsResidual) {
  constexpr HostTime hour = 3'600'000'000'000;
  auto [one, other] = connected_sockets();
  Channel member(std::move(one), "rank 1"), coordinator(std::move(other), "the coordinator");
  std::jthread ahead([&] {
    const SteadyClock clock{.now = [] { return host_now() + hour; }, .origin = "another computer"};
    while (coordinator.receive(soon())) EXPECT_TRUE(answer_clock_question(coordinator, soon(), clock));
  });

  const auto found = align_clock(member, soon());

  member.close();
  ASSERT_TRUE(found) << found.error().message;
  EXPECT_GT(found->residual, 0);
  EXPECT_LE(std::abs(found->offset - hour), found->residual);
}

TEST(ClockAlignment, ASilentMemberEndsItAtTheDeadline) {
  TestGroup all(1);

  const auto found = align_clock(all.group.channel(0), in(100ms));

  ASSERT_FALSE(found);
  EXPECT_THAT(found.error().message, MatchesRegex("rank 0: no answer within [0-9]+ ms"));
}

}  // namespace
}  // namespace commlab

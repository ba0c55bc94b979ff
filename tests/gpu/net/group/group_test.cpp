// All processes of a group at once: which answered and which did not; what a member does; how clocks are
// aligned.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <future>
#include <optional>
#include <thread>

#include <sys/socket.h>

#include "gpu/host/host_clock.h"
#include "gpu/net/group/clock_alignment.h"
#include "gpu/net/group/coordinator.h"
#include "gpu/net/group/heartbeat.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/process_group.h"
#include "tests/gpu/net/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::MatchesRegex;
using testing::UnorderedElementsAre;

// A group whose members are channels that the test itself holds.
struct TestGroup {
  explicit TestGroup(int ranks) : group(make(ranks, members)) {}

  static ProcessGroup make(int ranks, std::vector<Channel>& members) {
    std::vector<Member> joined;
    for (Rank rank = 0; rank < ranks; ++rank) {
      auto [one, other] = connected_sockets();
      joined.push_back({.channel = Channel(std::move(one), fmt::format("rank {}", rank)),
                        .who = "process 1 on here",
                        .host = "here",
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

// Rank 2 is gone. Rank 1 would never answer, and is not waited for.
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

// The member has sent something that is never read, and must still read a large message itself.
TEST(ProcessGroups, TheirLastWordArrivesWhateverIsUnreadOnBothSides) {
  std::promise<void> spoken;
  Result<NetMessage> last = fail("nothing was heard");
  std::jthread busy;
  std::optional<TestGroup> all(1);
  busy = std::jthread([&spoken, &last, member = std::move(all->members[0])]() mutable {
    EXPECT_TRUE(member.send({.kind = "unread"}, soon()));
    spoken.set_value();
    EXPECT_TRUE(member.receive(soon(), {50'000'000}));
    last = member.receive(soon());
  });
  spoken.get_future().wait();
  const NetMessage large{.kind = "data", .bytes = std::vector<std::byte>(50'000'000)};
  ASSERT_TRUE(all->group.channel(0).send(large, soon()));

  all->group.take_leave({.kind = "bye"}, soon());
  all.reset();

  busy.join();
  ASSERT_TRUE(last) << last.error().message;
  EXPECT_EQ(last->kind, "bye");
}

TEST(ProcessGroups, WhoDoesNotLeaveIsSeenOffNoLongerThanTheDeadline) {
  TestGroup all(2);

  all.group.take_leave({.kind = "bye"}, in(50ms));

  for (Channel& member : all.members) EXPECT_EQ(member.receive(soon())->kind, "bye");
}

// Both sides of a service: a thread serves, the test asks.
struct Served {
  explicit Served(Service service) : asked(make(service)) {}
  Channel make(Service& service) {
    auto [one, other] = connected_sockets();
    thread = std::jthread(
        [this, service = std::move(service), socket = std::make_shared<Descriptor>(std::move(other))] {
          Coordinator coordinator(Channel(std::move(*socket), "the coordinator"));
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
  const auto twice = [](const NetMessage& question, Coordinator&) -> Result<NetMessage> {
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
  EXPECT_EQ(unknown.error().message, "rank 1: unknown message 'halve'; run the same commlab on both sides");

  EXPECT_EQ(member.ask({.kind = "double", .fields = {{"n", 1}}})->fields["n"], 2);  // an error is not its end
  member.asked.close();
}

// Without its coordinator, rank 0, a group cannot complete its run.
TEST(Members, FailWhenTheCoordinatorIsGone) {
  Served between(doubling_service());
  between.asked.close();
  between.thread.join();
  ASSERT_FALSE(between.ended);
  EXPECT_EQ(between.ended.error().fault, Fault::runtime);
  EXPECT_EQ(between.ended.error().message,
            "rank 0 is lost, so the run ends: the coordinator closed the connection");

  Served within(doubling_service());
  ASSERT_EQ(::send(within.asked.descriptor(), "comm", 4, 0), 4);
  within.asked.close();
  within.thread.join();
  ASSERT_FALSE(within.ended);
  EXPECT_EQ(within.ended.error().message,
            "rank 0 is lost, so the run ends: the coordinator closed the connection in the middle of a "
            "message");
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

// The member is at work when the run ends. Its answer reaches nobody, but it can still read the reason.
TEST(Members, HearWhyAllIsOverEvenWhereTheyCannotAnswerAnyMore) {
  std::promise<void> asked_and_left;
  const auto work = [left = asked_and_left.get_future().share()](const NetMessage&,
                                                                 Coordinator&) -> Result<NetMessage> {
    left.wait();
    return NetMessage{.kind = "worked", .bytes = std::vector<std::byte>(50'000'000)};
  };
  Served member({.duties = {{"work", work}}});
  ASSERT_TRUE(member.asked.send({.kind = "work"}, soon()));
  ASSERT_TRUE(member.asked.send(farewell(Error{"rank 2 was ended by signal 9"}), soon()));
  { const Channel gone = std::move(member.asked); }

  asked_and_left.set_value();

  member.thread.join();
  ASSERT_FALSE(member.ended);
  EXPECT_EQ(member.ended.error().message, "rank 0 ended the run: rank 2 was ended by signal 9");
}

// A member that waits for the start of a run reads the reason there first.
TEST(Members, RememberWhyAllIsOver) {
  const auto wait = [](const NetMessage&, Coordinator& coordinator) -> Result<NetMessage> {
    EXPECT_FALSE(coordinator.receive(soon()));
    return NetMessage{.kind = "waited"};
  };
  Served member({.duties = {{"wait", wait}}});
  ASSERT_TRUE(member.asked.send({.kind = "wait"}, soon()));
  ASSERT_TRUE(member.asked.send(farewell(Error{"rank 2 was ended by signal 9"}), soon()));

  member.thread.join();
  ASSERT_FALSE(member.ended);
  EXPECT_EQ(member.ended.error().message, "rank 0 ended the run: rank 2 was ended by signal 9");
}

TEST(Coordinators, AreHeardAmidTheirSignsOfLife) {
  auto [one, other] = connected_sockets();
  Channel there(std::move(one), "rank 1");
  Coordinator coordinator(Channel(std::move(other), "the coordinator"), time_enough);
  for (const NetMessage& said : {sign_of_life(), sign_of_life(), NetMessage{.kind = "question"}})
    ASSERT_TRUE(there.send(said, soon()));

  const auto heard = coordinator.receive(soon());

  ASSERT_TRUE(heard) << heard.error().message;
  EXPECT_EQ(heard->kind, "question");
}

// As with a stopped rank 0: the connection is open, and nothing comes.
TEST(Coordinators, ThatGiveNoSignOfLifeAreLost) {
  auto [one, other] = connected_sockets();
  Coordinator coordinator(Channel(std::move(other), "the coordinator"), 50ms);

  const auto heard = coordinator.receive(soon());

  ASSERT_FALSE(heard);
  EXPECT_EQ(heard.error().fault, Fault::runtime);
  EXPECT_EQ(heard.error().message,
            "rank 0 is lost, so the run ends: the coordinator: no sign of life within 50 ms");
}

TEST(Coordinators, AreWaitedForNoLongerThanTheDeadline) {
  auto [one, other] = connected_sockets();
  Coordinator coordinator(Channel(std::move(other), "the coordinator"), time_enough);

  const auto heard = coordinator.receive(in(50ms));

  ASSERT_FALSE(heard);
  EXPECT_THAT(heard.error().message,
              MatchesRegex("rank 0 is lost, so the run ends: the coordinator: no message within [0-9]+ ms"));
}

TEST(Heartbeats, AreHeardByEachMemberAndByNoneAfterwards) {
  TestGroup all(2);
  {
    const auto heartbeat = Heartbeat::start(all.group, 1ms);
    ASSERT_TRUE(heartbeat);
    for (Channel& member : all.members)
      for (int beat = 0; beat < 3; ++beat) {
        const auto heard = member.receive(soon());
        ASSERT_TRUE(heard) << heard.error().message;
        EXPECT_TRUE(is_sign_of_life(*heard));
      }
  }
  ASSERT_TRUE(all.group.send_all({.kind = "bye"}, soon()));
  for (Channel& member : all.members) {
    auto heard = member.receive(soon());
    while (heard && is_sign_of_life(*heard)) heard = member.receive(soon());
    EXPECT_EQ(heard->kind, "bye");
  }
}

// Half a sign of life would spoil the next message.
TEST(Heartbeats, SayNothingToWhoHasYetToTakeWhatWasSaid) {
  TestGroup all(1);
  const NetMessage large{.kind = "data", .bytes = std::vector<std::byte>(50'000'000)};
  std::jthread sender([&] { EXPECT_TRUE(all.group.channel(0).send(large, soon())); });
  pollfd waited{.fd = all.members[0].descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_TRUE(wait_until_ready({&waited, 1}, soon()));

  all.group.channel(0).send_if_idle(sign_of_life());

  const auto heard = all.members[0].receive(soon(), {50'000'000});
  ASSERT_TRUE(heard) << heard.error().message;
  EXPECT_EQ(heard->kind, "data");
}

TEST(ClockAlignment, OfOneComputerIsExact) {
  Served member(doubling_service());

  EXPECT_EQ(align_clock(member.asked, soon()), ClockOffset{});

  member.asked.close();
}

// A member's clock is an hour ahead: the offset found is that hour, within the residual.
TEST(ClockAlignment, OfOtherComputersIsWithinItsResidual) {
  constexpr HostTime hour = 3'600'000'000'000;
  auto [one, other] = connected_sockets();
  Channel member(std::move(one), "rank 1"), coordinator(std::move(other), "the coordinator");
  std::jthread ahead([&] {
    const SteadyClock clock{.now = [] { return host_now() + hour; }, .origin = "another computer"};
    while (coordinator.receive(soon())) EXPECT_TRUE(coordinator.send(clock_answer(clock), soon()));
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

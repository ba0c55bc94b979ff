// commlab member: real processes that join the test, answer, stall, and die.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <csignal>

#include <fstream>
#include <thread>

#include <sys/socket.h>
#include <sys/wait.h>

#include "core/programs/native.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/group/questions.h"
#include "gpu/net/group/serve.h"
#include "gpu/net/launch/launcher.h"
#include "gpu/net/meeting/group_place.h"
#include "gpu/net/meeting/rendezvous.h"
#include "gpu/net/meeting/token.h"
#include "tests/cli/children.h"
#include "tests/cli/program.h"
#include "tests/patience.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::MatchesRegex;

// Processes `commlab member`, with the test as their coordinator.
struct StartedMembers {
  explicit StartedMembers(int ranks, const std::string& program = COMMLAB_PROGRAM)
      : rendezvous(Rendezvous::open({.ranks = ranks, .token = token}).value()) {
    for (Rank rank = 0; rank < ranks; ++rank)
      EXPECT_TRUE(launcher.start({.name = fmt::format("rank {}", rank),
                                  .command = {program, "member"},
                                  .environment = variables_of({.rank = rank,
                                                               .ranks = ranks,
                                                               .local_rank = rank,
                                                               .address = "127.0.0.1",
                                                               .port = rendezvous.port(),
                                                               .token = token})}));
  }
  Result<ProcessGroup> gather() {
    const auto go_on = [&]() -> Status {
      if (const auto ended = launcher.next_ended(std::chrono::steady_clock::now()))
        return fail(Fault::runtime, "{} before it joined", ended->how);
      return {};
    };
    return std::move(rendezvous).gather(soon(), go_on);
  }

  std::string token = new_token();
  Rendezvous rendezvous;
  Launcher launcher;
};

TEST(Member, JoinsAnswersAndEndsWhenToldBye) {
  StartedMembers members(2);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;
  EXPECT_GT(group->fields(1)["port"], 0) << "the port on which the member listens for other members";

  ASSERT_TRUE(group->send_all({.kind = "make coffee"}, soon()));
  const Answers answers = group->receive_all(soon());
  ASSERT_TRUE(answers.complete());
  for (Rank rank = 0; rank < 2; ++rank) {
    const auto answer = unless_error(*answers.of[static_cast<std::size_t>(rank)], group->channel(rank));
    ASSERT_FALSE(answer);
    EXPECT_THAT(answer.error().message, HasSubstr("unknown message 'make coffee'"));
  }

  ASSERT_TRUE(group->send_all({.kind = "bye"}, soon()));
  for (Rank rank = 0; rank < 2; ++rank) EXPECT_EQ(members.launcher.next_ended(soon())->exit_status, 0);
}

TEST(Member, FailsWhenTheCoordinatorIsGone) {
  StartedMembers members(1);
  { const auto group = members.gather(); }
  const auto ended = members.launcher.next_ended(soon());
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->exit_status, 3) << ended->how;
}

TEST(Member, ThatIsKilledIsToldByItsChannelAndItsLauncher) {
  StartedMembers members(3);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;

  members.launcher.signal_all(SIGKILL);
  const Answers answers = group->receive_all(soon());

  ASSERT_FALSE(answers.complete());
  EXPECT_THAT(answers.lost.front().second.message, HasSubstr("closed the connection"));
  EXPECT_THAT(members.launcher.next_ended(soon())->how, HasSubstr("was ended by signal 9 (Killed)"));
}

TEST(Member, ThatIsStoppedIsToldAtTheDeadlineAndEndedAllTheSame) {
  StartedMembers members(2);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;

  members.launcher.signal_all(SIGSTOP);
  ASSERT_TRUE(group->send_all({.kind = "clock"}, soon()));
  const Answers answers = group->receive_all(in(300ms));

  EXPECT_EQ(answers.lost.size(), 2u);
  EXPECT_THAT(answers.lost.front().second.message, MatchesRegex("rank 0 .*: no answer within [0-9]+ ms"));
  members.launcher.end_all(100ms);
  EXPECT_EQ(members.launcher.running(), 0);
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);  // no child is left, not even a zombie
}

// Rank 1 stops after a part of its input: the other ranks are served, and nothing is sent after half a
// message.
TEST(Member, ThatStopsReadingInTheMiddleOfALargeMessageIsTold) {
  StartedMembers members(2);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;
  const NetMessage large{.kind = "fill", .bytes = std::vector<std::byte>(100'000'000)};

  ASSERT_EQ(::kill(process_of(1), SIGSTOP), 0);
  const Status first = group->channel(0).send(large, soon());
  const Status second = group->channel(1).send(large, in(300ms));
  const Status more = group->channel(1).send({.kind = "bye"}, soon());

  EXPECT_TRUE(first) << first.error().message;
  ASSERT_FALSE(second);
  EXPECT_THAT(second.error().message,
              MatchesRegex("rank 1 .* did not take a message within [0-9]+ ms: [1-9][0-9]* of [0-9]+ bytes "
                           "were sent"));
  ASSERT_FALSE(more);
  EXPECT_THAT(more.error().message, HasSubstr("an earlier message to it was cut short"));
  members.launcher.end_all(0ms);
  EXPECT_TRUE(children().empty());
}

// A member that dies at its start ends the wait for it at once.
TEST(Member, ThatDiesBeforeItJoinsIsTold) {
  StartedMembers members(2, "/bin/false");

  const auto group = members.gather();

  ASSERT_FALSE(group);
  EXPECT_THAT(group.error().message,
              MatchesRegex("rank [01] \\(process [0-9]+\\) ended with exit status 1 before it joined"));
}

// Asks both members, of which each listens at a port, and returns rank 0's error, or the kind of its answer.
std::string answer_to(ProcessGroup& group, const NetMessage& question) {
  EXPECT_TRUE(group.send_all(question, soon()));
  const Answers answers = group.receive_all(soon());
  if (!answers.complete()) return answers.lost.front().second.message;
  const auto answer = unless_error(*answers.of[0], group.channel(0));
  return answer ? answer->kind : answer.error().message;
}

Introduction introduction_of(const ProcessGroup& group) {
  Introduction introduction{.secret = new_secret()};
  for (Rank rank = 0; rank < group.ranks(); ++rank)
    introduction.members.push_back({"127.0.0.1", group.fields(rank)["port"].get<std::uint16_t>()});
  return introduction;
}

// Programs named "native", or sent as a probe, were not checked at all, and wrote where they liked.
TEST(Member, RefusesProgramsThatLeaveTheirBuffersAndLivesOn) {
  StartedMembers members(2);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 1'003};
  Programs programs = expanded(programs_for(**find_algorithm(c.kind, "ring"), c).value());
  const Programs sound = programs;
  programs.programs[0].lanes[0].code[0].source.block = 1'000'000;
  Programs native = programs;
  native.algorithm = "native";
  Programs far_peer = sound;
  far_peer.programs[1].lanes[0].send_peer = 1'000'000;

  EXPECT_THAT(answer_to(*group, job_message(sound, {})), HasSubstr("came before the members had met"));
  EXPECT_EQ(answer_to(*group, introduction_message(introduction_of(*group))), "met");
  EXPECT_THAT(answer_to(*group, job_message(programs, {.probe = true})), HasSubstr("there are blocks 0..1"));
  EXPECT_THAT(answer_to(*group, job_message(far_peer, {.probe = true})), HasSubstr("sends to rank 1000000"));
  EXPECT_THAT(answer_to(*group, job_message(native, {})), HasSubstr("there are blocks 0..1"));
  EXPECT_THAT(answer_to(*group, job_message(native_programs(c), {})), HasSubstr("no library runs them"));
  EXPECT_THAT(answer_to(*group, {.kind = "job", .fields = {{"absent", "me"}}}),
              HasSubstr("wrong field 'absent'"));
  EXPECT_THAT(answer_to(*group, run_question({.deadline = std::chrono::seconds(1)})),
              HasSubstr("came before any job"));
  EXPECT_THAT(answer_to(*group, introduction_message(introduction_of(*group))), HasSubstr("a second time"));
  EXPECT_EQ(answer_to(*group, job_message(sound, {})), "prepared");
  ASSERT_TRUE(group->send_all({.kind = "bye"}, soon()));
  for (Rank rank = 0; rank < 2; ++rank) EXPECT_EQ(members.launcher.next_ended(soon())->exit_status, 0);
}

std::int64_t most_resident_kib(pid_t process) {
  std::ifstream status(fmt::format("/proc/{}/status", process));
  for (std::string key; status >> key;) {
    std::int64_t kib = 0;
    if (key == "VmHWM:" && status >> kib) return kib;
    status.ignore(256, '\n');
  }
  return 0;
}

// Guards against a fixed bug: a head that announced 3 GB made a member take 3 GB before a byte had come.
TEST(Member, TakesNoMemoryForWhatIsOnlyAnnounced) {
  StartedMembers members(1);
  auto group = members.gather();
  ASSERT_TRUE(group) << group.error().message;
  std::vector<std::byte> head = message_head({.kind = "fill"}).value();
  for (std::size_t i = 0; i < 8; ++i) head[16 + i] = std::byte(std::uint64_t{3'000'000'000} >> (8 * i));
  const std::vector<std::byte> some(1'000'000);

  const int socket = group->channel(0).descriptor();
  ASSERT_GT(::send(socket, head.data(), head.size(), MSG_NOSIGNAL), 0);
  ASSERT_GT(::send(socket, some.data(), some.size() / 2, MSG_NOSIGNAL), 0);
  std::this_thread::sleep_for(300ms);

  const std::int64_t resident = most_resident_kib(process_of(0));
  EXPECT_GT(resident, 0);
  EXPECT_LT(resident, 1'000'000);
  members.launcher.end_all(0ms);
}

TEST(Member, WithAWrongTokenSaysSo) {
  Rendezvous rendezvous = Rendezvous::open({.ranks = 1, .token = new_token()}).value();
  Launcher launcher;
  auto variables = variables_of({.rank = 0,
                                 .ranks = 1,
                                 .local_rank = 0,
                                 .address = "127.0.0.1",
                                 .port = rendezvous.port(),
                                 .token = "wrong"});
  ASSERT_TRUE(
      launcher.start({.name = "rank 0", .command = {COMMLAB_PROGRAM, "member"}, .environment = variables}));
  const auto go_on = [&]() -> Status {
    if (const auto ended = launcher.next_ended(std::chrono::steady_clock::now()))
      return fail("{}", ended->how);
    return {};
  };

  const auto group = std::move(rendezvous).gather(soon(), go_on);

  ASSERT_FALSE(group);
  EXPECT_THAT(group.error().message, HasSubstr("ended with exit status 3"));
}

TEST(Member, WithoutAGroupSaysHowOneIsStarted) {
  const Said alone = commlab("member", "env -u RANK -u WORLD_SIZE -u LOCAL_RANK");
  EXPECT_EQ(alone.status, 2);
  EXPECT_THAT(alone.err, HasSubstr("commlab launch starts a group of processes"));

  const Said half = commlab("member", "RANK=1 WORLD_SIZE=2 LOCAL_RANK=two");
  EXPECT_EQ(half.status, 2);
  EXPECT_EQ(half.err, "commlab: LOCAL_RANK is 'two'; expected a number from 0 to 1\n");
}

}  // namespace
}  // namespace commlab

// Real jobs, each a group of processes, while a process without the token attacks them. Every job must end
// with right results, and no attacker may be obeyed. By default each attack has three rounds; a table for
// more:
//
//   COMMLAB_ATTACK_ROUNDS=1000 build/tests/cli_tests --gtest_brief=1 --gtest_filter='*AttackRounds*'

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>

#include <thread>

#include "core/base/numbers.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/tcp_backend.h"
#include "tests/cli/attacks.h"
#include "tests/cli/children.h"
#include "tests/patience.h"

namespace commlab {
namespace {

constexpr int attacked_ranks = 3;

struct AttackKind {
  std::string name;
  void (*attack)(const GroupPlace&, unsigned variant, Attempts&, const std::stop_token&);
  int first = 0;  // attempts before the members come
  int least = 0;  // attempts until the last run of the group may begin
};

const std::vector<AttackKind> attack_kinds = {{"an impostor of rank 0", attack_as_impostor},
                                              {"hellos without the secret", attack_lines, 0, 40},
                                              {"a crowd at every port", attack_with_a_crowd, 60, 200}};

void wait_until(const std::atomic<int>& made, int least) {
  while (made < least) std::this_thread::sleep_for(std::chrono::milliseconds(1));
}

// What is wrong with the runs of one group under attack; empty if their results are right. The attack goes on
// from before the members join until the last run has ended.
std::string wrong_under(const AttackKind& kind, unsigned variant, Attempts& attempts) {
  std::jthread attacker;
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    attacker = std::jthread(
        [&, place = places[0]](const std::stop_token& stop) { kind.attack(place, variant, attempts, stop); });
    wait_until(attempts.made, kind.first);
    return start_processes({COMMLAB_PROGRAM, "member"})(places);
  };
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = attacked_ranks, .count = 1'003};
  const Programs programs = programs_for(**find_algorithm(c.kind, "ring"), c).value();
  RealRunOptions options;
  options.iterations = 2;
  options.deadline = time_enough;
  GroupOnCall group({.start = start, .to_join = time_enough, .to_answer = time_enough});
  while (true) {
    const bool last = attempts.made >= kind.least;
    const auto run = run_on_tcp(programs, group, {}, options);
    if (!run) return run.error().message;
    if (last) return "";
  }
}

int rounds_wanted() {
  const char* wanted = std::getenv("COMMLAB_ATTACK_ROUNDS");
  return wanted ? parse_number<int>(wanted).value_or(1) : 3;
}

class AttackRounds : public testing::TestWithParam<AttackKind> {};

TEST_P(AttackRounds, StopNoJobAndAreNeverObeyed) {
  const std::size_t before = open_descriptors();
  int right = 0, made = 0, obeyed = 0;
  for (int round = 0; round < rounds_wanted(); ++round) {
    Attempts attempts;
    const std::string wrong = wrong_under(GetParam(), static_cast<unsigned>(round), attempts);
    EXPECT_EQ(wrong, "") << "round " << round + 1;
    EXPECT_EQ(attempts.obeyed, 0) << "round " << round + 1;
    right += wrong.empty() ? 1 : 0;
    made += attempts.made;
    obeyed += attempts.obeyed;
  }
  EXPECT_TRUE(children().empty());
  EXPECT_EQ(open_descriptors(), before);
  if (std::getenv("COMMLAB_ATTACK_ROUNDS"))
    fmt::print("  {:<28}{:>5} of {} jobs right; {} attempts, {} obeyed\n", GetParam().name, right,
               rounds_wanted(), made, obeyed);
}

std::string name_of_attack(const testing::TestParamInfo<AttackKind>& info) {
  std::string name = info.param.name;
  std::ranges::replace(name, ' ', '_');
  return name;
}
INSTANTIATE_TEST_SUITE_P(Kinds, AttackRounds, testing::ValuesIn(attack_kinds), name_of_attack);

}  // namespace
}  // namespace commlab

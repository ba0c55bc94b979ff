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
  Attempts (*attack)(const GroupPlace&, unsigned variant, const std::stop_token&);
};

const std::vector<AttackKind> attack_kinds = {{"an impostor of rank 0", attack_as_impostor},
                                              {"hellos without the secret", attack_lines},
                                              {"a crowd at every port", attack_with_a_crowd}};

struct Attacked {
  std::string wrong;  // with the job; empty: its results are right
  Attempts attempts{};
};

// The attack begins with the members' processes, and goes on until the job has ended.
Attacked job_under(const AttackKind& kind, unsigned variant) {
  Attacked attacked;
  std::jthread attacker;
  const StartCompany start = [&](const std::vector<GroupPlace>& places) {
    auto company = start_processes({COMMLAB_PROGRAM, "member"})(places);
    attacker = std::jthread([&, place = places[0]](const std::stop_token& stop) {
      attacked.attempts = kind.attack(place, variant, stop);
    });
    return company;
  };
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = attacked_ranks, .count = 1'003};
  const Programs programs = programs_for(**find_algorithm(c.kind, "ring"), c).value();
  RealRunOptions options;
  options.iterations = 2;
  options.deadline = time_enough;
  {
    GroupOnCall group({.start = start, .to_join = time_enough, .to_answer = time_enough});
    const auto run = run_on_tcp(programs, group, {}, options);
    if (!run) attacked.wrong = run.error().message;
  }
  attacker.request_stop();
  attacker.join();
  return attacked;
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
    const Attacked attacked = job_under(GetParam(), static_cast<unsigned>(round));
    EXPECT_EQ(attacked.wrong, "") << "round " << round + 1;
    EXPECT_EQ(attacked.attempts.obeyed, 0) << "round " << round + 1;
    right += attacked.wrong.empty() ? 1 : 0;
    made += attacked.attempts.made;
    obeyed += attacked.attempts.obeyed;
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

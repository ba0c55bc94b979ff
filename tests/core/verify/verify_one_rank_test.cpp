// Where one rank proves the programs of all, the proof of all ranks finds the same; and no mistake that every
// rank makes is missed.

#include "core/verify/verify_one_rank.h"

#include <gtest/gtest.h>

#include "core/programs/check_programs.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

// Calls check(programs, what) for the programs of every algorithm in which all ranks do the same.
template <class Check>
void for_all_that_turn(int most_ranks, Check check) {
  for (const Algorithm* a : algorithms())
    for (int ranks = 2; ranks <= most_ranks; ++ranks) {
      if (!worth_sanitizing(ranks)) continue;
      const Collective c{.kind = a->collective, .ranks = ranks, .count = 3 * ranks};
      if (!a->supports(c)) continue;
      for (const bool in_place : {false, true})
        for (const Lowering& lowering : {Lowering{}, Lowering{.channels = 2, .pieces = 3, .slots = 1},
                                         Lowering{.slots = 2, .fused = true}}) {
          Collective asked = c;
          asked.in_place = in_place;
          const Result<Programs> programs = programs_for(*a, asked, lowering);
          if (!programs || programs->frame != Frame::shift) continue;
          check(*programs, fmt::format("{} {} of {} ranks", name_of(a->collective), a->name, ranks));
        }
    }
}

TEST(VerifyOneRank, ProvesOnlyWhatTheProofOfAllRanksProves) {
  int proved = 0;
  for_all_that_turn(17, [&](const Programs& programs, const std::string& what) {
    if (!proved_by_one_rank(programs, programs.slots)) return;
    ++proved;
    const Result<Proof> proof = prove(expanded(programs));
    ASSERT_TRUE(proof) << what << ": " << proof.error().message;
    EXPECT_TRUE(proof->one_order) << what;
  });
  EXPECT_GT(proved, worth_sanitizing(17) ? 200 : 10);
}

TEST(VerifyOneRank, ProvesTheRingOfEveryCollective) {
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::all_gather, CollectiveKind::reduce_scatter}) {
    const Collective c{.kind = kind, .ranks = 12, .count = 12};
    const Result<Programs> programs = programs_for(**find_algorithm(kind, "ring"), c, {});
    ASSERT_TRUE(programs);
    EXPECT_TRUE(proved_by_one_rank(*programs, programs->slots)) << name_of(kind);
  }
}

// Mistakes of one instruction, made by every rank.
std::vector<void (*)(Programs&, Instruction&)> mistakes() {
  return {[](Programs& p, Instruction& i) { i.source.block = (i.source.block + 1) % p.partition.blocks; },
          [](Programs& p, Instruction& i) { i.target.block = (i.target.block + 1) % p.partition.blocks; },
          [](Programs& p, Instruction& i) { i.with.block = (i.with.block + 1) % p.partition.blocks; },
          [](Programs& p, Instruction& i) { i.part = (i.part + 1) % p.partition.parts; },
          [](Programs&, Instruction& i) { i.dependencies = 0; },
          [](Programs&, Instruction& i) {
            if (i.op == Opcode::recv_reduce) i.op = Opcode::recv;
          },
          [](Programs&, Instruction& i) {
            if (i.op == Opcode::recv_reduce_send) i.op = Opcode::recv_send;
          },
          [](Programs&, Instruction& i) {
            i.source.buffer = i.source.buffer == Buffer::input ? Buffer::output : Buffer::input;
          }};
}

TEST(VerifyOneRank, FindsTheMistakesThatAllRanksMake) {
  int found = 0;
  for_all_that_turn(5, [&](const Programs& sound, const std::string& what) {
    for (std::size_t lane = 0; lane < sound.programs[0].lanes.size(); ++lane)
      for (std::size_t nth = 0; nth < sound.programs[0].lanes[lane].code.size(); ++nth)
        for (const auto& make : mistakes()) {
          Programs wrong = sound;
          make(wrong, wrong.programs[0].lanes[lane].code[nth]);
          if (!check_form(wrong)) continue;
          const Status all = verify(expanded(wrong));
          const Status one = verify(wrong);
          ASSERT_EQ(all.has_value(), one.has_value()) << what;
          if (all) continue;
          ++found;
          ASSERT_EQ(all.error().message, one.error().message) << what;
        }
  });
  EXPECT_GT(found, worth_sanitizing(5) ? 1'000 : 10);
}

}  // namespace
}  // namespace commlab

// Where one tile proves the programs of all, the proof of all ranks finds the same; and no mistake that every
// tile makes is missed.

#include "core/verify/verify_one_tile.h"

#include <gtest/gtest.h>

#include "core/programs/check_programs.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"
#include "tests/core/layout_of_nodes.h"
#include "tests/sanitized.h"

namespace commlab {
namespace {

// Calls check(programs, what) for the programs of every algorithm in which all ranks, or tiles of them, do
// the same: on one node, and on nodes of 2 to 4 ranks.
template <class Check>
void for_all_that_turn(int most_ranks, Check check) {
  const std::vector<Lowering> lowerings{
      {}, {.channels = 2, .pieces = 3, .slots = 1}, {.slots = 2, .fused = true}};
  for (const Algorithm* a : algorithms())
    for (int ranks = 2; ranks <= most_ranks; ++ranks)
      for (int per_node = 1; per_node <= 4 && per_node < ranks; ++per_node) {
        if (!worth_sanitizing(ranks) || ranks % per_node != 0) continue;
        const Layout layout = per_node == 1 ? Layout{} : of_nodes(ranks / per_node, per_node);
        for (const std::int64_t count : {12 * ranks, 12 * ranks + 5})
          for (const bool in_place : {false, true})
            for (Lowering lowering : lowerings) {
              const Collective c{.kind = a->collective, .ranks = ranks, .count = count, .in_place = in_place};
              if (!a->supports(c)) continue;
              lowering.one_tile = per_node > 1;
              const Result<Programs> programs = programs_for(*a, c, lowering, layout);
              if (!programs) continue;
              if (programs->frame != (per_node == 1 ? Frame::shift : Frame::tile)) continue;
              check(*programs, fmt::format("{} {} of {}, {} ranks in nodes of {}", name_of(a->collective),
                                           a->name, count, ranks, per_node));
            }
      }
}

TEST(VerifyOneTile, ProvesOnlyWhatTheProofOfAllRanksProves) {
  int proved = 0;
  for_all_that_turn(17, [&](const Programs& programs, const std::string& what) {
    if (!proved_by_one_tile(programs, programs.slots)) return;
    ++proved;
    const Result<Proof> proof = prove(expanded(programs));
    ASSERT_TRUE(proof) << what << ": " << proof.error().message;
    EXPECT_TRUE(proof->one_order) << what;
  });
  EXPECT_GT(proved, worth_sanitizing(17) ? 200 : 10);
}

TEST(VerifyOneTile, ProvesWhatIsMostWorkToProveOtherwise) {
  const auto is_proved = [](CollectiveKind kind, std::string_view algorithm, std::int64_t count) {
    const Collective c{.kind = kind, .ranks = 12, .count = count};
    const Result<Programs> programs =
        programs_for(**find_algorithm(kind, algorithm), c, {.one_tile = true}, of_nodes(3, 4));
    return programs && proved_by_one_tile(*programs, programs->slots);
  };
  for (const CollectiveKind kind :
       {CollectiveKind::all_reduce, CollectiveKind::all_gather, CollectiveKind::reduce_scatter})
    for (const std::string_view algorithm : {"ring", "multi-ring", "hierarchical", "swing"})
      for (const std::int64_t count : {144, 1'003})
        EXPECT_TRUE(is_proved(kind, algorithm, count)) << name_of(kind) << ' ' << algorithm << ' ' << count;
}

TEST(VerifyOneTile, NeedsTheMemoryOfOneTile) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4'096, .count = 4'096};
  const Result<Programs> programs = programs_for(**find_algorithm(c.kind, "ring"), c);
  ASSERT_TRUE(programs);
  const ProofOptions options{.budget = {.memory = {10'000'000}}};
  EXPECT_TRUE(prove(*programs, options));
  const Status all = verify(*programs, {.slots = 0, .budget = options.budget});  // no tile proves it
  ASSERT_FALSE(all);
  EXPECT_EQ(all.error().fault, Fault::runtime);
}

// Mistakes of one instruction, made by every tile.
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

TEST(VerifyOneTile, FindsTheMistakesThatAllTilesMake) {
  int found = 0;
  const auto check = [&](const Programs& wrong, const std::string& what) {
    ASSERT_EQ(check_form(wrong).has_value(), check_form(expanded(wrong)).has_value()) << what;
    if (!check_form(wrong)) return;
    const Status all = verify(expanded(wrong));
    const Status one = verify(wrong);
    ASSERT_EQ(all.has_value(), one.has_value()) << what;
    if (all) return;
    ++found;
    ASSERT_EQ(all.error().message, one.error().message) << what;
  };
  for_all_that_turn(5, [&](const Programs& sound, const std::string& what) {
    for (std::size_t rank = 0; rank < sound.programs.size(); ++rank)
      for (std::size_t lane = 0; lane < sound.programs[rank].lanes.size(); ++lane)
        for (std::size_t nth = 0; nth < sound.programs[rank].lanes[lane].code.size(); ++nth)
          for (const auto& make : mistakes()) {
            Programs wrong = sound;
            make(wrong, wrong.programs[rank].lanes[lane].code[nth]);
            check(wrong, what);
          }
  });
  EXPECT_GT(found, worth_sanitizing(5) ? 1'000 : 10);
}

}  // namespace
}  // namespace commlab

// The interpreter refuses what a GPU would refuse, by name, line and address, and instructions that it does
// not know.

#include "tests/ptx/ptx_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>

#include "tests/ptx/ptx_text.h"

namespace commlab::ptx {
namespace {

using testing::AllOf;
using testing::HasSubstr;

// The error of these statements in a kernel that may use four words.
std::string said_of(std::string_view statements) {
  alignas(16) std::array<std::uint32_t, 4> words{};
  const Status run = run_text(statements, words);
  return run ? "nothing" : run.error().message;
}

TEST(PtxRun, AnAccessMustLieOnABoundaryOfItsWidth) {
  EXPECT_EQ(said_of("ld.global.v4.u32 {%r1, %r2, %r3, %r4}, [%rd0];"), "nothing");
  EXPECT_THAT(said_of("ld.global.v2.u32 {%r1, %r2}, [%rd0+4];"),
              AllOf(testing::StartsWith("tried, line 11: ld.global.v2.u32 at 0x"),
                    testing::EndsWith("in thread 0 of block 0 is not on a boundary of 8 bytes")));
  EXPECT_THAT(said_of("add.s64 %rd1, %rd0, 1;\n st.global.u16 [%rd1], 7;"),
              AllOf(HasSubstr("line 12: st.global.u16"), HasSubstr("not on a boundary of 2 bytes")));
}

TEST(PtxRun, AnAccessMustLieWithinWhatIsAllowed) {
  EXPECT_EQ(said_of("st.global.u32 [%rd0+12], 7;"), "nothing");
  EXPECT_THAT(said_of("st.global.u32 [%rd0+16], 7;"), HasSubstr("is outside what it may write"));
  EXPECT_THAT(said_of("ld.global.u8 %r1, [%rd0+-1];"), HasSubstr("is outside what it may read"));
  EXPECT_THAT(said_of("mov.u64 %rd1, -8; ld.global.u64 %rd2, [%rd1];"), HasSubstr("0xfffffffffffffff8"));
  EXPECT_THAT(said_of("st.shared.u32 [of_block+4], 7;"), HasSubstr("is outside what it may write"));
}

TEST(PtxRun, WhatMayBeReadMayNotBeWritten) {
  const std::uint32_t word = 7;
  Memory memory;
  memory.allow(Access::reading, &word, 4);
  const auto address = reinterpret_cast<std::uint64_t>(&word);

  EXPECT_TRUE(memory.allows(Access::reading, address, 4));
  EXPECT_FALSE(memory.allows(Access::writing, address, 4));
  EXPECT_FALSE(memory.allows(Access::reading, address + 4, 1));
  EXPECT_FALSE(memory.allows(Access::reading, address + 1, 4));
}

TEST(PtxRun, WhatIsNotKnownIsNamed) {
  const auto said = [](std::string_view statements) {
    const auto program = program_of_text(statements);
    return program ? "nothing" : program.error().message;
  };
  EXPECT_EQ(said("fma.rn.f32 %f1, %f2, %f3, %f4;"), "tried, line 11: fma.rn.f32 is not known");
  EXPECT_EQ(said("@%p1 ld.global.v3.u32 {%r1, %r2, %r3}, [%rd0];"),
            "tried, line 11: ld.global.v3.u32 is not known");
  EXPECT_EQ(said("ld.local.u32 %r1, [%rd0];"), "tried, line 11: ld.local.u32 is not known");
  EXPECT_EQ(said("add.s32 %r1, %r2;"), "tried, line 11: add.s32 has 2 operands; expected 3");
  EXPECT_EQ(said("ld.global.v2.u32 %r1, [%rd0];"),
            "tried, line 11: ld.global.v2.u32 has not the operands that its form has");
  EXPECT_EQ(said("bra nowhere;"), "tried, line 11: bra goes to 'nowhere'; expected a label");
  EXPECT_EQ(said("bar.sync 1;"),
            "tried, line 11: bar.sync is not for all threads of a block; expected bar.sync 0");
  EXPECT_EQ(said("add.s32 %r1, %r2, %r99;"),
            "tried, line 11: add.s32 has the operand '%r99'; expected a register, a number or a variable");
  EXPECT_EQ(said("mov.u32;"), "tried, line 11: mov.u32 has 0 operands; expected 2");
  EXPECT_EQ(said("bra.far $here; $here:"), "tried, line 11: bra.far is not known");
  EXPECT_EQ(said("atom.global.add.f32 %f1, [%rd0], %f2;"),
            "tried, line 11: atom.global.add.f32 is not known");
  EXPECT_EQ(said("add.s32 5, %r1, %r2;"), "tried, line 11: add.s32 has a result that goes to no register");
  EXPECT_EQ(said("ld.global.u32 %tid.x, [%rd0];"),
            "tried, line 11: ld.global.u32 has a result that goes to no register");
  EXPECT_EQ(said("add.s32 %r1 %r2;"), "line 11: '%r2'; expected ';'");
  EXPECT_EQ(said("add.s32 %r1, 0z;"), "line 11: '0z'; expected a number");
  EXPECT_EQ(said(".local .b8 memory[4];"), "line 11: 'memory'; expected ';'");
}

TEST(PtxRun, NamesOfAnInnerScopeAreItsOwn) {
  std::array<std::uint32_t, 1> word{};
  ASSERT_TRUE(run_text(R"(mov.u32 %r1, 1;
    { .reg .b32 %r1; mov.u32 %r1, 2; { .reg .b32 inner; mov.u32 inner, %r1; mov.u32 %r2, inner; } }
    shl.b32 %r2, %r2, 4;
    add.s32 %r1, %r1, %r2;
    st.global.u32 [%rd0], %r1;)",
                       word));
  EXPECT_EQ(word[0], 0x21u);
}

// Each thread writes its number, in either order of threads; guards and branches skip the statements that
// they should.
TEST(PtxRun, EveryThreadOfTheGridRunsOnce) {
  for (const bool backwards : {false, true}) {
    std::array<std::uint32_t, 6> words{};
    ASSERT_TRUE(run_text(R"(mov.u32 %r1, %ctaid.x;
      mov.u32 %r2, %ntid.x;
      mul.lo.s32 %r3, %r1, %r2;
      mov.u32 %r4, %tid.x;
      add.s32 %r3, %r3, %r4;
      mul.wide.u32 %rd1, %r3, 4;
      add.s64 %rd1, %rd0, %rd1;
      setp.eq.s32 %p1, %r3, 4;
      @%p1 bra $skipped;
      @!%p1 add.s32 %r3, %r3, 100;
      ld.global.u32 %r5, [%rd1];
      add.s32 %r5, %r5, %r3;
      st.global.u32 [%rd1], %r5;
    $skipped:)",
                         words, {.blocks = 2, .threads = 3, .backwards = backwards}));
    EXPECT_EQ(words, (std::array<std::uint32_t, 6>{100, 101, 102, 103, 0, 105}));
  }
}

// After a barrier, each thread reads what all threads of the block wrote before it.
TEST(PtxRun, NobodyPassesABarrierBeforeAllAreThere) {
  for (const bool backwards : {false, true}) {
    std::array<std::uint32_t, 4> words{};
    ASSERT_TRUE(run_text(R"(mov.u32 %r1, of_block;
      mov.u32 %r2, %tid.x;
      setp.ne.s32 %p1, %r2, 3;
      @%p1 bra $others;
      st.shared.u32 [of_block], 10;
    $others:
      bar.sync 0;
      atom.shared.add.u32 %r3, [%r1], 1;
      bar.sync 0;
      ld.shared.u32 %r4, [of_block];
      mul.wide.u32 %rd1, %r2, 4;
      add.s64 %rd1, %rd0, %rd1;
      st.global.u32 [%rd1], %r4;)",
                         words, {.blocks = 1, .threads = 4, .backwards = backwards}));
    EXPECT_EQ(words, (std::array<std::uint32_t, 4>{14, 14, 14, 14}));
  }
}

}  // namespace
}  // namespace commlab::ptx

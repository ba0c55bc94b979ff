// Programs survive the conversion to bytes and back; any other bytes are refused.

#include "core/programs/programs_bytes.h"

#include <random>

#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "core/verify/verify.h"

namespace commlab {
namespace {

TEST(ProgramsBytes, EveryAlgorithmsProgramsComeBack) {
  for (const Algorithm* algorithm : algorithms())
    for (const int ranks : {1, 2, 3, 8})
      for (const bool in_place : {false, true}) {
        Collective c{.kind = algorithm->collective, .ranks = ranks, .count = 23, .root = ranks / 2};
        c.in_place = in_place;
        if (c.kind == CollectiveKind::p2p) c.from = ranks - 1, c.to = {0};
        if (!check(c) || !algorithm->supports(c)) continue;
        const auto programs = programs_for(*algorithm, c, {.channels = 2});
        if (!programs) continue;  // this algorithm cannot be cut into channels
        const std::vector<std::byte> bytes = to_bytes(*programs);

        const auto again = programs_from_bytes(bytes);

        ASSERT_TRUE(again) << algorithm->name << ": " << again.error().message;
        EXPECT_EQ(to_bytes(*again), bytes) << algorithm->name;
        EXPECT_EQ(again->collective, c);
        EXPECT_TRUE(verify(*again)) << algorithm->name;
      }
}

std::vector<std::byte> bytes_of_a_ring() {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 4, .count = 100};
  return to_bytes(expanded(programs_for(**find_algorithm(c.kind, "ring"), c).value()));
}

TEST(ProgramsBytes, TooFewOrTooManyAreRefused) {
  std::vector<std::byte> bytes = bytes_of_a_ring();
  for (std::size_t size = 0; size < bytes.size(); ++size)
    ASSERT_FALSE(programs_from_bytes(std::span(bytes).first(size))) << size;
  bytes.push_back({});
  const auto refused = programs_from_bytes(bytes);
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("are not programs"), std::string::npos);
}

// Whatever is still accepted has valid values only: walking through all of it is safe.
TEST(ProgramsBytes, FlippedBitsDoNoHarm) {
  const std::vector<std::byte> whole = bytes_of_a_ring();
  std::mt19937 lots(1);
  int refused = 0;
  for (int trial = 0; trial < 3000; ++trial) {
    std::vector<std::byte> bytes = whole;
    for (int flips = 0; flips < 1 + trial % 4; ++flips)
      bytes[lots() % bytes.size()] ^= std::byte(1u << (lots() % 8));
    const auto programs = programs_from_bytes(bytes);
    if (!programs) {
      ++refused;
      continue;
    }
    for (const Program& program : programs->programs)
      for (const Lane& lane : program.lanes)
        for (const Instruction& i : lane.code) {
          EXPECT_FALSE(name_of(i.op).empty());
          EXPECT_LE(program.depends_on(i).size(), program.dependencies.size());
        }
  }
  EXPECT_GT(refused, 100);
}

}  // namespace
}  // namespace commlab

// Programs that another process sent: whatever the bytes are, nothing leaves its buffers.

#include "gpu/net/group/received_programs.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/native.h"
#include "core/programs/programs_bytes.h"
#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/executor.h"
#include "gpu/host/host_device.h"
#include "gpu/net/lines/line_name.h"

namespace commlab {
namespace {

using testing::HasSubstr;

constexpr int four_ranks = 4;

Programs ring_of_four(std::int64_t count = 103) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = four_ranks, .count = count};
  return expanded(programs_for(**find_algorithm(c.kind, "ring"), c).value());
}

Error refusal_of(const Programs& programs, Received use = Received::probe) {
  const auto received = received_programs(to_bytes(programs), four_ranks, use);
  return received ? Error{"accepted"} : received.error();
}

// The first lane's instruction of this number.
Instruction& instruction(Programs& programs, int number = 0) {
  return programs.programs[0].lanes[0].code[number];
}

TEST(ReceivedPrograms, ThatAreSoundAreAccepted) {
  int accepted = 0;
  for (const Algorithm* algorithm : algorithms()) {
    const Collective c{.kind = algorithm->collective, .ranks = four_ranks, .count = 103, .to = {1}};
    const auto programs = programs_for(*algorithm, c);
    if (!programs || !programs->groups.empty()) continue;
    EXPECT_EQ(refusal_of(*programs, Received::proved).message, "accepted") << algorithm->name;
    EXPECT_EQ(refusal_of(*programs, Received::probe).message, "accepted") << algorithm->name;
    ++accepted;
  }
  EXPECT_GT(accepted, 20);
}

// Each of these was executed when it came as a probe, or under the name "native".
TEST(ReceivedPrograms, ThatWouldLeaveTheirBuffersAreRefused) {
  const std::vector<std::pair<std::function<void(Programs&)>, const char*>> attacks = {
      {[](Programs& p) { instruction(p).source.block = 1'000'000; }, "block 1000000; there are blocks 0..3"},
      {[](Programs& p) { instruction(p).source.block = -1; }, "block -1; there are blocks 0..3"},
      {[](Programs& p) { instruction(p).part = 7; }, "names part 7; blocks have parts 0..0"},
      {[](Programs& p) { instruction(p).part = -1; }, "names part -1"},
      {[](Programs& p) { instruction(p).blocks = 2'000'000'000; }, "takes 2000000000 blocks; there are 4"},
      {[](Programs& p) { instruction(p).blocks = 0; }, "takes 0 blocks; there are 4"},
      {[](Programs& p) {
         instruction(p).blocks = 4;
         instruction(p).spacing = {1, INT32_MAX};
       },
       "takes 4 blocks in runs of 1, 2147483647 apart"},
      {[](Programs& p) { instruction(p).source.buffer = Buffer::scratch; }, "scratch has 0 blocks"},
      {[](Programs& p) { instruction(p, 1).target.buffer = Buffer::input; }, "writes the input"},
      {[](Programs& p) { p.programs[0].lanes[0].send_peer = 9; }, "sends to rank 9"},
      {[](Programs& p) { p.programs[0].lanes[0].send_peer = 0; }, "sends to rank 0"},
      {[](Programs& p) { p.programs[0].lanes[0].recv_peer = -7; }, "receives from rank -7"},
      {[](Programs& p) { p.programs[0].lanes[0].send_peer = no_peer; }, "no rank to send to"},
      {[](Programs& p) { p.programs[0].lanes[0].channel = most_channels; }, "a lane has channel 1024"},
      {[](Programs& p) { p.programs[0].lanes[0].channel = -1; }, "a lane has channel -1"},
      {[](Programs& p) { p.programs[0].lanes[0].group = 5; }, "is of group 5"},
      {[](Programs& p) {
         p.programs[0].dependencies = {{.lane = 99, .index = 0}};
         instruction(p).dependencies = 1;
       },
       "waits for instruction 0 of lane 99"},
      {[](Programs& p) {
         p.programs[0].dependencies = {{.lane = 0, .index = -3}};
         instruction(p).dependencies = 1;
       },
       "waits for instruction -3 of lane 0"},
      {[](Programs& p) { p.programs.pop_back(); }, "3 programs for 4 ranks"},
      {[](Programs& p) { p.programs.clear(); }, "0 programs for 4 ranks"},
      {[](Programs& p) { p.collective.ranks = 5; }, "for 5 ranks; this group has 4"},
      {[](Programs& p) { p.collective.ranks = INT32_MAX; }, "for 2147483647 ranks; this group has 4"},
      {[](Programs& p) { p.collective.count = INT64_MAX; }, "overflows 63 bits"},
      {[](Programs& p) { p.collective.count = -1; }, "count is -1"},
      {[](Programs& p) { p.collective.count = std::int64_t{1} << 50; }, "at most"},
      {[](Programs& p) { p.partition.elements = 1'000'000; },
       "have 1000000 elements together; the all_reduce has 103"},
      {[](Programs& p) { p.partition.parts = INT32_MAX; }, "at most 8388608 chunks"},
      {[](Programs& p) { p.partition.blocks = INT32_MAX; }, "at most 8388608 chunks"},
      {[](Programs& p) { p.slots = INT32_MAX; }, "2147483647 slots; expected 1 to"},
      {[](Programs& p) { instruction(p).step = INT32_MAX; }, "step 2147483647"},
      {[](Programs& p) { instruction(p).step = -1; }, "step -1"},
      {[](Programs& p) { instruction(p).phase = 200; }, "phase 200"},
      {[](Programs& p) {
         p.groups = {{0, 1}};
       },
       "processes do not share memory"},
      {[](Programs& p) {
         p.order = {0, 1, 2, 3};
         p.positions = {1, 0, 2, 3};
       },
       "the positions disagree"},
      {[](Programs& p) {
         p.order = {3, 2, 1, 0};
       },
       "expected all 4 or none"},
      // Blocks of 25 and 26 elements: the copy would run over the end of the shorter one.
      {[](Programs& p) {
         instruction(p, 1) = {.op = Opcode::copy, .source = {.block = 1}, .target = {.block = 0}};
       },
       "takes 26 elements of block 1 onto 25 elements of block 0"},
  };
  for (const auto& [attack, why] : attacks) {
    Programs programs = ring_of_four();
    attack(programs);
    EXPECT_THAT(refusal_of(programs).message, HasSubstr(why));
    programs.algorithm = "native";
    EXPECT_NE(refusal_of(programs, Received::proved_or_native).message, "accepted") << why;
  }
}

// Position 2 xor 1 is 3, and there are three ranks.
TEST(ReceivedPrograms, WhosePeersAreBeyondTheRanksAreRefused) {
  Collective c{.kind = CollectiveKind::all_reduce, .ranks = 3, .count = 3};
  Programs programs;
  programs.collective = c;
  programs.partition = {.elements = 3, .blocks = 3};
  programs.frame = Frame::flip;
  programs.order = programs.positions = {0, 1, 2};
  Lane lane{.send_peer = 1, .recv_peer = 1};
  programs.programs = {Program{.lanes = {lane}, .dependencies = {}}};

  const auto received = received_programs(to_bytes(programs), 3, Received::probe);

  ASSERT_FALSE(received);
  EXPECT_THAT(received.error().message, HasSubstr("it must be another of the ranks 0..2"));
}

TEST(ReceivedPrograms, OfALibraryHaveNoInstructions) {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = four_ranks, .count = 103};
  EXPECT_EQ(refusal_of(native_programs(c), Received::proved_or_native).message, "accepted");
  EXPECT_THAT(refusal_of(native_programs(c), Received::proved).message, HasSubstr("no library runs them"));

  Programs armed = ring_of_four();
  armed.algorithm = "native";
  EXPECT_THAT(refusal_of(armed, Received::proved_or_native).message,
              HasSubstr("and have instructions; expected none"));
}

TEST(ReceivedPrograms, ThatBreakTheirPromiseAreRefusedUnlessTheyAreAProbe) {
  Programs programs = ring_of_four();
  instruction(programs, 1).op = Opcode::recv;

  EXPECT_NE(refusal_of(programs, Received::proved).message, "accepted");
  EXPECT_EQ(refusal_of(programs, Received::probe).message, "accepted");
}

// Random changes of sound bytes: what is accepted runs, and the address sanitizer watches where it writes.
TEST(ReceivedPrograms, OfAnyBytesRunWithinTheirBuffersOrAreRefused) {
  std::mt19937 random(1);
  const std::vector<std::byte> sound = to_bytes(ring_of_four(7));
  int accepted = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> bytes = sound;
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes) {
      const bool small = random() % 2 == 0;  // small numbers are more often sound
      bytes[random() % bytes.size()] = std::byte(small ? random() % 5 : random());
    }
    if (round % 16 == 0) bytes.resize(random() % bytes.size());
    const auto programs = received_programs(bytes, four_ranks, Received::probe);
    if (!programs) {
      EXPECT_FALSE(programs.error().message.empty());
      continue;
    }
    ++accepted;
    auto order = issue_order(*programs);
    if (!order || accepted % 16 != 0) continue;
    HostDevice device;
    auto executor = Executor::prepare(*programs, std::move(*order), device);
    if (!executor) continue;
    ASSERT_TRUE(executor->fill(DataPattern::index));
    (void)executor->run_once(std::chrono::seconds(5));
  }
  EXPECT_GT(accepted, 200);
}

}  // namespace
}  // namespace commlab

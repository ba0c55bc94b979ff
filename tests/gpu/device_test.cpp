// Truths about every device, on which the executor relies: streams run in order, events order streams, gates
// hold, and nothing hangs.

#include "gpu/device.h"

#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/collective/combine.h"
#include "core/collective/reference.h"
#include "tests/gpu/devices.h"
#include "tests/patience.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

class DeviceTruths : public testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (const std::string lacking = what_is_lacking(GetParam()); !lacking.empty()) GTEST_SKIP() << lacking;
    owned_ = make_device(GetParam());
  }
  Device& device() { return *owned_; }
  void drop_device() { owned_.reset(); }

  std::byte* filled(std::int64_t bytes, int value) {
    std::byte* memory = device().allocate(0, {bytes}).value();
    device().upload(memory, std::vector<std::byte>(static_cast<std::size_t>(bytes), std::byte(value)));
    return memory;
  }
  std::vector<std::byte> contents(const std::byte* memory, std::int64_t bytes) {
    std::vector<std::byte> found(static_cast<std::size_t>(bytes));
    device().download(found, memory);
    return found;
  }

 private:
  std::unique_ptr<Device> owned_;
};

TEST_P(DeviceTruths, CommandsOfOneStreamRunInOrder) {
  const Stream stream = device().add_stream(0).value();
  std::byte* a = filled(1, 1);
  std::byte* b = filled(1, 2);
  std::byte* c = filled(1, 3);

  device().copy(stream, b, a, 1);
  device().copy(stream, c, b, 1);

  ASSERT_TRUE(device().finish(soon()));
  EXPECT_EQ(contents(c, 1)[0], std::byte{1});
}

// The waiting stream may run at once, so only the event can hold it until the copy is done.
TEST_P(DeviceTruths, AWaitHoldsItsStreamUntilTheRecordBeforeIt) {
  const Stream writer = device().add_stream(0).value();
  const Stream reader = device().add_stream(0).value();  // on the same GPU, because their stamps are compared
  const Event gate = device().add_event();
  const Event written = device().add_event();
  constexpr std::int64_t bytes = 1 << 20;
  std::byte* source = filled(bytes, 7);
  std::byte* middle = filled(bytes, 0);
  std::byte* target = filled(bytes, 0);
  HostTime recorded = 0;
  HostTime woke = 0;

  device().shut(gate);
  device().wait(writer, gate);
  device().copy(writer, middle, source, bytes);
  device().stamp(writer, &recorded);
  device().record(writer, written);
  device().wait(reader, written);
  device().stamp(reader, &woke);
  device().copy(reader, target, middle, bytes);
  const HostTime opened = device().open(gate);

  ASSERT_TRUE(device().finish(soon()));
  EXPECT_LE(opened, recorded);
  EXPECT_LE(recorded, woke);
  EXPECT_EQ(contents(target, bytes), contents(source, bytes));
}

// As with CUDA: a wait is for the last record enqueued before it, not for later records.
TEST_P(DeviceTruths, AWaitDoesNotSeeLaterRecords) {
  const Stream first = device().add_stream(0).value();
  const Stream second = device().add_stream(1).value();
  const Event gate = device().add_event();
  const Event event = device().add_event();

  device().wait(second, event);  // nothing is recorded yet, so it does not wait
  device().record(first, event);
  device().wait(second, event);
  device().shut(gate);
  device().wait(first, gate);
  device().record(first, event);

  EXPECT_FALSE(device().finish(in(50ms)));  // the gate holds only `first`
  HostTime passed = 0;
  device().stamp(second, &passed);
  const Event here = device().add_event();
  device().record(second, here);
  device().wait_on_host(here);
  EXPECT_GT(passed, 0);
  device().open(gate);
  EXPECT_TRUE(device().finish(soon()));
}

// Many more streams than cores, each waiting for its neighbour: a chain of blocking waits.
TEST_P(DeviceTruths, AChainOverAHundredStreamsKeepsItsOrder) {
  constexpr std::size_t streams = 100;
  std::vector<Event> done;
  std::array<HostTime, streams> at{};
  const Event gate = device().add_event();
  device().shut(gate);
  for (std::size_t i = 0; i < streams; ++i) {
    const Stream stream = device().add_stream(0).value();  // the clocks of two GPUs differ a little
    device().wait(stream, i == 0 ? gate : done.back());
    device().stamp(stream, &at[i]);
    done.push_back(device().add_event());
    device().record(stream, done.back());
  }

  device().open(gate);

  ASSERT_TRUE(device().finish(soon()));
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
  EXPECT_GT(at[0], 0);
}

TEST_P(DeviceTruths, CombinesAsTheReferenceDoes) {
  const Stream stream = device().add_stream(0).value();
  const std::array<float, 3> with = {1, 2, 3};
  const std::array<float, 3> incoming = {10, 20, 30};
  constexpr std::int64_t bytes = 12;
  std::byte* left = filled(bytes, 0);
  std::byte* right = filled(bytes, 0);
  std::byte* target = filled(bytes, 0);
  device().upload(left, std::as_bytes(std::span(with)));
  device().upload(right, std::as_bytes(std::span(incoming)));

  device().combine(stream, DataType::float32, ReduceOp::sum, target, left, right, 3);

  ASSERT_TRUE(device().finish(soon()));
  std::array<float, 3> found = {};
  device().download(std::as_writable_bytes(std::span(found)), target);
  EXPECT_EQ(found, (std::array<float, 3>{11, 22, 33}));
}

// Values by every rule, of one rank and of all ranks, in every type and by every operation: the same as the
// host writes, and a single wrong one is found.
TEST_P(DeviceTruths, WritesAndFindsKnownValuesAsTheReferenceDoes) {
  constexpr int ranks = 5;
  constexpr std::int64_t elements = 300;
  constexpr std::int64_t wrong = 251;
  std::byte* const memory = filled(elements * 8, 0);
  for (const DataType type : all_data_types)
    for (const ReduceOp op : all_reduce_ops)
      for (const DataPattern data : {DataPattern::ones, DataPattern::ranks, DataPattern::index}) {
        SCOPED_TRACE(fmt::format("{} {} {}", name_of(type), name_of(op), name_of(data)));
        const Collective c{.ranks = ranks, .count = elements + 7, .dtype = type, .op = op};
        const Partition whole{.elements = c.count};
        const auto bytes = static_cast<std::size_t>(elements * size_of(type));
        const KnownValues input = input_values(c, whole, data, 3).from(7);
        const KnownValues output = promised(c, whole, data, 0)[0].values.from(7);
        Memory expected(bytes);

        write_values(type, op, expected, input);
        device().write(0, {memory, bytes}, type, op, input);
        EXPECT_EQ(contents(memory, std::ssize(expected)), expected);

        write_values(type, op, expected, output);
        device().upload(memory, expected);
        const PromisedMemory part{.rank = 0, .memory = {memory, bytes}, .values = output};
        EXPECT_FALSE(device().compare({&part, 1}, type, op, 0).wrong);
        expected[static_cast<std::size_t>(wrong * size_of(type))] ^= std::byte{1};  // the next number
        device().upload(memory, expected);
        const Deviations found = device().compare({&part, 1}, type, op, 0);
        ASSERT_TRUE(found.wrong);
        EXPECT_EQ(found.wrong->element, wrong);
        EXPECT_EQ(element(type, found.wrong->found.data(), 0), element(type, expected.data(), wrong));
        EXPECT_FALSE(found.rounded);
      }
}

// The first part that differs is told, in whatever order the parts come.
TEST_P(DeviceTruths, TellsTheFirstPartThatDiffers) {
  const Collective c{.kind = CollectiveKind::all_gather, .ranks = 3, .count = 40, .dtype = DataType::int32};
  const Partition thirds{.elements = 120, .blocks = 3};
  std::byte* const memory = filled(480, 0xEE);
  const auto part = [&](Rank whose, std::int64_t first) {
    return PromisedMemory{.rank = 0,
                          .memory = {memory + first * 4, 160},
                          .values = input_values(c, thirds, DataPattern::index, whose)};
  };
  for (const auto& order : {std::array{0, 1, 2}, std::array{2, 1, 0}, std::array{1, 2, 0}}) {
    const std::array parts = {part(order[0], 0), part(order[1], 40), part(order[2], 80)};
    for (std::size_t right = 0; right <= 3; ++right) {
      for (std::size_t i = 0; i < 3; ++i)
        if (i < right)
          device().write(0, {memory + i * 160, 160}, c.dtype, c.op, parts[i].values);
        else
          device().set(0, {memory + i * 160, 160}, std::byte{0xEE});

      const auto& wrong = device().compare(parts, c.dtype, c.op, 0).wrong;

      ASSERT_EQ(wrong.has_value(), right < 3);
      if (!wrong) continue;
      EXPECT_EQ(wrong->part, right);
      EXPECT_EQ(wrong->element, 0);
    }
  }
}

TEST_P(DeviceTruths, ToleratesAsMuchRoundingAsItMay) {
  const Collective c{.ranks = 4, .count = 100};
  std::byte* const memory = filled(400, 0);
  const KnownValues values = promised(c, {.elements = 100}, DataPattern::ranks, 0)[0].values;
  const PromisedMemory part{.rank = 0, .memory = {memory, 400}, .values = values};
  Memory almost(400);
  write_values(c.dtype, c.op, almost, values);  // 10 each
  set_element(c.dtype, almost.data(), 17, 10 + 0x1p-18);
  set_element(c.dtype, almost.data(), 30, 10 - 0x1p-18);
  device().upload(memory, almost);

  const Deviations within = device().compare({&part, 1}, c.dtype, c.op, 0x1p-21);
  EXPECT_FALSE(within.wrong);
  EXPECT_TRUE(within.rounded);
  const Deviations beyond = device().compare({&part, 1}, c.dtype, c.op, 0x1p-22);
  ASSERT_TRUE(beyond.wrong);
  EXPECT_EQ(beyond.wrong->element, 17);
}

TEST_P(DeviceTruths, AbandoningReleasesWhoWaitsAndDropsTheRest) {
  const Stream stream = device().add_stream(0).value();
  const Event never = device().add_event();
  std::byte* source = filled(1, 1);
  std::byte* target = filled(1, 0);
  device().shut(never);
  device().wait(stream, never);
  device().copy(stream, target, source, 1);

  EXPECT_FALSE(device().finish(in(20ms)));
  device().abandon();

  EXPECT_TRUE(device().finish(soon()));
  EXPECT_EQ(contents(target, 1)[0], std::byte{0});
}

TEST_P(DeviceTruths, EndsEvenWhileAStreamWaits) {
  const Stream stream = device().add_stream(0).value();
  const Event never = device().add_event();
  device().shut(never);
  device().wait(stream, never);
  drop_device();  // returns although the gate is shut
}

TEST_P(DeviceTruths, MemoryIsAlignedAndItsLackIsAnError) {
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device().allocate(0, {3}).value()) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device().allocate(0, MiB(5)).value()) % 64, 0u);
  EXPECT_NE(device().allocate(0, {0}).value(), nullptr);
  EXPECT_GT(device().available_memory(), MiB(1));
}

INSTANTIATE_TEST_SUITE_P(Devices, DeviceTruths, testing::Values("host", "cuda"),
                         [](const auto& info) { return info.param; });

}  // namespace
}  // namespace commlab

// Streams run in order, events order streams, gates hold, and nothing hangs: truths that
// the executor builds on.

#include "gpu/host_device.h"

#include <gtest/gtest.h>

#include <array>
#include <cstring>

using namespace std::chrono_literals;

namespace commlab {
namespace {

auto soon() { return std::chrono::steady_clock::now() + 30s; }

std::byte* filled(HostDevice& device, std::int64_t bytes, int value) {
  std::byte* memory = device.allocate(0, {bytes}).value();
  std::memset(memory, value, static_cast<std::size_t>(bytes));
  return memory;
}

TEST(HostDevice, CommandsOfOneStreamRunInOrder) {
  HostDevice device;
  const Stream stream = device.add_stream(0).value();
  std::byte* a = filled(device, 1, 1);
  std::byte* b = filled(device, 1, 2);
  std::byte* c = filled(device, 1, 3);

  device.copy(stream, b, a, 1);
  device.copy(stream, c, b, 1);

  ASSERT_TRUE(device.finish(soon()));
  EXPECT_EQ(*c, std::byte{1});
}

// The waiting stream is given its commands first, so that only the event can order them.
TEST(HostDevice, AWaitHoldsItsStreamUntilTheRecordBeforeIt) {
  HostDevice device;
  const Stream writer = device.add_stream(0).value();
  const Stream reader = device.add_stream(1).value();
  const Event gate = device.add_event();
  const Event written = device.add_event();
  constexpr std::int64_t bytes = 1 << 20;
  std::byte* source = filled(device, bytes, 7);
  std::byte* middle = filled(device, bytes, 0);
  std::byte* target = filled(device, bytes, 0);
  HostTime recorded = 0;
  HostTime woke = 0;

  device.shut(gate);
  device.wait(writer, gate);
  device.copy(writer, middle, source, bytes);
  device.stamp(writer, &recorded);
  device.record(writer, written);
  device.wait(reader, written);
  device.stamp(reader, &woke);
  device.copy(reader, target, middle, bytes);
  const HostTime opened = device.open(gate);

  ASSERT_TRUE(device.finish(soon()));
  EXPECT_LE(opened, recorded);
  EXPECT_LE(recorded, woke);
  EXPECT_EQ(std::memcmp(target, source, static_cast<std::size_t>(bytes)), 0);
}

// As with CUDA: a wait is for the last record enqueued before it, none later.
TEST(HostDevice, AWaitDoesNotSeeLaterRecords) {
  HostDevice device;
  const Stream first = device.add_stream(0).value();
  const Stream second = device.add_stream(1).value();
  const Event gate = device.add_event();
  const Event event = device.add_event();

  device.wait(second, event);  // nothing recorded yet: no wait
  device.record(first, event);
  device.wait(second, event);
  device.shut(gate);
  device.wait(first, gate);
  device.record(first, event);

  EXPECT_FALSE(device.finish(std::chrono::steady_clock::now() + 50ms));  // the gate is shut for `first` alone
  HostTime passed = 0;
  device.stamp(second, &passed);
  const Event here = device.add_event();
  device.record(second, here);
  device.wait_on_host(here);
  EXPECT_GT(passed, 0);
  device.open(gate);
  EXPECT_TRUE(device.finish(soon()));
}

// Many more streams than cores, each waiting for its neighbour: a ring of blocking waits.
TEST(HostDevice, AChainOverAHundredStreamsKeepsItsOrder) {
  constexpr std::size_t streams = 100;
  HostDevice device;
  std::vector<Event> done;
  std::array<HostTime, streams> at{};
  const Event gate = device.add_event();
  device.shut(gate);
  for (std::size_t i = 0; i < streams; ++i) {
    const Stream stream = device.add_stream(static_cast<Rank>(i)).value();
    device.wait(stream, i == 0 ? gate : done.back());
    device.stamp(stream, &at[i]);
    done.push_back(device.add_event());
    device.record(stream, done.back());
  }

  device.open(gate);

  ASSERT_TRUE(device.finish(soon()));
  EXPECT_TRUE(std::is_sorted(at.begin(), at.end()));
  EXPECT_GT(at[0], 0);
}

TEST(HostDevice, CombinesAsTheReferenceDoes) {
  HostDevice device;
  const Stream stream = device.add_stream(0).value();
  std::array<float, 3> with = {1, 2, 3};
  std::array<float, 3> incoming = {10, 20, 30};
  std::array<float, 3> target = {};

  device.combine(stream, DataType::float32, ReduceOp::sum, reinterpret_cast<std::byte*>(target.data()),
                 reinterpret_cast<const std::byte*>(with.data()),
                 reinterpret_cast<const std::byte*>(incoming.data()), 3);

  ASSERT_TRUE(device.finish(soon()));
  EXPECT_EQ(target, (std::array<float, 3>{11, 22, 33}));
}

TEST(HostDevice, AbandoningReleasesWhoWaitsAndDropsTheRest) {
  HostDevice device;
  const Stream stream = device.add_stream(0).value();
  const Event never = device.add_event();
  std::byte* source = filled(device, 1, 1);
  std::byte* target = filled(device, 1, 0);
  device.shut(never);
  device.wait(stream, never);
  device.copy(stream, target, source, 1);

  EXPECT_FALSE(device.finish(std::chrono::steady_clock::now() + 20ms));
  device.abandon();

  EXPECT_TRUE(device.finish(soon()));
  EXPECT_EQ(*target, std::byte{0});
}

TEST(HostDevice, EndsEvenWhileAStreamWaits) {
  HostDevice device;
  const Stream stream = device.add_stream(0).value();
  const Event never = device.add_event();
  device.shut(never);
  device.wait(stream, never);
}  // the destructor returns

TEST(HostDevice, MemoryIsAlignedAndItsLackIsAnError) {
  HostDevice device;
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device.allocate(0, {3}).value()) % 64, 0u);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(device.allocate(0, MiB(5)).value()) % 64, 0u);
  EXPECT_NE(device.allocate(0, {0}).value(), nullptr);
  EXPECT_GT(device.available_memory(), MiB(1));
}

}  // namespace
}  // namespace commlab

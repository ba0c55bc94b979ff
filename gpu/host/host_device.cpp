#include "gpu/host/host_device.h"

#include <sys/mman.h>

#include <algorithm>
#include <cstring>
#include <system_error>

#include "core/base/index.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_comparison.h"
#include "gpu/host/host_memory.h"
#include "gpu/host/host_processors.h"
#include "gpu/host/pause.h"
#include "gpu/rounded_up.h"

namespace commlab {
namespace {

constexpr std::int64_t huge_page = std::int64_t{2} << 20;

// Work on much memory looks in between whether a stop is asked for. A multiple of every type's size.
constexpr std::size_t bytes_between_looks = std::size_t{16} << 20;

// work(piece, offset) for one piece after the other.
template <class Work>
void in_pieces(std::span<std::byte> memory, const std::stop_token& stop, const Work& work) {
  for (std::size_t done = 0; done < memory.size() && !stop.stop_requested(); done += bytes_between_looks)
    work(memory.subspan(done, std::min(bytes_between_looks, memory.size() - done)), done);
}

}  // namespace

HostDevice::~HostDevice() { abandon(); }

Bytes HostDevice::available_memory() const { return available_host_memory(); }

// Large allocations use huge pages, because with small pages copy rates depend on which pages the system
// happens to give.
Result<std::byte*> HostDevice::allocate(Rank, Bytes bytes) {
  const std::int64_t alignment = bytes.count < huge_page ? cache_line : huge_page;
  const auto size = index(rounded_up(std::max<std::int64_t>(bytes.count, 1), alignment));
  auto* memory = static_cast<std::byte*>(std::aligned_alloc(alignment, size));
  if (memory == nullptr) return fail(Fault::runtime, "out of memory: cannot allocate {}", to_human(bytes));
  if (alignment == huge_page)
    madvise(memory, size, MADV_HUGEPAGE);  // only advice: without it, copies are slower
  memory_.emplace_back(memory);
  return memory;
}

Result<Stream> HostDevice::add_stream(Rank rank) {
  try {
    streams_.push_back(std::make_unique<HostStream>(busy_, abandoned_, processor_of(rank, processors_)));
  } catch (const std::system_error& error) {
    return fail(Fault::runtime, "cannot start a thread for a lane of rank {} after {} threads: {}", rank,
                streams_.size(), error.code().message());
  }
  return Stream{static_cast<int>(streams_.size()) - 1};
}

Event HostDevice::add_event() {
  events_.emplace_back();
  return {static_cast<int>(events_.size()) - 1};
}

void HostDevice::upload(std::byte* target, std::span<const std::byte> source) {
  if (!source.empty()) std::memcpy(target, source.data(), source.size());
}

void HostDevice::set(Rank, std::span<std::byte> memory, std::byte value) {
  in_pieces(memory, stop_, [&](std::span<std::byte> piece, std::size_t) { std::ranges::fill(piece, value); });
}

void HostDevice::write(Rank, std::span<std::byte> memory, DataType type, ReduceOp op,
                       const KnownValues& values) {
  in_pieces(memory, stop_, [&](std::span<std::byte> piece, std::size_t offset) {
    write_values(type, op, piece, values.from(static_cast<std::int64_t>(offset) / size_of(type)));
  });
}

Deviations HostDevice::compare(std::span<const PromisedMemory> parts, DataType type, ReduceOp op,
                               double slack) {
  return compare_on_host(parts, type, op, slack, stop_);
}

void HostDevice::download(std::span<std::byte> target, const std::byte* source) {
  if (!target.empty()) std::memcpy(target.data(), source, target.size());
}

void HostDevice::record(Stream stream, Event event) {
  at(stream).enqueue(host_command::Record{&at(event), at(event).promise()});
}

void HostDevice::wait(Stream stream, Event event) {
  at(stream).enqueue(host_command::Wait{&at(event), at(event).promised()});
}

void HostDevice::copy(Stream stream, std::byte* target, const std::byte* source, std::int64_t bytes) {
  at(stream).enqueue(host_command::Copy{target, source, bytes});
}

void HostDevice::combine(Stream stream, DataType type, ReduceOp op, std::byte* target, const std::byte* with,
                         const std::byte* incoming, std::int64_t elements) {
  at(stream).enqueue(host_command::Combine{type, op, target, with, incoming, elements});
}

void HostDevice::scale_input(Stream stream, const Collective& collective, std::span<std::byte> memory) {
  at(stream).enqueue(host_command::ScaleInput{&collective, memory});
}

void HostDevice::scale_output(Stream stream, const Collective& collective, std::span<std::byte> memory) {
  at(stream).enqueue(host_command::ScaleOutput{&collective, memory});
}

void HostDevice::pause(Stream stream, Time time) {
  call(stream, [this, time] { pause_for(time, [this] { return is_abandoned(); }); });
}

void HostDevice::stamp(Stream stream, HostTime* time) { at(stream).enqueue(host_command::Stamp{time}); }

void HostDevice::call(Stream stream, std::function<void()> function) {
  at(stream).enqueue(host_command::Call{std::move(function)});
}

void HostDevice::shut(Event gate) { at(gate).promise(); }

HostTime HostDevice::open(Event gate) {
  const HostTime now = host_now();
  at(gate).done(at(gate).promised());
  return now;
}

void HostDevice::wait_on_host(Event event) { at(event).wait(at(event).promised()); }

bool HostDevice::finish(std::chrono::steady_clock::time_point deadline) {
  return busy_.wait_until_idle(deadline);
}

void HostDevice::abandon() {
  abandoned_ = true;
  for (HostEvent& event : events_) event.abandon();
  busy_.wait_until_idle();
}

}  // namespace commlab

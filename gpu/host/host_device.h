#pragma once
// The host as a device: each stream is a thread, and waiting for an event blocks this thread.

#include <atomic>
#include <cassert>
#include <cstdlib>
#include <deque>
#include <functional>
#include <memory>
#include <stop_token>
#include <utility>
#include <vector>

#include "gpu/device.h"
#include "gpu/host/host_event.h"
#include "gpu/host/host_processors.h"
#include "gpu/host/host_stream.h"

namespace commlab {

class HostDevice : public Device {
 public:
  // Rank r works on the (r mod n)-th of n processors. Once a stop is asked for, set(), write() and compare()
  // leave the rest of their work undone. REQUIRES: at least one processor.
  explicit HostDevice(std::vector<int> processors = allowed_processors(), std::stop_token stop = {})
      : processors_(std::move(processors)), stop_(std::move(stop)) {
    assert(!processors_.empty());
  }
  ~HostDevice() override;

  Bytes available_memory() const override;
  Result<std::byte*> allocate(Rank rank, Bytes bytes) override;
  Result<Stream> add_stream(Rank rank) override;
  Event add_event() override;

  void upload(std::byte* target, std::span<const std::byte> source) override;
  void download(std::span<std::byte> target, const std::byte* source) override;
  void set(Rank rank, std::span<std::byte> memory, std::byte value) override;
  void write(Rank rank, std::span<std::byte> memory, DataType, ReduceOp, const KnownValues&) override;
  Deviations compare(std::span<const PromisedMemory>, DataType, ReduceOp, double slack) override;

  void record(Stream, Event) override;
  void wait(Stream, Event) override;
  void copy(Stream, std::byte* target, const std::byte* source, std::int64_t bytes) override;
  void combine(Stream, DataType, ReduceOp, std::byte* target, const std::byte* with,
               const std::byte* incoming, std::int64_t elements) override;
  void scale_input(Stream, const Collective&, std::span<std::byte> memory) override;
  void scale_output(Stream, const Collective&, std::span<std::byte> memory) override;
  void pause(Stream, Time) override;
  void stamp(Stream, HostTime* at) override;

  // Calls a function when the stream reaches it. The function must not block longer than until the device is
  // abandoned.
  void call(Stream, std::function<void()>);
  bool is_abandoned() const { return abandoned_.load(std::memory_order_relaxed); }
  // A record of an event that any thread may make once. Promises of one event must be kept in the order in
  // which they were made.
  struct Promise {
    HostEvent* event;
    std::uint32_t number;
    void keep() const { event->done(number); }
  };
  Promise promise(Event event) { return {&at(event), at(event).promise()}; }

  void shut(Event) override;
  HostTime open(Event) override;
  void wait_on_host(Event) override;
  bool finish(std::chrono::steady_clock::time_point deadline) override;
  void abandon() override;

 private:
  struct Free {
    void operator()(void* memory) const { std::free(memory); }
  };
  HostEvent& at(Event event) { return events_[event.id]; }
  HostStream& at(Stream stream) { return *streams_[stream.id]; }

  // The order matters: threads end before what they use is destroyed.
  std::vector<std::unique_ptr<std::byte, Free>> memory_;
  std::deque<HostEvent> events_;  // never move
  std::atomic<bool> abandoned_ = false;
  BusyCount busy_;
  std::vector<int> processors_;
  std::stop_token stop_;
  std::vector<std::unique_ptr<HostStream>> streams_;
};

}  // namespace commlab

#pragma once
// What an executor needs from the hardware: memory, streams of commands that run in order, events with which
// one stream waits for another, and a few commands on memory.
//
//   stream 0   copy ─ record(e)                The commands of one stream run in order. Streams
//                          │                   run side by side. wait(e) holds a stream until the
//   stream 1      wait(e) ─┴─ combine          last record(e) that was enqueued before it is done.
//
// Commands only enqueue, and return at once. One thread owns a device and enqueues for all of its streams, so
// "before" is well defined.

#include <cassert>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <numeric>
#include <optional>
#include <span>
#include <string>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/collective.h"
#include "gpu/deviations.h"

namespace commlab {

struct Stream {
  int id = 0;
};
struct Event {
  int id = 0;
};

// Nanoseconds of the host's steady clock; 0: not yet.
using HostTime = std::int64_t;

// The error's place if memory is too small.
struct Shortage {
  std::string where;  // "" or " on GPU 2"
  Bytes needed;
  Bytes available;
};

class Device {
 public:
  virtual ~Device() = default;  // drops what is still enqueued, waits for what runs, frees all memory

  virtual Bytes available_memory() const = 0;
  // Whether memory is too small for ranks that need `of_rank` bytes each, and for a host that needs `on_host`
  // bytes too.
  virtual std::optional<Shortage> shortage(std::span<const Bytes> of_rank, Bytes on_host) const {
    const Bytes needed = std::accumulate(of_rank.begin(), of_rank.end(), on_host);
    const Bytes available = available_memory();
    if (needed <= available) return std::nullopt;
    return Shortage{"", needed, available};
  }
  // Memory near the rank, aligned for every data type and vector unit; lives as long as the device.
  virtual Result<std::byte*> allocate(Rank rank, Bytes bytes) = 0;
  virtual Result<Stream> add_stream(Rank rank) = 0;
  virtual Event add_event() = 0;

  // Copies between host and device memory; done on return. REQUIRES: no enqueued command touches this memory.
  virtual void upload(std::byte* target, std::span<const std::byte> source) = 0;
  virtual void download(std::span<std::byte> target, const std::byte* source) = 0;

  // Sets all bytes of this memory of the rank, or writes as many values as fit; done on return. REQUIRES: as
  // above.
  virtual void set(Rank rank, std::span<std::byte> memory, std::byte value) = 0;
  virtual void write(Rank rank, std::span<std::byte> memory, DataType, ReduceOp, const KnownValues&) = 0;
  // Compares memory of ranks with the values that it must have. A value may differ by `slack` times the right
  // one. REQUIRES: as above.
  virtual Deviations compare(std::span<const PromisedMemory>, DataType, ReduceOp, double slack) = 0;

  virtual void record(Stream, Event) = 0;
  virtual void wait(Stream, Event) = 0;
  // Copies within a rank's memory, or between the memories of two ranks.
  virtual void copy(Stream, std::byte* target, const std::byte* source, std::int64_t bytes) = 0;
  // target[i] = with[i] (op) incoming[i], as core's combine().
  virtual void combine(Stream, DataType, ReduceOp, std::byte* target, const std::byte* with,
                       const std::byte* incoming, std::int64_t elements) = 0;
  // The same, but the result is also stored in `sent`: one pass over memory for a message that is received,
  // reduced and passed on. REQUIRES: combines_and_sends().
  virtual bool combines_and_sends() const { return false; }
  virtual void combine_and_send(Stream, DataType, ReduceOp, std::byte* /*target*/, const std::byte* /*with*/,
                                const std::byte* /*incoming*/, std::byte* /*sent*/,
                                std::int64_t /*elements*/) {
    assert(combines_and_sends());
  }
  // The scaling that avg needs before and after, as core's scale_input() and scale_output().
  virtual void scale_input(Stream, const Collective&, std::span<std::byte> memory) = 0;
  virtual void scale_output(Stream, const Collective&, std::span<std::byte> memory) = 0;
  // Holds the stream for so long. REQUIRES: the device can: a GPU cannot.
  virtual void pause(Stream, Time) { assert(false && "streams of this device cannot pause"); }
  // Writes the host's time when the stream reaches this command.
  virtual void stamp(Stream, HostTime* at) = 0;
  // Whether a stamp takes time from the commands beside it. If so, a run whose time counts has two stamps
  // only: before its first command and after its last.
  virtual bool stamps_take_time() const { return false; }

  // A gate is an event that the host records: shut() promises the record; open() makes the record, and
  // returns the time just before it. A wait that is enqueued in between holds its stream until open().
  virtual void shut(Event) = 0;
  virtual HostTime open(Event) = 0;
  // Nanoseconds that the host's calls took that gave the commands behind the gate to the hardware, before the
  // time that open() returned; 0 where they are part of the time after it.
  virtual HostTime time_to_issue() const { return 0; }

  // Blocks until the event's last enqueued record is done.
  virtual void wait_on_host(Event) = 0;
  // Blocks until every stream has done all its commands; false if `deadline` comes first.
  virtual bool finish(std::chrono::steady_clock::time_point deadline) = 0;
  // Drops all that is enqueued, ends all waits, and blocks until the streams are idle. If they do not become
  // idle, status() says so, and the device's memory is not freed before the process ends. The device takes no
  // more commands.
  virtual void abandon() = 0;

  // The first failure of the device itself. After a failure the device does nothing more, and its data mean
  // nothing.
  virtual Status status() const { return {}; }
};

}  // namespace commlab

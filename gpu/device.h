#pragma once
// What an executor needs of the hardware: memory, streams of commands that run in order,
// events by which one stream waits for another, and a few commands on memory.
//
//   stream 0   copy ─ record(e)                what is enqueued on one stream runs in order;
//                          │                   streams run side by side; wait(e) holds a
//   stream 1      wait(e) ─┴─ combine          stream until the last record(e) enqueued
//                                              before it is done
//
// Commands only enqueue and return at once. One thread owns a device and enqueues for all
// of its streams, so that "enqueued before" is an order.

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

namespace commlab {

struct Stream {
  int id = 0;
};
struct Event {
  int id = 0;
};

// Nanoseconds of the host's steady clock; 0: has not happened.
using HostTime = std::int64_t;

// Whose memory is too little: "" or " on GPU 2".
struct Shortage {
  std::string where;
  Bytes needed;
  Bytes available;
};

class Device {
 public:
  virtual ~Device() = default;  // drops what is still enqueued, waits for what runs, frees all memory

  virtual Bytes available_memory() const = 0;
  // Where ranks that need so much each, and a host that needs so much besides, have too little.
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

  // Between host and device memory; at once. REQUIRES: no command enqueued touches that memory.
  virtual void upload(std::byte* target, std::span<const std::byte> source) = 0;
  virtual void download(std::span<std::byte> target, const std::byte* source) = 0;

  virtual void record(Stream, Event) = 0;
  virtual void wait(Stream, Event) = 0;
  // Within a rank's memory or between two ranks'.
  virtual void copy(Stream, std::byte* target, const std::byte* source, std::int64_t bytes) = 0;
  // target[i] = with[i] (op) incoming[i], as core's combine().
  virtual void combine(Stream, DataType, ReduceOp, std::byte* target, const std::byte* with,
                       const std::byte* incoming, std::int64_t elements) = 0;
  // The same, and the result stored in `sent` as well: one pass over memory for what is received, reduced and
  // passed on. REQUIRES: combines_and_sends().
  virtual bool combines_and_sends() const { return false; }
  virtual void combine_and_send(Stream, DataType, ReduceOp, std::byte* /*target*/, const std::byte* /*with*/,
                                const std::byte* /*incoming*/, std::byte* /*sent*/,
                                std::int64_t /*elements*/) {}
  // What avg asks for before and after, as core's scale_input() and scale_output().
  virtual void scale_input(Stream, const Collective&, std::span<std::byte> memory) = 0;
  virtual void scale_output(Stream, const Collective&, std::span<std::byte> memory) = 0;
  // Writes the host's time at which the stream gets there.
  virtual void stamp(Stream, HostTime* at) = 0;

  // A gate is an event that the host records: shut() promises the record, open() makes it
  // and returns the time just before. Waits enqueued in between are held.
  virtual void shut(Event) = 0;
  virtual HostTime open(Event) = 0;

  // Blocks until the event's last enqueued record is done.
  virtual void wait_on_host(Event) = 0;
  // Blocks until every stream has done all it was given; false where `deadline` comes first.
  virtual bool finish(std::chrono::steady_clock::time_point deadline) = 0;
  // Drops all that is enqueued, releases all who wait, and blocks until the streams are idle; where they do
  // not come to rest, status() says so, and the device's memory is left to the end of the process. The device
  // takes no more commands.
  virtual void abandon() = 0;

  // The first thing that failed on the device itself; it does nothing more then, and its data mean nothing.
  virtual Status status() const { return {}; }
};

}  // namespace commlab

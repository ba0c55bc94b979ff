#pragma once
// The host device with one accident: the k-th call of a kind fails, as a GPU's calls may fail. From then on
// the device does nothing more, and status() says so, as device.h promises. Or the k-th command never ends.

#include <memory>
#include <string_view>

#include "gpu/device.h"
#include "gpu/host/host_device.h"

namespace commlab {

struct Accident {
  enum class Of {
    allocation,
    stream,
    upload,
    download,
    comparison,
    copy,
    combine,
    scaling,
    record,
    wait,
    stamp,
    any
  };
  enum class How { fails, never_ends };
  Of of = Of::any;
  int at = -1;  // the number of the call of this kind, from 0; -1: never
  How how = How::fails;
};

class FailingDevice : public Device {
 public:
  explicit FailingDevice(Accident accident) : accident_(accident), never_(host_.add_event()) {
    host_.shut(never_);
  }

  // How often the accident's kind was called.
  int asked() const { return asked_; }

  Bytes available_memory() const override { return host_.available_memory(); }
  Result<std::byte*> allocate(Rank rank, Bytes bytes) override;
  Result<Stream> add_stream(Rank rank) override;
  Event add_event() override { return host_.add_event(); }
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
  void stamp(Stream, HostTime* at) override;
  void shut(Event event) override { host_.shut(event); }
  HostTime open(Event event) override { return host_.open(event); }
  void wait_on_host(Event event) override;
  bool finish(std::chrono::steady_clock::time_point deadline) override;
  void abandon() override { host_.abandon(); }
  Status status() const override { return status_; }

 private:
  // Counts the call, and lets the accident happen when its turn comes; false: the call must not be carried
  // out.
  bool goes_well(Accident::Of, std::string_view what);
  // The same for a command on a stream, which may never end.
  bool goes_well(Stream, Accident::Of, std::string_view what);

  Accident accident_;
  int asked_ = 0;
  Status status_;
  HostDevice host_;
  Event never_;
};

}  // namespace commlab

#include "tests/gpu/failing_device.h"

namespace commlab {

bool FailingDevice::goes_well(Accident::Of of, std::string_view what) {
  if (!status_) return false;
  const bool counts = accident_.of == of || accident_.of == Accident::Of::any;
  if (counts && asked_++ == accident_.at && accident_.how == Accident::How::fails)
    status_ = fail(Fault::runtime, "{} number {} failed", what, accident_.at);
  return status_.has_value();
}

bool FailingDevice::goes_well(Stream stream, Accident::Of of, std::string_view what) {
  const int before = asked_;
  if (!goes_well(of, what)) return false;
  const bool its_turn = asked_ > before && before == accident_.at;
  if (its_turn && accident_.how == Accident::How::never_ends) host_.wait(stream, never_);
  return true;
}

Result<std::byte*> FailingDevice::allocate(Rank rank, Bytes bytes) {
  if (!goes_well(Accident::Of::allocation, "allocation")) return tl::unexpected(status_.error());
  return host_.allocate(rank, bytes);
}

Result<Stream> FailingDevice::add_stream(Rank rank) {
  if (!goes_well(Accident::Of::stream, "stream")) return tl::unexpected(status_.error());
  return host_.add_stream(rank);
}

void FailingDevice::upload(std::byte* target, std::span<const std::byte> source) {
  if (goes_well(Accident::Of::upload, "upload")) host_.upload(target, source);
}

void FailingDevice::set(Rank rank, std::span<std::byte> memory, std::byte value) {
  if (goes_well(Accident::Of::upload, "upload")) host_.set(rank, memory, value);
}

void FailingDevice::write(Rank rank, std::span<std::byte> memory, DataType type, ReduceOp op,
                          const KnownValues& values) {
  if (goes_well(Accident::Of::upload, "upload")) host_.write(rank, memory, type, op, values);
}

Deviations FailingDevice::compare(std::span<const PromisedMemory> parts, DataType type, ReduceOp op,
                                  double slack) {
  return goes_well(Accident::Of::comparison, "comparison") ? host_.compare(parts, type, op, slack)
                                                           : Deviations{};
}

void FailingDevice::download(std::span<std::byte> target, const std::byte* source) {
  if (goes_well(Accident::Of::download, "download")) host_.download(target, source);
}

void FailingDevice::record(Stream stream, Event event) {
  if (goes_well(stream, Accident::Of::record, "record")) host_.record(stream, event);
}

void FailingDevice::wait(Stream stream, Event event) {
  if (goes_well(stream, Accident::Of::wait, "wait")) host_.wait(stream, event);
}

void FailingDevice::copy(Stream stream, std::byte* target, const std::byte* source, std::int64_t bytes) {
  if (goes_well(stream, Accident::Of::copy, "copy")) host_.copy(stream, target, source, bytes);
}

void FailingDevice::combine(Stream stream, DataType type, ReduceOp op, std::byte* target,
                            const std::byte* with, const std::byte* incoming, std::int64_t elements) {
  if (goes_well(stream, Accident::Of::combine, "combine"))
    host_.combine(stream, type, op, target, with, incoming, elements);
}

void FailingDevice::scale_input(Stream stream, const Collective& c, std::span<std::byte> memory) {
  if (goes_well(stream, Accident::Of::scaling, "scaling")) host_.scale_input(stream, c, memory);
}

void FailingDevice::scale_output(Stream stream, const Collective& c, std::span<std::byte> memory) {
  if (goes_well(stream, Accident::Of::scaling, "scaling")) host_.scale_output(stream, c, memory);
}

void FailingDevice::stamp(Stream stream, HostTime* at) {
  if (goes_well(stream, Accident::Of::stamp, "stamp")) host_.stamp(stream, at);
}

// Commands dropped after the failure never run, so the host must not wait for them.
void FailingDevice::wait_on_host(Event event) {
  if (status_) host_.wait_on_host(event);
}

bool FailingDevice::finish(std::chrono::steady_clock::time_point deadline) {
  if (status_) return host_.finish(deadline);
  host_.abandon();
  return true;
}

}  // namespace commlab

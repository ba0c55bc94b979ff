#include "gpu/host/host_stream.h"

#include <cassert>
#include <cstring>

#include "core/collective/combine.h"
#include "gpu/host/host_clock.h"
#include "gpu/host/host_processors.h"

namespace commlab {
namespace {

void perform(const host_command::Record& c) { c.event->done(c.number); }
void perform(const host_command::Wait& c) { c.event->wait(c.number); }
void perform(const host_command::Copy& c) { std::memcpy(c.target, c.source, c.bytes); }
void perform(const host_command::Combine& c) {
  combine(c.type, c.op, c.target, c.with, c.incoming, c.elements);
}
void perform(const host_command::ScaleInput& c) { scale_input(*c.collective, c.memory); }
void perform(const host_command::ScaleOutput& c) { scale_output(*c.collective, c.memory); }
void perform(const host_command::Stamp& c) { *c.at = host_now(); }
void perform(const host_command::Call& c) { c.function(); }

}  // namespace

void BusyCount::enter() {
  const std::lock_guard lock(mutex_);
  ++busy_;
}

void BusyCount::leave() {
  const std::lock_guard lock(mutex_);
  if (--busy_ == 0) idle_.notify_all();
}

bool BusyCount::wait_until_idle(std::chrono::steady_clock::time_point deadline) {
  std::unique_lock lock(mutex_);
  return idle_.wait_until(lock, deadline, [this] { return busy_ == 0; });
}

void BusyCount::wait_until_idle() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [this] { return busy_ == 0; });
}

HostStream::HostStream(BusyCount& busy, const std::atomic<bool>& abandoned, int processor)
    : busy_(busy), abandoned_(abandoned), thread_([this] { work(); }) {
  keep_on(thread_, processor);
}

HostStream::~HostStream() {
  {
    const std::lock_guard lock(mutex_);
    assert(!working_ && "idle");
    stopping_ = true;
  }
  something_to_do_.notify_one();
  thread_.join();
}

void HostStream::enqueue(HostCommand command) {
  const std::lock_guard lock(mutex_);
  enqueued_.push_back(std::move(command));
  if (working_) return;
  working_ = true;
  busy_.enter();
  something_to_do_.notify_one();
}

bool HostStream::take(std::vector<HostCommand>& batch) {
  batch.clear();
  std::unique_lock lock(mutex_);
  if (enqueued_.empty() && working_) {
    working_ = false;
    busy_.leave();
  }
  something_to_do_.wait(lock, [this] { return stopping_ || !enqueued_.empty(); });
  std::swap(batch, enqueued_);
  return !batch.empty();
}

void HostStream::work() {
  for (std::vector<HostCommand> batch; take(batch);)
    for (const HostCommand& command : batch) {
      if (abandoned_.load(std::memory_order_relaxed)) break;
      std::visit([](const auto& c) { perform(c); }, command);
    }
}

}  // namespace commlab

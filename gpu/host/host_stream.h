#pragma once
// A stream of the host: a thread that carries out commands in order, and sleeps while it has none.

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <span>
#include <thread>
#include <variant>
#include <vector>

#include "core/collective/collective.h"
#include "gpu/device.h"
#include "gpu/host/host_event.h"

namespace commlab {

namespace host_command {
struct Record {
  HostEvent* event;
  std::uint32_t number;
};
struct Wait {
  const HostEvent* event;
  std::uint32_t number;
};
struct Copy {
  std::byte* target;
  const std::byte* source;
  std::int64_t bytes;
};
struct Combine {
  DataType type;
  ReduceOp op;
  std::byte* target;
  const std::byte* with;
  const std::byte* incoming;
  std::int64_t elements;
};
struct ScaleInput {
  const Collective* collective;
  std::span<std::byte> memory;
};
struct ScaleOutput {
  const Collective* collective;
  std::span<std::byte> memory;
};
struct Stamp {
  HostTime* at;
};
struct Call {
  std::function<void()> function;
};
}  // namespace host_command

using HostCommand = std::variant<host_command::Record, host_command::Wait, host_command::Copy,
                                 host_command::Combine, host_command::ScaleInput, host_command::ScaleOutput,
                                 host_command::Stamp, host_command::Call>;

// How many streams of a device are busy. The owner can wait until none is.
class BusyCount {
 public:
  void enter();
  void leave();
  bool wait_until_idle(std::chrono::steady_clock::time_point deadline);
  void wait_until_idle();

 private:
  std::mutex mutex_;
  std::condition_variable idle_;
  int busy_ = 0;
};

class HostStream {
 public:
  // Runs on `processor`. Once `abandoned` is set, commands are dropped. Throws std::system_error if no thread
  // can be started.
  HostStream(BusyCount& busy, const std::atomic<bool>& abandoned, int processor);
  ~HostStream();  // REQUIRES: it is idle.
  HostStream(const HostStream&) = delete;
  HostStream& operator=(const HostStream&) = delete;

  void enqueue(HostCommand);

 private:
  void work();
  bool take(std::vector<HostCommand>& batch);  // blocks until there are commands; false: stop

  BusyCount& busy_;
  const std::atomic<bool>& abandoned_;
  std::mutex mutex_;
  std::condition_variable something_to_do_;
  std::vector<HostCommand> enqueued_;
  bool working_ = false;
  bool stopping_ = false;
  std::thread thread_;  // last: it sees all of the above
};

}  // namespace commlab

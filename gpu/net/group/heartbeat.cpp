#include "gpu/net/group/heartbeat.h"

#include <condition_variable>
#include <mutex>
#include <system_error>

namespace commlab {
namespace {

constexpr std::string_view alive_kind = "alive";

void beat(const std::stop_token& stop, ProcessGroup& group, std::chrono::milliseconds every) {
  std::mutex mutex;
  std::condition_variable_any stopped;
  std::unique_lock lock(mutex);
  while (!stopped.wait_for(lock, stop, every, [&] { return stop.stop_requested(); }))
    for (Rank rank = 0; rank < group.ranks(); ++rank) group.channel(rank).send_if_idle(sign_of_life());
}

}  // namespace

Heartbeat::Heartbeat(ProcessGroup& group, std::chrono::milliseconds every)
    : thread_([&group, every](const std::stop_token& stop) { beat(stop, group, every); }) {}

Result<std::unique_ptr<Heartbeat>> Heartbeat::start(ProcessGroup& group, std::chrono::milliseconds every) {
  try {
    return std::unique_ptr<Heartbeat>(new Heartbeat(group, every));
  } catch (const std::system_error& error) {
    return fail(Fault::runtime, "cannot start a thread for the heartbeat of a group: {}",
                error.code().message());
  }
}

NetMessage sign_of_life() { return {.kind = std::string(alive_kind)}; }
bool is_sign_of_life(const NetMessage& message) { return message.kind == alive_kind; }

}  // namespace commlab

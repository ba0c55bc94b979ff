#pragma once
// While this object lives, it sends every member a sign of life every two seconds. A stopped coordinator
// process keeps its connections open, so only its silence distinguishes it from a coordinator that has
// nothing to ask.

#include <chrono>
#include <memory>
#include <thread>

#include "core/base/error.h"
#include "gpu/net/meeting/process_group.h"
#include "gpu/net/messages/message.h"

namespace commlab {

class Heartbeat {
 public:
  // The group must outlive it, and must not move. Error (Fault::runtime): no thread can be started.
  static Result<std::unique_ptr<Heartbeat>> start(ProcessGroup&,
                                                  std::chrono::milliseconds every = std::chrono::seconds(2));

 private:
  Heartbeat(ProcessGroup&, std::chrono::milliseconds every);

  std::jthread thread_;
};

NetMessage sign_of_life();
bool is_sign_of_life(const NetMessage&);

}  // namespace commlab

#pragma once
// While it lives, every member hears every two seconds that the coordinator does. A process that is stopped
// keeps its connections, so silence is all that tells it from one that has nothing to ask.

#include <chrono>
#include <memory>
#include <thread>

#include "core/base/error.h"
#include "gpu/net/message.h"
#include "gpu/net/process_group.h"

namespace commlab {

class Heartbeat {
 public:
  // The group must outlive it, and stay where it is. Error (Fault::runtime): no thread can be started.
  static Result<std::unique_ptr<Heartbeat>> start(ProcessGroup&,
                                                  std::chrono::milliseconds every = std::chrono::seconds(2));

 private:
  Heartbeat(ProcessGroup&, std::chrono::milliseconds every);

  std::jthread thread_;  // stops and joins when it goes
};

NetMessage sign_of_life();
bool is_sign_of_life(const NetMessage&);

}  // namespace commlab

#pragma once
// The coordinator as a member sees it. The coordinator asks questions until it says farewell (farewell.h). If
// the farewell has a reason, every later call returns this reason, and not merely that the connection is
// closed. Between two questions the coordinator sends signs of life (heartbeat.h).

#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

class Coordinator {
 public:
  explicit Coordinator(Channel channel, std::chrono::milliseconds longest_silence = std::chrono::seconds(20))
      : channel_(std::move(channel)), longest_silence_(longest_silence) {}

  // As Channel's. Errors (Fault::runtime): the coordinator ended the run, with its reason; the coordinator is
  // lost without a reason, because rank 0 was killed or was silent for too long.
  Result<NetMessage> receive(Deadline, Bytes most = {0});
  Status send(const NetMessage&, Deadline);

 private:
  Result<NetMessage> next(Deadline, Bytes most);
  // Reads what the coordinator sent before it closed the connection, even if nothing can be sent any more.
  void hear_last_words();

  Channel channel_;
  std::chrono::milliseconds longest_silence_;
  std::optional<Error> over_;
};

}  // namespace commlab

#pragma once
// The coordinator as a member sees it. It asks questions until it takes leave (farewell.h). If it gave a
// reason for that, every later call returns the reason, and not merely that the connection is closed. Between
// two questions it sends signs of life (heartbeat.h).

#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

class Coordinator {
 public:
  explicit Coordinator(Channel channel, std::chrono::milliseconds longest_silence = std::chrono::seconds(20))
      : channel_(std::move(channel)), longest_silence_(longest_silence) {}

  // As Channel's. Errors (Fault::runtime): the coordinator ended the run, and why; or it is lost without a
  // reason, because rank 0 was killed, or has been silent for too long.
  Result<NetMessage> receive(Deadline, Bytes most = {0});
  Status send(const NetMessage&, Deadline);

 private:
  Result<NetMessage> next(Deadline, Bytes most);
  // Reads what it sent before it closed the connection, though nothing can be sent any more.
  void hear_last_words();

  Channel channel_;
  std::chrono::milliseconds longest_silence_;
  std::optional<Error> over_;
};

}  // namespace commlab

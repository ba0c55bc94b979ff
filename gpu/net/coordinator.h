#pragma once
// The coordinator, as a member hears it: what it says, until it says "bye": all is done; or "over": all is
// lost, and why. A reason stays its last word: whoever asks or answers it afterwards is told the reason, and
// not merely that the connection is closed. Between two questions it gives signs of life (heartbeat.h).

#include <chrono>
#include <optional>

#include "core/base/error.h"
#include "gpu/net/channel.h"

namespace commlab {

class Coordinator {
 public:
  explicit Coordinator(Channel channel, std::chrono::milliseconds longest_silence = std::chrono::seconds(20))
      : channel_(std::move(channel)), longest_silence_(longest_silence) {}

  // As Channel's. Errors (Fault::runtime): it said that all is over, and why; or it is lost without a word,
  // as when rank 0 was killed, or stopped and is silent for too long.
  Result<NetMessage> receive(Deadline, Bytes most = {0});
  Status send(const NetMessage&, Deadline);

 private:
  Result<NetMessage> next(Deadline, Bytes most);
  // What it said before it closed the connection is here, though nothing can be sent any more.
  void hear_last_words();

  Channel channel_;
  std::chrono::milliseconds longest_silence_;
  std::optional<Error> over_;
};

// The last message of a group: "bye", or, with a reason, "over".
NetMessage farewell(const std::optional<Error>& reason);
bool says_bye(const NetMessage&);
// The reason, where it is "over".
std::optional<Error> reason_to_end(const NetMessage&);

}  // namespace commlab

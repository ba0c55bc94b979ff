#include "gpu/net/meeting/vacancy.h"

#include "gpu/net/meeting/hello.h"
#include "gpu/net/messages/channel.h"

namespace commlab {

void Vacancy::turn_away() const {
  constexpr int at_once = 64;
  for (int i = 0; i < at_once; ++i) {
    auto visitor = listener_.accept();
    if (!visitor || !*visitor) return;
    Channel channel(std::move(**visitor), "what came");
    static_cast<void>(channel.send(refusal(why_), std::chrono::steady_clock::now()));
  }
}

}  // namespace commlab

#include "gpu/net/meeting/rendezvous.h"

#include "gpu/net/meeting/gathering.h"
#include "gpu/net/meeting/reach.h"
#include "gpu/net/sockets/listener_offer.h"

namespace commlab {
namespace {

constexpr std::chrono::seconds to_hand_over{20};  // a launcher that is not stopped does so at once

Result<Listener> listener_for(const RendezvousOptions& options) {
  if (options.handed_over.empty()) return Listener::open(options.address, options.port);
  return fetch_listener(options.handed_over, options.address, options.port,
                        std::chrono::steady_clock::now() + to_hand_over);
}

}  // namespace

Result<Rendezvous> Rendezvous::open(RendezvousOptions options) {
  if (options.ranks < 1) return fail("{} ranks cannot meet; at least 1 is needed", options.ranks);
  if (const Status guarded = check_guarded(options.address, options.token); !guarded)
    return tl::unexpected(guarded.error());
  return listener_for(options).map(
      [&](Listener listener) { return Rendezvous(std::move(options), std::move(listener)); });
}

Result<ProcessGroup> Rendezvous::gather(Deadline deadline, const GoOn& go_on) && {
  const Listener listener = std::move(listener_);  // closes at the end, so that no more process can join
  return Gathering(options_, listener, go_on).wait(deadline);
}

}  // namespace commlab

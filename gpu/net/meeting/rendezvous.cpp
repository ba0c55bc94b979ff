#include "gpu/net/meeting/rendezvous.h"

#include "gpu/net/meeting/gathering.h"
#include "gpu/net/meeting/reach.h"

namespace commlab {

Result<Rendezvous> Rendezvous::open(RendezvousOptions options) {
  if (options.ranks < 1) return fail("{} ranks cannot meet; at least 1 is needed", options.ranks);
  if (const Status guarded = check_guarded(options.address, options.token); !guarded)
    return tl::unexpected(guarded.error());
  return Listener::open(options.address, options.port).map([&](Listener listener) {
    return Rendezvous(std::move(options), std::move(listener));
  });
}

Result<ProcessGroup> Rendezvous::gather(Deadline deadline, const GoOn& go_on) && {
  const Listener listener = std::move(listener_);  // closes at the end, so that no more process can join
  return Gathering(options_, listener, go_on).wait(deadline);
}

}  // namespace commlab

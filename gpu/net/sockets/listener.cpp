#include "gpu/net/sockets/listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <sys/socket.h>

#include "gpu/net/sockets/reserved_port.h"

namespace commlab {

Result<Listener> Listener::open(const std::string& address, int port) {
  return ReservedPort::open(address, port).and_then([](ReservedPort reserved) {
    const int chosen = reserved.port();
    return std::move(reserved).listen().map(
        [&](Descriptor socket) { return Listener(std::move(socket), chosen); });
  });
}

Result<std::optional<Descriptor>> Listener::accept() const {
  const int accepted = ::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK);
  if (accepted >= 0) return Descriptor(accepted);
  constexpr std::array exhausted = {EMFILE, ENFILE, ENOBUFS, ENOMEM};
  if (std::ranges::find(exhausted, errno) != exhausted.end())
    return fail(Fault::runtime, "cannot accept a connection: {}", std::system_category().message(errno));
  return std::nullopt;  // it went away before it was accepted
}

}  // namespace commlab

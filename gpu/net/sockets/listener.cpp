#include "gpu/net/sockets/listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>

#include "gpu/net/sockets/addresses.h"
#include "gpu/net/sockets/reserved_port.h"

namespace commlab {
namespace {

using boost::asio::ip::tcp;

bool listens(const Descriptor& socket) {
  int listening = 0;
  socklen_t size = sizeof listening;
  return ::getsockopt(socket.number(), SOL_SOCKET, SO_ACCEPTCONN, &listening, &size) == 0 && listening != 0;
}

// The address of a socket of TCP; nullopt: it is another kind of socket, or no socket.
std::optional<tcp::endpoint> end_of(const Descriptor& socket) {
  tcp::endpoint end;
  socklen_t size = static_cast<socklen_t>(end.capacity());
  int protocol = 0;
  socklen_t protocol_size = sizeof protocol;
  if (::getsockname(socket.number(), end.data(), &size) != 0 ||
      ::getsockopt(socket.number(), SOL_SOCKET, SO_PROTOCOL, &protocol, &protocol_size) != 0 ||
      protocol != IPPROTO_TCP)
    return std::nullopt;
  end.resize(size);
  return end;
}

}  // namespace

Result<Listener> Listener::open(const std::string& address, int port) {
  return ReservedPort::open(address, port).and_then([](ReservedPort reserved) {
    const int chosen = reserved.port();
    return std::move(reserved).listen().map(
        [&](Descriptor socket) { return Listener(std::move(socket), chosen); });
  });
}

Result<Listener> Listener::adopt(Descriptor socket, const std::string& address, int port) {
  const auto endpoints = endpoints_of(address, port);
  if (!endpoints) return tl::unexpected(endpoints.error());
  const auto end = end_of(socket);
  if (!end || !listens(socket) || *end != farthest(*endpoints))
    return fail(Fault::runtime, "the socket that was handed over does not listen at {}:{}", address, port);
  ::fcntl(socket.number(), F_SETFD, FD_CLOEXEC);
  ::fcntl(socket.number(), F_SETFL, ::fcntl(socket.number(), F_GETFL) | O_NONBLOCK);
  return Listener(std::move(socket), port);
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

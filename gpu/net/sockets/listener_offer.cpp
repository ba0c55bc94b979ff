#include "gpu/net/sockets/listener_offer.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <optional>
#include <system_error>

#include <sys/socket.h>
#include <sys/un.h>

namespace commlab {
namespace {

constexpr std::size_t before_the_name = offsetof(sockaddr_un, sun_path) + 1;  // an abstract name follows a 0

std::string last_error() { return std::system_category().message(errno); }

Descriptor unix_socket() {
  return Descriptor(::socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
}

// Anyone may connect to an abstract address. Root's processes can do anything here anyway.
bool of_this_user(const Descriptor& connection) {
  ucred peer{};
  socklen_t size = sizeof peer;
  if (::getsockopt(connection.number(), SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0) return false;
  return peer.uid == ::geteuid() || peer.uid == 0;
}

// A message of one byte with room for one descriptor.
struct OneDescriptor {
  OneDescriptor() {
    message.msg_iov = &part;
    message.msg_iovlen = 1;
    message.msg_control = room.data();
    message.msg_controllen = room.size();
  }
  OneDescriptor(const OneDescriptor&) = delete;
  OneDescriptor& operator=(const OneDescriptor&) = delete;

  char byte = 0;
  iovec part{.iov_base = &byte, .iov_len = 1};
  alignas(cmsghdr) std::array<char, CMSG_SPACE(sizeof(int))> room{};
  msghdr message{};
};

// A new connection takes this message at once.
void send_descriptor(const Descriptor& connection, int descriptor) {
  OneDescriptor one;
  cmsghdr* header = CMSG_FIRSTHDR(&one.message);
  header->cmsg_level = SOL_SOCKET;
  header->cmsg_type = SCM_RIGHTS;
  header->cmsg_len = CMSG_LEN(sizeof descriptor);
  std::memcpy(CMSG_DATA(header), &descriptor, sizeof descriptor);
  static_cast<void>(::sendmsg(connection.number(), &one.message, MSG_NOSIGNAL | MSG_DONTWAIT));
}

std::optional<Descriptor> receive_descriptor(const Descriptor& connection) {
  OneDescriptor one;
  if (::recvmsg(connection.number(), &one.message, MSG_CMSG_CLOEXEC) < 0) return std::nullopt;
  const cmsghdr* header = CMSG_FIRSTHDR(&one.message);
  if (!header || header->cmsg_level != SOL_SOCKET || header->cmsg_type != SCM_RIGHTS ||
      header->cmsg_len != CMSG_LEN(sizeof(int)))
    return std::nullopt;
  int descriptor = -1;
  std::memcpy(&descriptor, CMSG_DATA(header), sizeof descriptor);
  return Descriptor(descriptor);
}

Result<Descriptor> connect_to_offer(const std::string& name) {
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  if (name.size() >= sizeof address.sun_path)
    return fail("COMMLAB_LISTENER has {} characters; only commlab launch sets it, so unset it", name.size());
  std::ranges::copy(name, address.sun_path + 1);
  Descriptor connection = unix_socket();
  if (::connect(connection.number(), reinterpret_cast<const sockaddr*>(&address),
                static_cast<socklen_t>(before_the_name + name.size())) == 0 &&
      of_this_user(connection))
    return connection;
  return fail(
      Fault::runtime,
      "no launcher of this user offers a socket at COMMLAB_LISTENER '{}'; only commlab launch sets it, "
      "so unset it to start ranks otherwise",
      name);
}

}  // namespace

Result<ListenerOffer> ListenerOffer::open() {
  Descriptor socket = unix_socket();
  sockaddr_un address{.sun_family = AF_UNIX, .sun_path = {}};
  socklen_t size = sizeof address.sun_family;  // with nothing but the family, the system chooses a name
  auto* const any = reinterpret_cast<sockaddr*>(&address);
  const bool listens = ::bind(socket.number(), any, size) == 0 && ::listen(socket.number(), SOMAXCONN) == 0;
  size = sizeof address;
  if (!listens || ::getsockname(socket.number(), any, &size) != 0)
    return fail(Fault::runtime, "cannot open a Unix socket: {}", last_error());
  return ListenerOffer(std::move(socket), std::string(address.sun_path + 1, size - before_the_name));
}

void ListenerOffer::hand_out(const Listener& listener) const {
  while (true) {
    const Descriptor connection(::accept4(socket_.number(), nullptr, nullptr, SOCK_CLOEXEC | SOCK_NONBLOCK));
    if (!connection) return;
    if (of_this_user(connection)) send_descriptor(connection, listener.descriptor());
  }
}

Result<Listener> fetch_listener(const std::string& name, const std::string& address, int port,
                                Deadline deadline) {
  const auto connection = connect_to_offer(name);
  if (!connection) return tl::unexpected(connection.error());
  pollfd waited{.fd = connection->number(), .events = POLLIN, .revents = 0};
  const bool answered = wait_until_ready({&waited, 1}, deadline);
  auto descriptor = answered ? receive_descriptor(*connection) : std::nullopt;
  if (!descriptor)
    return fail(Fault::runtime, "the launcher did not hand over the socket that listens at {}:{}", address,
                port);
  return Listener::adopt(std::move(*descriptor), address, port);
}

}  // namespace commlab

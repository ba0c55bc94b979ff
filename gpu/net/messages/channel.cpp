#include "gpu/net/messages/channel.h"

#include <array>
#include <cerrno>
#include <system_error>

#include <arpa/inet.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/ioctl.h>
#include <sys/socket.h>
#include <sys/uio.h>

#include "core/base/index.h"

namespace commlab {
namespace {

bool would_block(int error) { return error == EAGAIN || error == EWOULDBLOCK; }

// Returns false at the deadline, even if the peer is always ready for one more byte.
bool wait_for(int socket, short events, Deadline deadline) {
  pollfd waited{.fd = socket, .events = events, .revents = 0};
  return wait_until_ready({&waited, 1}, deadline) && std::chrono::steady_clock::now() < deadline;
}

iovec piece(std::span<const std::byte> bytes) {
  return {.iov_base = const_cast<std::byte*>(bytes.data()), .iov_len = bytes.size()};
}

// Sends as much of both as the system takes at once. Returns -1 and sets errno as send(2) does.
ssize_t send_some(int socket, std::span<const std::byte> head, std::span<const std::byte> bytes) {
  std::array pieces = {piece(head), piece(bytes)};
  msghdr message{};
  message.msg_iov = pieces.data();
  message.msg_iovlen = pieces.size();
  return ::sendmsg(socket, &message, MSG_NOSIGNAL);
}

std::string address_text(const sockaddr_storage& address) {
  std::array<char, INET6_ADDRSTRLEN> text{};
  if (address.ss_family == AF_INET) {
    const auto& ip = reinterpret_cast<const sockaddr_in&>(address);
    ::inet_ntop(AF_INET, &ip.sin_addr, text.data(), text.size());
    return fmt::format("{}:{}", text.data(), ntohs(ip.sin_port));
  }
  if (address.ss_family == AF_INET6) {
    const auto& ip = reinterpret_cast<const sockaddr_in6&>(address);
    ::inet_ntop(AF_INET6, &ip.sin6_addr, text.data(), text.size());
    return fmt::format("[{}]:{}", text.data(), ntohs(ip.sin6_port));
  }
  return "a local socket";
}

}  // namespace

Channel::Channel(Descriptor socket, std::string peer) : socket_(std::move(socket)), peer_(std::move(peer)) {
  ::fcntl(socket_.number(), F_SETFL, ::fcntl(socket_.number(), F_GETFL) | O_NONBLOCK);
  ::fcntl(socket_.number(), F_SETFD, FD_CLOEXEC);  // otherwise a child would keep the connection open
  set_option(IPPROTO_TCP, TCP_NODELAY, 1);         // no data waits for more data to fill a packet
  // A computer that vanished sends nothing, so the connection ends after 25 seconds without a sign of life.
  set_option(SOL_SOCKET, SO_KEEPALIVE, 1);
  set_option(IPPROTO_TCP, TCP_KEEPIDLE, 10);
  set_option(IPPROTO_TCP, TCP_KEEPINTVL, 5);
  set_option(IPPROTO_TCP, TCP_KEEPCNT, 3);
}

void Channel::set_option(int level, int option, int value) {
  ::setsockopt(socket_.number(), level, option, &value, sizeof value);  // has no effect on a local socket
}

Status Channel::send(const NetMessage& message, Deadline deadline) {
  const std::lock_guard lock(*sending_);
  return send_whole(message, deadline);
}

void Channel::send_if_idle(const NetMessage& message) {
  const std::unique_lock lock(*sending_, std::try_to_lock);
  int on_its_way = 0;
  if (!lock || ::ioctl(socket_.number(), SIOCOUTQ, &on_its_way) != 0 || on_its_way != 0) return;
  (void)send_whole(message, std::chrono::steady_clock::now());
}

Status Channel::send_whole(const NetMessage& message, Deadline deadline) {
  if (cut_short_) return fail(Fault::runtime, "{}: an earlier message to it was cut short", peer_);
  const auto allowed = left_until(deadline);
  const auto head = message_head(message);
  if (!head) return tl::unexpected(head.error());

  std::span<const std::byte> head_left = *head, bytes_left = message.bytes;
  const std::size_t all = head->size() + message.bytes.size();
  while (!head_left.empty() || !bytes_left.empty()) {
    const ssize_t sent = send_some(socket_.number(), head_left, bytes_left);
    if (sent >= 0) {
      const std::size_t of_head = std::min(index(sent), head_left.size());
      head_left = head_left.subspan(of_head);
      bytes_left = bytes_left.subspan(index(sent) - of_head);
      continue;
    }
    if (errno == EINTR) continue;
    if (!would_block(errno)) return tl::unexpected(lost(errno));
    if (!wait_for(socket_.number(), POLLOUT, deadline)) {
      const std::size_t gone = all - head_left.size() - bytes_left.size();
      cut_short_ = gone > 0;
      return fail(Fault::runtime, "{} did not take a message within {} ms: {} of {} bytes were sent", peer_,
                  allowed.count(), gone, all);
    }
  }
  return {};
}

Result<NetMessage> Channel::receive(Deadline deadline, Bytes most, Bytes text) {
  const auto allowed = left_until(deadline);
  while (true) {
    auto message = receive_if_here({.text = text, .bytes = most});
    if (!message) return tl::unexpected(message.error());
    if (*message) return std::move(**message);
    if (!wait_for(socket_.number(), POLLIN, deadline))
      return fail(Fault::runtime, "{}: {} within {} ms", peer_,
                  reader_.between_messages() ? "no answer" : "only a part of a message", allowed.count());
  }
}

Result<std::optional<NetMessage>> Channel::receive_if_here(const MessageLimits& limits) {
  while (true) {
    const std::span<std::byte> space = reader_.space();
    const ssize_t came = ::recv(socket_.number(), space.data(), space.size(), 0);
    if (came < 0 && errno == EINTR) continue;
    if (came < 0 && would_block(errno)) return std::nullopt;
    if (came < 0) return tl::unexpected(lost(errno));
    if (came == 0)
      return fail(Fault::runtime, "{} closed the connection{}", peer_,
                  reader_.between_messages() ? "" : " in the middle of a message");
    heard_.count += came;
    auto message = reader_.take(came, limits);
    if (!message) return fail(Fault::runtime, "{}: {}", peer_, message.error().message);
    if (*message) return message;
  }
}

void Channel::finish(Deadline deadline) {
  ::shutdown(socket_.number(), SHUT_WR);
  std::array<std::byte, 65'536> discarded;
  ssize_t came;
  do came = ::recv(socket_.number(), discarded.data(), discarded.size(), 0);
  while ((came > 0 || (came < 0 && (errno == EINTR || would_block(errno)))) &&
         wait_for(socket_.number(), POLLIN, deadline));
}

void Channel::close() { ::shutdown(socket_.number(), SHUT_RDWR); }

std::string Channel::remote_address() const {
  sockaddr_storage address{};
  socklen_t size = sizeof address;
  if (::getpeername(socket_.number(), reinterpret_cast<sockaddr*>(&address), &size) != 0) return "nowhere";
  return address_text(address);
}

Error Channel::lost(int error) const {
  if (error == EPIPE || error == ECONNRESET) return {peer_ + " closed the connection", Fault::runtime};
  return {fmt::format("{}: {}", peer_, std::system_category().message(error)), Fault::runtime};
}

}  // namespace commlab

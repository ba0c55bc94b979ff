#include "gpu/net/sockets/connect.h"

#include <algorithm>
#include <thread>

#include <fcntl.h>

#include "gpu/net/sockets/addresses.h"

namespace commlab {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

// A socket that connects to a port of its own computer on which no process listens may get the same port as
// its own port, and is then connected to itself (RFC 9293, simultaneous open).
bool connected_to_itself(const tcp::socket& socket) {
  error_code error;
  return socket.local_endpoint(error) == socket.remote_endpoint(error);
}

// The descriptor of the socket; child processes do not inherit it.
Descriptor own(tcp::socket& socket) {
  Descriptor descriptor(socket.release());
  ::fcntl(descriptor.number(), F_SETFD, FD_CLOEXEC);
  return descriptor;
}

// One attempt; timed_out at the deadline.
error_code connect(tcp::socket& socket, const tcp::endpoint& endpoint, boost::asio::io_context& context,
                   Deadline deadline) {
  error_code result = boost::asio::error::timed_out;
  bool ended = false;
  socket.async_connect(endpoint, [&](const error_code& error) {
    ended = true;
    result = error;
  });
  context.restart();
  context.run_until(deadline);
  if (!ended) {
    error_code ignored;
    socket.close(ignored);
    context.run();  // runs the handler, which refers to this frame
    return boost::asio::error::timed_out;
  }
  if (!result && connected_to_itself(socket)) return boost::asio::error::connection_refused;
  return result;
}

}  // namespace

Result<Descriptor> connect_to(const std::string& address, int port, Deadline deadline) {
  const auto allowed = left_until(deadline);
  const auto endpoints = endpoints_of(address, port);
  if (!endpoints) return tl::unexpected(endpoints.error());

  return with_context([&](boost::asio::io_context& context) -> Result<Descriptor> {
    error_code last;
    for (std::chrono::milliseconds pause{5};; pause = std::min(2 * pause, std::chrono::milliseconds(100))) {
      for (const tcp::endpoint& endpoint : *endpoints) {
        tcp::socket socket(context);
        const error_code error = connect(socket, endpoint, context, deadline);
        if (!error) return own(socket);
        if (!last || error != boost::asio::error::timed_out) last = error;
      }
      const auto left = left_until(deadline);
      if (left.count() == 0)
        return fail(Fault::runtime, "no process could be reached at {}:{} within {} ms: {}", address, port,
                    allowed.count(), last.message());
      std::this_thread::sleep_for(std::min(pause, left));
    }
  });
}

}  // namespace commlab

#include "gpu/net/sockets/reserved_port.h"

#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/socket.h>

#include "gpu/net/sockets/addresses.h"

namespace commlab {
namespace {

using boost::asio::ip::tcp;
using boost::system::error_code;

error_code bind(tcp::socket& socket, const tcp::endpoint& endpoint) {
  error_code error;
  socket.open(endpoint.protocol(), error);
  // With this option, a port that an ended run still holds in TIME_WAIT can be used again, but not a port on
  // which a process listens.
  if (!error) socket.set_option(tcp::socket::reuse_address(true), error);
  if (!error) socket.bind(endpoint, error);
  return error;
}

Error explained(const std::error_code& error, const std::string& address, int port) {
  if (error == std::errc::address_in_use)
    return {
        fmt::format("port {} of {} is in use by another process; choose another with launch --port, or with "
                    "COMMLAB_PORT if commlab launch does not start the ranks",
                    port, address),
        Fault::runtime};
  if (error == std::errc::address_not_available)
    return {fmt::format("address '{}' does not belong to this computer, so no process can listen there",
                        address)};
  return {fmt::format("cannot listen at {}:{}: {}", address, port, error.message()), Fault::runtime};
}

}  // namespace

Result<ReservedPort> ReservedPort::open(const std::string& address, int port) {
  const auto endpoints = endpoints_of(address, port);
  if (!endpoints) return tl::unexpected(endpoints.error());
  return with_context([&](boost::asio::io_context& context) -> Result<ReservedPort> {
    tcp::socket socket(context);
    if (const error_code error = bind(socket, farthest(*endpoints)))
      return tl::unexpected(explained(error, address, port));
    const int chosen = socket.local_endpoint().port();
    Descriptor bound(socket.release());
    ::fcntl(bound.number(), F_SETFD, FD_CLOEXEC);  // so that no child keeps the port
    return ReservedPort(std::move(bound), address, chosen);
  });
}

Result<Descriptor> ReservedPort::listen() && {
  ::fcntl(socket_.number(), F_SETFL, ::fcntl(socket_.number(), F_GETFL) | O_NONBLOCK);
  if (::listen(socket_.number(), SOMAXCONN) == 0) return std::move(socket_);
  return tl::unexpected(explained({errno, std::system_category()}, address_, port_));
}

}  // namespace commlab

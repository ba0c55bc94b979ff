#include "gpu/net/listener.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <system_error>

#include <fcntl.h>
#include <sys/socket.h>

#include "gpu/net/addresses.h"

namespace commlab {

using boost::asio::ip::tcp;

namespace {

// Listens without blocking whoever accepts.
boost::system::error_code listen(tcp::acceptor& acceptor, const tcp::endpoint& endpoint) {
  boost::system::error_code error;
  acceptor.open(endpoint.protocol(), error);
  // A port that an ended run still holds in TIME_WAIT can be had again; one that is listened at cannot.
  if (!error) acceptor.set_option(tcp::acceptor::reuse_address(true), error);
  if (!error) acceptor.bind(endpoint, error);
  if (!error) acceptor.listen(boost::asio::socket_base::max_listen_connections, error);
  if (!error) acceptor.non_blocking(true, error);
  return error;
}

Error explained(const boost::system::error_code& error, const std::string& address, int port) {
  if (error == boost::asio::error::address_in_use)
    return {fmt::format("port {} of {} is in use by another process; choose another, or 0 for a free one",
                        port, address),
            Fault::runtime};
  if (error == std::errc::address_not_available)
    return {fmt::format("address '{}' is none of this computer's, so nobody can listen there", address)};
  return {fmt::format("cannot listen at {}:{}: {}", address, port, error.message()), Fault::runtime};
}

}  // namespace

Result<Listener> Listener::open(const std::string& address, int port) {
  const auto endpoints = endpoints_of(address, port);
  if (!endpoints) return tl::unexpected(endpoints.error());
  return with_context([&](boost::asio::io_context& context) -> Result<Listener> {
    tcp::acceptor acceptor(context);
    if (const auto error = listen(acceptor, farthest(*endpoints)))
      return tl::unexpected(explained(error, address, port));
    const int chosen = acceptor.local_endpoint().port();
    Descriptor socket(acceptor.release());
    ::fcntl(socket.number(), F_SETFD, FD_CLOEXEC);  // no child keeps the port
    return Listener(std::move(socket), chosen);
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

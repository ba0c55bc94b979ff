#pragma once
// A port that nobody is given while this lives, and where nobody listens until the test does: bound, so that
// the system gives it to no other process, but with SO_REUSEADDR, so that Listener::open() may have it.

#include <string>

#include "gpu/net/addresses.h"

namespace commlab {

class ReservedPort {
 public:
  // port() is 0 where this computer has no such address.
  explicit ReservedPort(const std::string& address = "127.0.0.1") : socket_(context_) {
    using boost::asio::ip::tcp;
    const auto endpoints = endpoints_of(address, 0);
    if (!endpoints) return;
    const tcp::endpoint& endpoint = farthest(*endpoints);
    boost::system::error_code failed;
    socket_.open(endpoint.protocol(), failed);
    if (!failed) socket_.set_option(tcp::socket::reuse_address(true), failed);
    if (!failed) socket_.bind(endpoint, failed);
    if (!failed) port_ = socket_.local_endpoint().port();
  }

  int port() const { return port_; }

 private:
  boost::asio::io_context context_;
  boost::asio::ip::tcp::socket socket_;
  int port_ = 0;
};

}  // namespace commlab

#pragma once
// Names of computers as addresses to listen at or to connect to. This header includes Boost.Asio; only
// sources that open sockets need it.

#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "core/base/error.h"

namespace commlab {

// One or more endpoints. The system looks up a name, with the system's own deadline.
Result<std::vector<boost::asio::ip::tcp::endpoint>> endpoints_of(const std::string& address, int port);

// The endpoint that most other computers can reach: the first one that is not a loopback address, or else the
// first one. REQUIRES: at least one.
const boost::asio::ip::tcp::endpoint& farthest(const std::vector<boost::asio::ip::tcp::endpoint>&);

// Calls `work` with a new context. Asio throws if the system has no descriptor left for one; that becomes an
// error.
template <class Work>
auto with_context(Work work) -> decltype(work(std::declval<boost::asio::io_context&>())) {
  try {
    boost::asio::io_context context;
    return work(context);
  } catch (const boost::system::system_error& error) {
    return fail(Fault::runtime, "no more sockets can be opened: {}", error.code().message());
  }
}

}  // namespace commlab

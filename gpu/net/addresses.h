#pragma once
// Names of computers as addresses to listen at or to connect to. It includes Boost.Asio: for the few
// sources of this folder that open sockets.

#include <string>
#include <utility>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>

#include "core/base/error.h"

namespace commlab {

// One or more. A name is looked up as the system does it, with the system's own deadline.
Result<std::vector<boost::asio::ip::tcp::endpoint>> endpoints_of(const std::string& address, int port);

// The one at which others can reach most: the first that is no loopback, or else the first. REQUIRES: one.
const boost::asio::ip::tcp::endpoint& farthest(const std::vector<boost::asio::ip::tcp::endpoint>&);

// What `work` gives with a context of its own. Asio throws where the system has no descriptor left for one.
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

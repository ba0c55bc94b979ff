#pragma once
// Names of computers as addresses to listen at or to connect to. It includes Boost.Asio: for the few
// sources of this folder that open sockets.

#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "core/error.h"

namespace commlab {

// One or more. A name is looked up as the system does it, with the system's own deadline.
Result<std::vector<boost::asio::ip::tcp::endpoint>> endpoints_of(const std::string& address, int port);

}  // namespace commlab

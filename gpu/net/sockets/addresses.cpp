#include "gpu/net/sockets/addresses.h"

#include <algorithm>
#include <cassert>

namespace commlab {

using boost::asio::ip::tcp;

Result<std::vector<tcp::endpoint>> endpoints_of(const std::string& address, int port) {
  if (port < 0 || port > 65'535) return fail("port {}: ports are numbers from 0 to 65535", port);
  const auto number = static_cast<std::uint16_t>(port);
  boost::system::error_code error;
  if (const auto literal = boost::asio::ip::make_address(address, error); !error)
    return std::vector{tcp::endpoint(literal, number)};

  return with_context([&](boost::asio::io_context& context) -> Result<std::vector<tcp::endpoint>> {
    tcp::resolver resolver(context);
    const auto found = resolver.resolve(address, "", error);
    if (error)
      return fail("address '{}': {}; expected a computer's name or IP address", address, error.message());
    std::vector<tcp::endpoint> endpoints;
    for (const auto& entry : found) endpoints.emplace_back(entry.endpoint().address(), number);
    return endpoints;
  });
}

const tcp::endpoint& farthest(const std::vector<tcp::endpoint>& endpoints) {
  assert(!endpoints.empty());
  const auto far = std::ranges::find_if(endpoints, [](const auto& e) { return !e.address().is_loopback(); });
  return far == endpoints.end() ? endpoints.front() : *far;
}

}  // namespace commlab

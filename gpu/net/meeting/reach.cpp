#include "gpu/net/meeting/reach.h"

#include <algorithm>
#include <vector>

#include "gpu/net/meeting/token.h"
#include "gpu/net/sockets/addresses.h"

namespace commlab {

using boost::asio::ip::tcp;

Result<bool> is_loopback(const std::string& address) {
  return endpoints_of(address, 0).map([](const std::vector<tcp::endpoint>& endpoints) {
    return std::ranges::all_of(endpoints, [](const auto& e) { return e.address().is_loopback(); });
  });
}

Result<std::string> listening_address(const std::string& meeting) {
  return endpoints_of(meeting, 0).map([](const std::vector<tcp::endpoint>& endpoints) -> std::string {
    const auto address = farthest(endpoints).address();
    if (address.is_loopback()) return address.is_v6() ? "::1" : "127.0.0.1";
    return address.is_v6() ? "::" : "0.0.0.0";
  });
}

Status check_guarded(const std::string& meeting, const std::string& token) {
  if (const Status usable = check_token(token); !usable) return usable;
  const Result<bool> loopback = is_loopback(meeting);
  if (!loopback) return tl::unexpected(loopback.error());
  if (*loopback || token.size() >= shortest_token) return {};
  return fail(
      "other computers can connect to '{}', so all ranks need the same token of at least {} characters "
      "(COMMLAB_TOKEN); this token has {}",
      meeting, shortest_token, token.size());
}

Status check_reach(const GroupPlace& place) {
  const Result<bool> loopback = is_loopback(place.address);
  if (!loopback) return tl::unexpected(loopback.error());
  const bool all_here = place.local_ranks == 0 || place.local_ranks >= place.ranks;
  if (!*loopback || all_here) return {};
  return fail(
      "the ranks cannot meet at '{}': it is a loopback address here, which other computers cannot reach, but "
      "{} of the {} ranks run on other computers; set MASTER_ADDR to the address that rank 0's computer has "
      "in your network (torchrun: --master-addr, or --local-addr)",
      place.address, place.ranks - place.local_ranks, place.ranks);
}

}  // namespace commlab

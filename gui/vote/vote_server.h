#pragma once
// Serves the class's pages over HTTP, in a thread of its own. Every connection gives one answer and is
// closed. What strangers can take is bounded: the number of connections (a new one takes the place of the
// oldest), the size of a request, the time in which it must arrive, requests and guesses of each address
// (vote_site.h), and ballots (vote_box.h).

#include <chrono>
#include <cstddef>
#include <memory>
#include <string>

#include "core/base/error.h"
#include "gui/vote/vote_box.h"
#include "gui/vote/vote_tokens.h"

namespace commlab {

struct VoteServerLimits {
  std::size_t connections = 64;
  std::chrono::milliseconds patience =
      std::chrono::seconds(5);  // for a request to arrive, and an answer to leave
};
inline constexpr std::size_t longest_request_head = 4096, longest_request_body = 1024;  // bytes

class VoteServer {
 public:
  // `address`: a number of this computer, or 0.0.0.0 for all of them. Port 0: a free one. The box must
  // outlive the server. Errors: no such address; the port is in use.
  static Result<std::unique_ptr<VoteServer>> open(VoteBox&, VoteTokens, const std::string& address, int port,
                                                  VoteServerLimits = {});
  ~VoteServer();  // closes all connections, and ends the thread
  VoteServer(const VoteServer&) = delete;
  VoteServer& operator=(const VoteServer&) = delete;

  int port() const;

 private:
  class Service;
  explicit VoteServer(std::unique_ptr<Service>);

  std::unique_ptr<Service> service_;
};

// "http://192.168.1.5:40123/k7f3m2". For a server on all addresses, the link has the address that other
// computers of the local network can most likely reach.
std::string link_to(const std::string& address, int port, const std::string& token);

}  // namespace commlab

#pragma once
// The lines of one member: a socket for each connection (sender, receiver, channel), kept for all runs of the
// group. The sender connects; its first message says who it is, and contains the group's secret. All sockets
// belong to one thread of the switchboard. This header includes Boost.Asio; few sources need it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/steady_timer.hpp>

#include "core/base/error.h"
#include "core/collective/collective.h"
#include "gpu/net/lines/lines.h"
#include "gpu/net/lines/peer_address.h"

namespace commlab {

// Names one of a member's outgoing lines, or one of its incoming lines.
struct LineName {
  Rank peer;
  int channel;
  auto operator<=>(const LineName&) const = default;
};

class Switchboard {
 public:
  explicit Switchboard(Rank self) : self_(self), acceptor_(context_), pause_(context_) {}
  ~Switchboard() { stop(); }
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;

  // Listens at a port that the system chooses. Error (Fault::runtime): it cannot listen.
  Status listen(const std::string& address);
  std::uint16_t port() const { return port_; }
  // Where all members listen, by rank, and the secret that a line's first message must contain.
  void meet(std::vector<PeerAddress> members, std::uint64_t secret);

  // Makes the outgoing lines that do not exist yet, and waits for the incoming ones. Errors (Fault::runtime):
  // a member cannot be reached, or does not connect, by the deadline; a line failed before.
  Status connect(const std::vector<LineName>& outgoing, const std::vector<LineName>& incoming,
                 std::chrono::steady_clock::time_point deadline);
  // REQUIRES: connect() made this line.
  OutgoingLine& outgoing(LineName) const;
  IncomingLine& incoming(LineName) const;

  // The first failure.
  Status status() const;
  // Closes all lines, and returns when no memory is used any more.
  void stop();

 private:
  struct Visitor;
  template <class Line>
  using Lines = std::map<LineName, std::unique_ptr<Line>>;

  void accept();
  void accept_later();
  void receive_hello(const std::shared_ptr<Visitor>&);
  void welcome(Visitor&);
  void call(LineName);
  void keep(Visitor&, LineName);
  LineBroke broke_with(Rank peer);
  // The peer of a line that does not exist yet, if there is one. REQUIRES: mutex_ is held.
  std::optional<Rank> missing(const std::vector<LineName>& outgoing,
                              const std::vector<LineName>& incoming) const;

  const Rank self_;
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::uint16_t port_ = 0;
  std::thread thread_;

  mutable std::mutex mutex_;  // protects the fields below
  std::condition_variable changed_;
  std::vector<PeerAddress> members_;
  std::uint64_t secret_ = 0;
  Lines<OutgoingLine> outgoing_;
  Lines<IncomingLine> incoming_;
  std::optional<Error> broken_;
  bool stopping_ = false;
};

}  // namespace commlab

#pragma once
// The lines of one member: a socket for each connection (sender, receiver, channel), which stays for all runs
// of the group. Whoever sends connects; a hello says who it is, and knows the group's secret. All sockets
// belong to one thread of the switchboard's own. It includes Boost.Asio: for the few sources that pass
// messages on.

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
#include "gpu/net/lines.h"
#include "gpu/net/peer_address.h"

namespace commlab {

// Of the lines that leave a member, or of those that come to it.
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

  // On a port of the system's choice. Errors (Fault::runtime): it cannot.
  Status listen(const std::string& address);
  std::uint16_t port() const { return port_; }
  // Where all members listen, by rank, and what their hellos must know.
  void meet(std::vector<PeerAddress> members, std::uint64_t secret);

  // Makes the outgoing lines that are not there yet, and waits for the incoming ones. Errors
  // (Fault::runtime): a member cannot be reached, or does not come, within the deadline; something broke
  // before.
  Status connect(const std::vector<LineName>& outgoing, const std::vector<LineName>& incoming,
                 std::chrono::steady_clock::time_point deadline);
  // REQUIRES: connect() made it.
  OutgoingLine& outgoing(LineName) const;
  IncomingLine& incoming(LineName) const;

  // What broke, if anything.
  Status status() const;
  // Closes all, and waits until no memory is touched any more.
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
  // Whose line is not there, if any is not. REQUIRES: mutex_ is held.
  std::optional<Rank> missing(const std::vector<LineName>& outgoing,
                              const std::vector<LineName>& incoming) const;

  const Rank self_;
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::uint16_t port_ = 0;
  std::thread thread_;

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<PeerAddress> members_;
  std::uint64_t secret_ = 0;
  Lines<OutgoingLine> outgoing_;
  Lines<IncomingLine> incoming_;
  std::optional<Error> broken_;
  bool stopping_ = false;
};

}  // namespace commlab

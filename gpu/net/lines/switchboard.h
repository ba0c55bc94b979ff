#pragma once
// The lines of one member: a socket for each connection (sender, receiver, channel), kept for all runs of the
// group. The sender connects; its first message says who it is, and contains the group's secret; the receiver
// answers with one byte. A connection that is closed before was one too many, and the sender tries again.
//
// A connection that says anything else, or nothing for two seconds, is closed, and disturbs nobody; before
// the members have met every connection is. All sockets belong to one thread of the switchboard. This header
// includes Boost.Asio; few sources need it.

#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <list>
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
#include "gpu/net/lines/line_name.h"
#include "gpu/net/lines/lines.h"
#include "gpu/net/lines/peer_address.h"

namespace commlab {

class Switchboard {
 public:
  explicit Switchboard(Rank self) : self_(self), acceptor_(context_), pause_(context_) {}
  ~Switchboard() { stop(); }
  Switchboard(const Switchboard&) = delete;
  Switchboard& operator=(const Switchboard&) = delete;

  // Listens at a port that the system chooses. Error (Fault::runtime): it cannot listen.
  Status listen(const std::string& address);
  std::uint16_t port() const { return port_; }
  // Where all members listen, by rank, and the secret that a line's first message must contain; not 0. Error
  // (Fault::runtime): they have met before.
  Status meet(std::vector<PeerAddress> members, std::uint64_t secret);

  // Makes the outgoing lines that do not exist yet, and waits for the incoming ones. Errors (Fault::runtime):
  // a member cannot be reached, or does not connect, by the deadline; a line failed before.
  Status connect(const std::vector<LineName>& outgoing, const std::vector<LineName>& incoming,
                 std::chrono::steady_clock::time_point deadline);
  // REQUIRES: connect() made this line.
  OutgoingLine& outgoing(LineName) const;
  IncomingLine& incoming(LineName) const;

  // The thread that carries messages wakes up.
  void wake();
  // The first failure.
  Status status() const;
  // Closes all lines, and returns when no memory is used any more.
  void stop();

 private:
  struct Visitor;
  template <class Line>
  using Lines = std::map<LineName, std::unique_ptr<Line>>;

  using Visitors = std::list<std::shared_ptr<Visitor>>;

  // What the thread does: it carries all messages, until the switchboard stops.
  void carry();
  void accept();
  void accept_later();
  void receive_hello(boost::asio::ip::tcp::socket);
  void hang_up_on_the_oldest();
  void welcome(const std::shared_ptr<Visitor>&);
  void keep_incoming(Visitor&);
  // Whether the visitor is a member whose line does not exist yet. REQUIRES: mutex_ is held.
  bool is_expected(const Visitor&) const;
  // Whether a member of this group can have this line. REQUIRES: mutex_ is held.
  bool can_be(LineName) const;
  void call(LineName, std::chrono::steady_clock::time_point deadline);
  void call_again(const std::shared_ptr<Visitor>&, LineName, std::chrono::steady_clock::time_point deadline);
  void keep_outgoing(Visitor&, LineName);
  LineBroke broke_with(Rank peer);
  // The peer of a line that does not exist yet, if there is one. REQUIRES: mutex_ is held.
  std::optional<Rank> missing(const std::vector<LineName>& outgoing,
                              const std::vector<LineName>& incoming) const;

  const Rank self_;
  boost::asio::io_context context_;
  boost::asio::ip::tcp::acceptor acceptor_;
  boost::asio::steady_timer pause_;
  std::uint16_t port_ = 0;
  Visitors visitors_;  // the oldest first; only the thread uses them
  std::thread thread_;

  mutable std::mutex mutex_;  // protects the fields below
  std::condition_variable changed_;
  std::vector<PeerAddress> members_;
  std::optional<std::uint64_t> secret_;  // once the members have met
  Lines<OutgoingLine> outgoing_;
  Lines<IncomingLine> incoming_;
  std::optional<Error> broken_;
  bool stopping_ = false;
};

}  // namespace commlab

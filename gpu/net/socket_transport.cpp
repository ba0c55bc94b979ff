#include "gpu/net/socket_transport.h"

#include <condition_variable>
#include <map>
#include <optional>
#include <thread>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/asio/write.hpp>

#include "gpu/net/lines.h"

namespace commlab {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

constexpr std::chrono::seconds hello_deadline{20};
constexpr std::chrono::milliseconds between_tries{50};

struct LineHello {
  std::uint64_t secret;
  std::int32_t from;
  std::int32_t channel;
};

// A stranger has so long to say who it is.
struct Visitor {
  Visitor(tcp::socket s) : socket(std::move(s)), deadline(socket.get_executor(), hello_deadline) {}
  tcp::socket socket;
  asio::steady_timer deadline;
  LineHello hello{};
};

using LineName = std::pair<Rank, int>;  // the other rank, channel

template <class Line>
using Lines = std::map<LineName, std::unique_ptr<Line>>;

// What this job's connection is here.
struct Carried {
  OutgoingLine* out = nullptr;
  IncomingLine* in = nullptr;
  Event credit{};  // a slot is free again
  Event sent{};
  Event arrived{};
};

}  // namespace

class SocketTransport::Sockets {
 public:
  explicit Sockets(Rank self) : self_(self), acceptor_(context_), pause_(context_) {}
  ~Sockets() { stop(); }

  Status listen(const std::string& address) {
    error_code failed;
    const tcp::endpoint here(asio::ip::make_address(address, failed), 0);
    if (!failed) acceptor_.open(here.protocol(), failed);
    if (!failed) acceptor_.bind(here, failed);
    if (!failed) acceptor_.listen(asio::socket_base::max_listen_connections, failed);
    if (failed)
      return fail(Fault::runtime, "rank {} cannot listen on {}: {}", self_, address, failed.message());
    port_ = acceptor_.local_endpoint().port();
    accept();
    thread_ = std::thread([this] { context_.run(); });
    return {};
  }

  std::uint16_t port() const { return port_; }

  void meet(std::vector<PeerAddress> members, std::uint64_t secret) {
    const std::lock_guard lock(mutex_);
    members_ = std::move(members);
    secret_ = secret;
  }

  Status prepare(const IssueOrder& order, HostDevice& device,
                 std::chrono::steady_clock::time_point deadline) {
    device_ = &device;
    carried_.assign(order.connections.size(), {});
    for (const LaneProgress::Connection& connection : order.connections)
      if (connection.from == self_) connect({connection.to, connection.channel});
    std::unique_lock lock(mutex_);
    const bool all_there =
        changed_.wait_until(lock, deadline, [&] { return broken_ || find_lines(order.connections); });
    if (broken_) return tl::unexpected(*broken_);
    if (all_there) return {};
    return fail(Fault::runtime, "rank {} has no connection with rank {} so far", self_, missing_);
  }

  void begin() {
    ++iteration_;
    for (const Carried& carried : carried_) {
      if (carried.out) carried.out->begin(iteration_);
      if (carried.in) carried.in->begin(iteration_);
    }
  }

  void await_slot(Stream stream, const Message& message) {
    const Carried& carried = of(message);
    carried.out->expect_credit(device_->promise(carried.credit));
    device_->wait(stream, carried.credit);
  }

  void send(Stream stream, const Message& message, const Stretches& source) {
    const Carried& carried = of(message);
    const HostDevice::Promise sent = device_->promise(carried.sent);
    const auto number = static_cast<std::uint32_t>(message.number);
    device_->call(stream, [out = carried.out, number, source, sent] { out->send(number, source, sent); });
    device_->wait(stream, carried.sent);
  }

  void await_message(Stream stream, const Message& message, std::span<std::byte> slot) {
    const Carried& carried = of(message);
    carried.in->expect_message(device_->promise(carried.arrived), slot);
    device_->wait(stream, carried.arrived);
  }

  void give_back(Stream stream, const Message& message) {
    const auto number = static_cast<std::uint32_t>(message.number);
    device_->call(stream, [in = of(message).in, number] { in->give_back(number); });
  }

  Status status() const {
    const std::lock_guard lock(mutex_);
    if (broken_) return tl::unexpected(*broken_);
    return {};
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stopping_ = true;
    }
    context_.stop();
    if (thread_.joinable()) thread_.join();
  }

 private:
  const Carried& of(const Message& message) const {
    return carried_[static_cast<std::size_t>(message.connection)];
  }

  void accept() {
    acceptor_.async_accept([this](error_code failed, tcp::socket socket) {
      if (failed) return accept_later();
      receive_hello(std::make_shared<Visitor>(std::move(socket)));
      accept();
    });
  }
  // Too many open files, say: that may pass.
  void accept_later() {
    pause_.expires_after(between_tries);
    pause_.async_wait([this](error_code cancelled) {
      if (!cancelled) accept();
    });
  }

  void receive_hello(const std::shared_ptr<Visitor>& visitor) {
    visitor->deadline.async_wait([visitor](error_code cancelled) {
      error_code ignored;
      if (!cancelled) visitor->socket.close(ignored);
    });
    asio::async_read(visitor->socket, asio::buffer(&visitor->hello, sizeof(LineHello)),
                     [this, visitor](error_code failed, std::size_t) {
                       visitor->deadline.cancel();
                       if (!failed) welcome(*visitor);
                     });
  }

  // Who does not know the secret, or is here already, is not heard any further.
  void welcome(Visitor& visitor) {
    const std::lock_guard lock(mutex_);
    const LineName name{visitor.hello.from, visitor.hello.channel};
    if (visitor.hello.secret != secret_ || incoming_.contains(name)) return;
    set_up(visitor.socket);
    incoming_[name] = std::make_unique<IncomingLine>(std::move(visitor.socket), broke_with(name.first));
    changed_.notify_all();
  }

  void connect(LineName name) {
    PeerAddress there;
    LineHello hello{};
    {
      const std::lock_guard lock(mutex_);
      if (outgoing_.contains(name)) return;
      there = members_[static_cast<std::size_t>(name.first)];
      hello = {.secret = secret_, .from = self_, .channel = name.second};
    }
    error_code failed;
    const tcp::endpoint endpoint(asio::ip::make_address(there.address, failed), there.port);
    if (failed) return broke_with(name.first)(failed.message());
    const auto visitor = std::make_shared<Visitor>(tcp::socket(context_));
    visitor->hello = hello;
    visitor->socket.async_connect(endpoint, [this, visitor, name](error_code unreachable) {
      if (unreachable) return broke_with(name.first)(unreachable.message());
      asio::async_write(visitor->socket, asio::buffer(&visitor->hello, sizeof(LineHello)),
                        [this, visitor, name](error_code unheard, std::size_t) {
                          if (unheard) return broke_with(name.first)(unheard.message());
                          keep(*visitor, name);
                        });
    });
  }

  void keep(Visitor& visitor, LineName name) {
    const std::lock_guard lock(mutex_);
    set_up(visitor.socket);
    outgoing_[name] = std::make_unique<OutgoingLine>(std::move(visitor.socket), broke_with(name.first));
    changed_.notify_all();
  }

  // Small messages leave at once.
  static void set_up(tcp::socket& socket) {
    error_code ignored;  // slower, but right
    socket.set_option(tcp::no_delay(true), ignored);
  }

  LineBroke broke_with(Rank peer) {
    return [this, peer](const std::string& why) {
      const std::lock_guard lock(mutex_);
      if (broken_ || stopping_) return;
      broken_ =
          Error{fmt::format("rank {}'s connection with rank {} broke: {}", self_, peer, why), Fault::runtime};
      changed_.notify_all();
    };
  }

  // REQUIRES: mutex_ is held.
  bool find_lines(const std::vector<LaneProgress::Connection>& connections) {
    for (std::size_t c = 0; c < connections.size(); ++c) {
      const LaneProgress::Connection& connection = connections[c];
      Carried& carried = carried_[c];
      if (connection.from == self_ && carried.out == nullptr) {
        missing_ = connection.to;
        const auto line = outgoing_.find({connection.to, connection.channel});
        if (line == outgoing_.end()) return false;
        carried.out = line->second.get();
        carried.credit = device_->add_event();
        carried.sent = device_->add_event();
      }
      if (connection.to == self_ && carried.in == nullptr) {
        missing_ = connection.from;
        const auto line = incoming_.find({connection.from, connection.channel});
        if (line == incoming_.end()) return false;
        carried.in = line->second.get();
        carried.arrived = device_->add_event();
      }
    }
    return true;
  }

  const Rank self_;
  asio::io_context context_;
  tcp::acceptor acceptor_;
  asio::steady_timer pause_;
  std::uint16_t port_ = 0;
  std::thread thread_;

  HostDevice* device_ = nullptr;
  std::uint32_t iteration_ = 0;
  std::vector<Carried> carried_;  // of each of the job's connections
  Rank missing_ = 0;              // whom prepare() still waits for

  mutable std::mutex mutex_;  // of what follows
  std::condition_variable changed_;
  std::vector<PeerAddress> members_;
  std::uint64_t secret_ = 0;
  Lines<OutgoingLine> outgoing_;
  Lines<IncomingLine> incoming_;
  std::optional<Error> broken_;
  bool stopping_ = false;
};

SocketTransport::SocketTransport(std::unique_ptr<Sockets> sockets) : sockets_(std::move(sockets)) {}
SocketTransport::~SocketTransport() = default;

Result<std::unique_ptr<SocketTransport>> SocketTransport::open(Rank self, const std::string& address) {
  auto sockets = std::make_unique<Sockets>(self);
  if (const Status listening = sockets->listen(address); !listening) return tl::unexpected(listening.error());
  return std::unique_ptr<SocketTransport>(new SocketTransport(std::move(sockets)));
}

std::uint16_t SocketTransport::port() const { return sockets_->port(); }
void SocketTransport::meet(std::vector<PeerAddress> members, std::uint64_t secret) {
  sockets_->meet(std::move(members), secret);
}
Status SocketTransport::prepare(const IssueOrder& order, HostDevice& device,
                                std::chrono::steady_clock::time_point deadline) {
  return sockets_->prepare(order, device, deadline);
}
void SocketTransport::stop() { sockets_->stop(); }
void SocketTransport::begin() { sockets_->begin(); }
void SocketTransport::await_slot(Stream stream, const Message& message) {
  sockets_->await_slot(stream, message);
}
void SocketTransport::send(Stream stream, const Message& message, const Stretches& source) {
  sockets_->send(stream, message, source);
}
void SocketTransport::await_message(Stream stream, const Message& message, std::span<std::byte> slot) {
  sockets_->await_message(stream, message, slot);
}
void SocketTransport::give_back(Stream stream, const Message& message) {
  sockets_->give_back(stream, message);
}
Status SocketTransport::status() const { return sockets_->status(); }

}  // namespace commlab

#include "gpu/net/lines/switchboard.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

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

// Small messages leave at once.
void set_up(tcp::socket& socket) {
  error_code ignored;  // without the option, messages are only slower
  socket.set_option(tcp::no_delay(true), ignored);
}

}  // namespace

// A connection whose peer has not yet sent its hello, for which it has time until the deadline.
struct Switchboard::Visitor {
  explicit Visitor(tcp::socket s) : socket(std::move(s)), deadline(socket.get_executor(), hello_deadline) {}
  tcp::socket socket;
  asio::steady_timer deadline;
  LineHello hello{};
};

Status Switchboard::listen(const std::string& address) {
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

void Switchboard::meet(std::vector<PeerAddress> members, std::uint64_t secret) {
  const std::lock_guard lock(mutex_);
  members_ = std::move(members);
  secret_ = secret;
}

Status Switchboard::connect(const std::vector<LineName>& outgoing, const std::vector<LineName>& incoming,
                            std::chrono::steady_clock::time_point deadline) {
  for (const LineName& name : outgoing) call(name);
  std::unique_lock lock(mutex_);
  changed_.wait_until(lock, deadline, [&] { return broken_ || !missing(outgoing, incoming); });
  if (broken_) return tl::unexpected(*broken_);
  if (const auto rank = missing(outgoing, incoming))
    return fail(Fault::runtime, "rank {} could not connect with rank {} in time", self_, *rank);
  return {};
}

std::optional<Rank> Switchboard::missing(const std::vector<LineName>& outgoing,
                                         const std::vector<LineName>& incoming) const {
  for (const LineName& name : outgoing)
    if (!outgoing_.contains(name)) return name.peer;
  for (const LineName& name : incoming)
    if (!incoming_.contains(name)) return name.peer;
  return std::nullopt;
}

OutgoingLine& Switchboard::outgoing(LineName name) const {
  const std::lock_guard lock(mutex_);
  assert(outgoing_.contains(name) && "connect() made this line");
  return *outgoing_.at(name);
}

IncomingLine& Switchboard::incoming(LineName name) const {
  const std::lock_guard lock(mutex_);
  assert(incoming_.contains(name) && "connect() made this line");
  return *incoming_.at(name);
}

Status Switchboard::status() const {
  const std::lock_guard lock(mutex_);
  if (broken_) return tl::unexpected(*broken_);
  return {};
}

void Switchboard::stop() {
  {
    const std::lock_guard lock(mutex_);
    stopping_ = true;
  }
  context_.stop();
  if (thread_.joinable()) thread_.join();
}

void Switchboard::accept() {
  acceptor_.async_accept([this](error_code failed, tcp::socket socket) {
    if (failed) return accept_later();
    receive_hello(std::make_shared<Visitor>(std::move(socket)));
    accept();
  });
}

// Accepting can fail for a while, for example if too many files are open.
void Switchboard::accept_later() {
  pause_.expires_after(between_tries);
  pause_.async_wait([this](error_code cancelled) {
    if (!cancelled) accept();
  });
}

void Switchboard::receive_hello(const std::shared_ptr<Visitor>& visitor) {
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

// A visitor with a wrong secret, or whose line exists already, is dropped.
void Switchboard::welcome(Visitor& visitor) {
  const std::lock_guard lock(mutex_);
  const LineName name{visitor.hello.from, visitor.hello.channel};
  if (visitor.hello.secret != secret_ || incoming_.contains(name)) return;
  set_up(visitor.socket);
  incoming_[name] = std::make_unique<IncomingLine>(std::move(visitor.socket), broke_with(name.peer));
  changed_.notify_all();
}

void Switchboard::call(LineName name) {
  PeerAddress there;
  LineHello hello{};
  {
    const std::lock_guard lock(mutex_);
    if (outgoing_.contains(name)) return;
    there = members_[name.peer];
    hello = {.secret = secret_, .from = self_, .channel = name.channel};
  }
  error_code failed;
  const tcp::endpoint endpoint(asio::ip::make_address(there.address, failed), there.port);
  if (failed) return broke_with(name.peer)(failed.message());
  const auto visitor = std::make_shared<Visitor>(tcp::socket(context_));
  visitor->hello = hello;
  visitor->socket.async_connect(endpoint, [this, visitor, name](error_code unreachable) {
    if (unreachable) return broke_with(name.peer)(unreachable.message());
    asio::async_write(visitor->socket, asio::buffer(&visitor->hello, sizeof(LineHello)),
                      [this, visitor, name](error_code unheard, std::size_t) {
                        if (unheard) return broke_with(name.peer)(unheard.message());
                        keep(*visitor, name);
                      });
  });
}

void Switchboard::keep(Visitor& visitor, LineName name) {
  const std::lock_guard lock(mutex_);
  set_up(visitor.socket);
  outgoing_[name] = std::make_unique<OutgoingLine>(std::move(visitor.socket), broke_with(name.peer));
  changed_.notify_all();
}

LineBroke Switchboard::broke_with(Rank peer) {
  return [this, peer](const std::string& why) {
    const std::lock_guard lock(mutex_);
    if (broken_ || stopping_) return;
    broken_ =
        Error{fmt::format("rank {}'s connection with rank {} broke: {}", self_, peer, why), Fault::runtime};
    changed_.notify_all();
  };
}

}  // namespace commlab

#include "gpu/net/lines/switchboard.h"

#include <algorithm>
#include <cassert>
#include <utility>

#include <fmt/format.h>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

#include "gpu/host/ask_a_while.h"
#include "gpu/host/host_processors.h"

namespace commlab {
namespace {

namespace asio = boost::asio;
using asio::ip::tcp;
using boost::system::error_code;

// A member sends its hello as soon as it is connected. More visitors than this are strangers, and the oldest
// goes first; the limit is far below the number of files that a process may open (1,024 by default).
constexpr std::chrono::seconds hello_deadline{2};
constexpr std::size_t most_visitors = 64;
constexpr std::chrono::milliseconds between_tries{50};

// Small messages leave at once.
void set_up(tcp::socket& socket) {
  error_code ignored;  // without the option, messages are only slower
  socket.set_option(tcp::no_delay(true), ignored);
}

}  // namespace

// A connection that is not yet a line. The one who called sends the hello, and gets the answer.
struct Switchboard::Visitor {
  explicit Visitor(tcp::socket s) : socket(std::move(s)), timer(socket.get_executor(), hello_deadline) {}
  tcp::socket socket;
  asio::steady_timer timer;
  LineHello hello{};
  std::byte answer{1};

  LineName name() const { return {hello.from, hello.channel}; }  // for the one who was called
  void hang_up() {
    error_code ignored;
    socket.close(ignored);
  }
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
  thread_ = std::thread([this] { carry(); });
  keep_on(thread_, processor_of(self_, allowed_processors()));
  return {};
}

void Switchboard::carry() {
  while (!context_.stopped())
    if (!ask_a_while([this] { return context_.poll() > 0 || context_.stopped(); })) context_.run_one();
}

Status Switchboard::meet(std::vector<PeerAddress> members, std::uint64_t secret) {
  assert(secret != 0);
  const std::lock_guard lock(mutex_);
  if (secret_) return fail(Fault::runtime, "the members of rank {}'s group were named a second time", self_);
  members_ = std::move(members);
  secret_ = secret;
  return {};
}

Status Switchboard::connect(const std::vector<LineName>& outgoing, const std::vector<LineName>& incoming,
                            std::chrono::steady_clock::time_point deadline) {
  for (const LineName& name : outgoing) call(name, deadline);
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

void Switchboard::wake() {
  asio::post(context_, [] {});
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
    receive_hello(std::move(socket));
    accept();
  });
}

// Accepting can fail for a while, for example if too many files are open. A stranger's may be one of them.
void Switchboard::accept_later() {
  hang_up_on_the_oldest();
  pause_.expires_after(between_tries);
  pause_.async_wait([this](error_code cancelled) {
    if (!cancelled) accept();
  });
}

void Switchboard::receive_hello(tcp::socket socket) {
  if (visitors_.size() >= most_visitors) hang_up_on_the_oldest();
  const auto visitor = std::make_shared<Visitor>(std::move(socket));
  const auto place = visitors_.insert(visitors_.end(), visitor);
  visitor->timer.async_wait([visitor](error_code cancelled) {
    if (!cancelled) visitor->hang_up();
  });
  asio::async_read(visitor->socket, asio::buffer(&visitor->hello, sizeof(LineHello)),
                   [this, visitor, place](error_code failed, std::size_t) {
                     visitor->timer.cancel();
                     visitors_.erase(place);
                     if (!failed) welcome(visitor);
                   });
}

// Its read ends, and with it the visit.
void Switchboard::hang_up_on_the_oldest() {
  if (!visitors_.empty()) visitors_.front()->hang_up();
}

// A visitor that is not expected is dropped.
void Switchboard::welcome(const std::shared_ptr<Visitor>& visitor) {
  {
    const std::lock_guard lock(mutex_);
    if (!is_expected(*visitor)) return;
  }
  asio::async_write(visitor->socket, asio::buffer(&visitor->answer, sizeof visitor->answer),
                    [this, visitor](error_code failed, std::size_t) {
                      if (!failed) keep_incoming(*visitor);
                    });
}

void Switchboard::keep_incoming(Visitor& visitor) {
  const std::lock_guard lock(mutex_);
  if (!is_expected(visitor)) return;  // another was quicker
  const LineName name = visitor.name();
  set_up(visitor.socket);
  incoming_[name] = std::make_unique<IncomingLine>(std::move(visitor.socket), broke_with(name.peer));
  changed_.notify_all();
}

bool Switchboard::is_expected(const Visitor& visitor) const {
  return secret_ && visitor.hello.secret == *secret_ && can_be(visitor.name()) &&
         !incoming_.contains(visitor.name());
}

bool Switchboard::can_be(LineName name) const {
  return name.peer >= 0 && name.peer < static_cast<Rank>(members_.size()) && name.peer != self_ &&
         name.channel >= 0 && name.channel < most_channels;
}

void Switchboard::call(LineName name, std::chrono::steady_clock::time_point deadline) {
  PeerAddress there;
  LineHello hello{};
  {
    const std::lock_guard lock(mutex_);
    if (outgoing_.contains(name)) return;
    assert(secret_ && can_be(name) && "the members have met, and the programs are checked");
    there = members_[name.peer];
    hello = {.secret = *secret_, .from = self_, .channel = name.channel};
  }
  error_code failed;
  const tcp::endpoint endpoint(asio::ip::make_address(there.address, failed), there.port);
  if (failed) return broke_with(name.peer)(failed.message());
  const auto visitor = std::make_shared<Visitor>(tcp::socket(context_));
  visitor->hello = hello;
  visitor->socket.async_connect(endpoint, [this, visitor, name, deadline](error_code unreachable) {
    if (unreachable) return broke_with(name.peer)(unreachable.message());
    asio::async_write(visitor->socket, asio::buffer(&visitor->hello, sizeof(LineHello)),
                      [this, visitor, name, deadline](error_code unheard, std::size_t) {
                        if (unheard) return call_again(visitor, name, deadline);
                        asio::async_read(visitor->socket,
                                         asio::buffer(&visitor->answer, sizeof visitor->answer),
                                         [this, visitor, name, deadline](error_code unanswered, std::size_t) {
                                           if (unanswered) return call_again(visitor, name, deadline);
                                           keep_outgoing(*visitor, name);
                                         });
                      });
  });
}

// The receiver hung up, because there was a crowd of strangers at its port.
void Switchboard::call_again(const std::shared_ptr<Visitor>& visitor, LineName name,
                             std::chrono::steady_clock::time_point deadline) {
  if (std::chrono::steady_clock::now() >= deadline) return;
  visitor->hang_up();
  visitor->timer.expires_after(between_tries);
  visitor->timer.async_wait([this, visitor, name, deadline](error_code cancelled) {
    if (!cancelled) call(name, deadline);
  });
}

void Switchboard::keep_outgoing(Visitor& visitor, LineName name) {
  const std::lock_guard lock(mutex_);
  if (outgoing_.contains(name)) return;  // an earlier call has come through after all
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

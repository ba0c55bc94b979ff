#include "gui/vote/vote_server.h"

#include <list>
#include <thread>

#include <fmt/format.h>
#include <boost/asio/io_context.hpp>
#include <boost/asio/ip/tcp.hpp>
#include <boost/asio/ip/udp.hpp>
#include <boost/asio/steady_timer.hpp>
#include <boost/beast/core/flat_buffer.hpp>
#include <boost/beast/core/tcp_stream.hpp>
#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/read.hpp>
#include <boost/beast/http/string_body.hpp>
#include <boost/beast/http/write.hpp>

#include "gui/vote/vote_site.h"

namespace commlab {
namespace {

namespace asio = boost::asio;
namespace beast = boost::beast;
namespace http = boost::beast::http;
using asio::ip::tcp;
using ErrorCode = boost::system::error_code;

constexpr std::chrono::milliseconds rest_without_descriptors{100};

// The address as the limits count it. A host has a whole network of 64 bits of IPv6.
std::string counted_address(const asio::ip::address& address) {
  if (!address.is_v6()) return address.to_string();
  if (address.to_v6().is_v4_mapped())
    return asio::ip::make_address_v4(asio::ip::v4_mapped, address.to_v6()).to_string();
  auto bytes = address.to_v6().to_bytes();
  std::fill(bytes.begin() + 8, bytes.end(), 0);
  return asio::ip::address_v6(bytes).to_string();
}

using HttpReply = http::response<http::string_body>;

HttpReply message_of(WebReply reply) {
  HttpReply message(static_cast<http::status>(reply.status), 11);
  message.keep_alive(false);
  message.set(http::field::content_type, reply.type);
  message.set(http::field::cache_control, "no-store");
  message.set("X-Content-Type-Options", "nosniff");
  message.set("Referrer-Policy", "no-referrer");  // the link is a secret
  message.set("X-Frame-Options", "DENY");
  const std::string own =
      reply.nonce.empty()
          ? ""
          : fmt::format("script-src 'nonce-{0}'; style-src 'nonce-{0}'; connect-src 'self'; img-src data:; ",
                        reply.nonce);
  message.set(
      "Content-Security-Policy",
      fmt::format("default-src 'none'; {}base-uri 'none'; form-action 'none'; frame-ancestors 'none'", own));
  message.body() = std::move(reply.body);
  message.prepare_payload();
  return message;
}

// One request and its answer.
class Connection : public std::enable_shared_from_this<Connection> {
 public:
  Connection(tcp::socket socket, VoteSite& site, std::chrono::milliseconds patience)
      : stream_(std::move(socket)), site_(site), patience_(patience) {
    parser_.header_limit(longest_request_head);
    parser_.body_limit(longest_request_body);
    ErrorCode gone;
    const tcp::endpoint from = stream_.socket().remote_endpoint(gone);
    if (!gone) address_ = counted_address(from.address());
  }

  // The deadline is for the whole request, so that a byte now and then does not keep the connection.
  void begin() {
    stream_.expires_after(patience_);
    http::async_read(stream_, buffer_, parser_,
                     [self = shared_from_this()](ErrorCode failed, std::size_t) { self->answer(failed); });
  }
  void close() {
    ErrorCode ignored;
    stream_.socket().close(ignored);
  }
  bool closed() const { return !stream_.socket().is_open(); }

 private:
  void answer(ErrorCode failed) {
    if (failed) return close();
    const auto& request = parser_.get();
    const auto view = [](beast::string_view text) { return std::string_view(text.data(), text.size()); };
    reply_ = message_of(site_.reply({.method = view(request.method_string()),
                                     .target = view(request.target()),
                                     .body = request.body(),
                                     .address = address_},
                                    VoteSite::Clock::now()));
    stream_.expires_after(patience_);
    http::async_write(stream_, reply_, [self = shared_from_this()](ErrorCode, std::size_t) { self->end(); });
  }
  // The other side may still be sending, and a close would then take the answer back. So the connection ends
  // once the other side has ended it, or at the deadline.
  void end() {
    ErrorCode ignored;
    stream_.socket().shutdown(tcp::socket::shutdown_send, ignored);
    stream_.expires_after(std::min(patience_, std::chrono::milliseconds(1000)));
    stream_.async_read_some(asio::buffer(rest_),
                            [self = shared_from_this()](ErrorCode, std::size_t) { self->close(); });
  }

  beast::tcp_stream stream_;
  VoteSite& site_;
  const std::chrono::milliseconds patience_;
  std::string address_;
  beast::flat_buffer buffer_{longest_request_head + longest_request_body};
  http::request_parser<http::string_body> parser_;
  HttpReply reply_;
  std::array<char, 512> rest_{};
};

Result<tcp::acceptor> acceptor_at(asio::io_context& context, const std::string& address, int port) {
  ErrorCode wrong;
  const auto number = asio::ip::make_address(address, wrong);
  if (wrong)
    return fail("'{}': expected an IP address of this computer, or 0.0.0.0 for all of them", address);
  const tcp::endpoint end(number, static_cast<std::uint16_t>(port));
  tcp::acceptor acceptor(context);
  acceptor.open(end.protocol(), wrong);
  if (!wrong) acceptor.set_option(tcp::acceptor::reuse_address(true), wrong);
  if (!wrong) acceptor.bind(end, wrong);
  if (!wrong) acceptor.listen(asio::socket_base::max_listen_connections, wrong);
  if (wrong) return fail(Fault::runtime, "{}:{}: {}", address, port, wrong.message());
  return acceptor;
}

// The address from which this computer would send to the internet: no packet is sent to find out. Where there
// is no such way, the loopback address.
std::string own_address() {
  asio::io_context context;
  asio::ip::udp::socket socket(context);
  ErrorCode failed;
  const asio::ip::udp::endpoint anywhere(asio::ip::make_address_v4("203.0.113.1"),
                                         9);  // for documents: RFC 5737
  socket.open(asio::ip::udp::v4(), failed);
  if (!failed) socket.connect(anywhere, failed);
  const asio::ip::udp::endpoint own = failed ? asio::ip::udp::endpoint() : socket.local_endpoint(failed);
  return failed ? "127.0.0.1" : own.address().to_string();
}

}  // namespace

class VoteServer::Service {
 public:
  Service(VoteBox& box, VoteTokens tokens, VoteServerLimits limits)
      : site_(box, std::move(tokens)), limits_(limits) {}
  ~Service() {
    context_.stop();
    if (thread_.joinable()) thread_.join();
    for (const auto& connection : connections_) connection->close();
  }
  Service(const Service&) = delete;
  Service& operator=(const Service&) = delete;

  Status begin(const std::string& address, int port) {
    Result<tcp::acceptor> acceptor = acceptor_at(context_, address, port);
    if (!acceptor) return tl::unexpected(acceptor.error());
    acceptor_ = *std::move(acceptor);
    ErrorCode unknown;
    port_ = acceptor_.local_endpoint(unknown).port();
    accept();
    thread_ = std::thread([this] { run(); });
    return {};
  }
  int port() const { return port_; }

 private:
  // Where memory runs out in one connection, the others go on.
  void run() {
    for (bool over = false; !over;) try {
        context_.run();
        over = true;
      } catch (const std::exception&) {
        over = false;
      }
  }

  void accept() {
    acceptor_.async_accept([this](ErrorCode failed, tcp::socket socket) {
      if (failed == asio::error::operation_aborted) return;
      if (failed) return rest();
      take(std::move(socket));
      accept();
    });
  }

  // No descriptor is left: connections that end give some back.
  void rest() {
    pause_.expires_after(rest_without_descriptors);
    pause_.async_wait([this](ErrorCode failed) {
      if (!failed) accept();
    });
  }

  // A real request needs milliseconds, so the oldest connection is the one that is most likely stuck.
  void take(tcp::socket socket) {
    connections_.remove_if([](const auto& connection) { return connection->closed(); });
    if (connections_.size() >= limits_.connections) {
      connections_.front()->close();
      connections_.pop_front();
    }
    connections_.push_back(std::make_shared<Connection>(std::move(socket), site_, limits_.patience));
    connections_.back()->begin();
  }

  asio::io_context context_{1};
  tcp::acceptor acceptor_{context_};
  asio::steady_timer pause_{context_};
  VoteSite site_;
  VoteServerLimits limits_;
  std::list<std::shared_ptr<Connection>> connections_;  // the oldest first; only the thread uses it
  int port_ = 0;
  std::thread thread_;
};

VoteServer::VoteServer(std::unique_ptr<Service> service) : service_(std::move(service)) {}
VoteServer::~VoteServer() = default;
int VoteServer::port() const { return service_->port(); }

Result<std::unique_ptr<VoteServer>> VoteServer::open(VoteBox& box, VoteTokens tokens,
                                                     const std::string& address, int port,
                                                     VoteServerLimits limits) {
  try {
    auto service = std::make_unique<Service>(box, std::move(tokens), limits);
    const Status begun = service->begin(address, port);
    if (!begun) return tl::unexpected(begun.error());
    return std::unique_ptr<VoteServer>(new VoteServer(std::move(service)));
  } catch (const std::exception& failed) {  // no descriptor or no thread is left
    return fail(Fault::runtime, "no server can be started: {}", failed.what());
  }
}

std::string link_to(const std::string& address, int port, const std::string& token) {
  const bool all = address == "0.0.0.0" || address == "::";
  const std::string host = all ? own_address() : address;
  const bool has_colons = host.find(':') != std::string::npos;
  return fmt::format("http://{}{}{}:{}/{}", has_colons ? "[" : "", host, has_colons ? "]" : "", port, token);
}

}  // namespace commlab

#include "gpu/net/lines/socket_transport.h"

#include <utility>

#include "gpu/net/lines/switchboard.h"

namespace commlab {

SocketTransport::SocketTransport(Rank self, std::unique_ptr<Switchboard> switchboard)
    : self_(self), switchboard_(std::move(switchboard)) {}

SocketTransport::~SocketTransport() = default;

Result<std::unique_ptr<SocketTransport>> SocketTransport::open(Rank self, const std::string& address) {
  auto switchboard = std::make_unique<Switchboard>(self);
  if (const Status listening = switchboard->listen(address); !listening)
    return tl::unexpected(listening.error());
  return std::unique_ptr<SocketTransport>(new SocketTransport(self, std::move(switchboard)));
}

std::uint16_t SocketTransport::port() const { return switchboard_->port(); }

Status SocketTransport::meet(std::vector<PeerAddress> members, std::uint64_t secret) {
  return switchboard_->meet(std::move(members), secret);
}

Status SocketTransport::prepare(const IssueOrder& order, HostDevice& device,
                                std::chrono::steady_clock::time_point deadline) {
  std::vector<LineName> outgoing, incoming;
  for (const LaneProgress::Connection& connection : order.connections) {
    if (connection.from == self_) outgoing.push_back({connection.to, connection.channel});
    if (connection.to == self_) incoming.push_back({connection.from, connection.channel});
  }
  if (const Status connected = switchboard_->connect(outgoing, incoming, deadline); !connected)
    return connected;

  device_ = &device;
  carried_.assign(order.connections.size(), {});
  for (std::size_t c = 0; c < order.connections.size(); ++c) carried_[c] = carry(order.connections[c]);
  return {};
}

SocketTransport::Carried SocketTransport::carry(const LaneProgress::Connection& connection) {
  Carried carried;
  if (connection.from == self_)
    carried = {.out = &switchboard_->outgoing({connection.to, connection.channel}),
               .credit = device_->add_event(),
               .sent = device_->add_event()};
  if (connection.to == self_) {
    carried.in = &switchboard_->incoming({connection.from, connection.channel});
    carried.arrived = device_->add_event();
  }
  return carried;
}

void SocketTransport::wake() { switchboard_->wake(); }

void SocketTransport::stop() { switchboard_->stop(); }

void SocketTransport::begin() {
  ++iteration_;
  for (const Carried& carried : carried_) {
    if (carried.out) carried.out->begin(iteration_);
    if (carried.in) carried.in->begin(iteration_);
  }
}

void SocketTransport::await_slot(Stream stream, const Message& message) {
  const Carried& carried = of(message);
  carried.out->expect_credit(device_->promise(carried.credit));
  device_->wait(stream, carried.credit);
}

void SocketTransport::send(Stream stream, const Message& message, const Stretches& source) {
  const Carried& carried = of(message);
  const HostDevice::Promise sent = device_->promise(carried.sent);
  const auto number = static_cast<std::uint32_t>(message.number);
  device_->call(stream, [out = carried.out, number, source, sent] { out->send(number, source, sent); });
  device_->wait(stream, carried.sent);
}

void SocketTransport::await_message(Stream stream, const Message& message, std::span<std::byte> slot) {
  const Carried& carried = of(message);
  carried.in->expect_message(device_->promise(carried.arrived), slot);
  device_->wait(stream, carried.arrived);
}

void SocketTransport::give_back(Stream stream, const Message& message) {
  const auto number = static_cast<std::uint32_t>(message.number);
  device_->call(stream, [in = of(message).in, number] { in->give_back(number); });
}

Status SocketTransport::status() const { return switchboard_->status(); }

const SocketTransport::Carried& SocketTransport::of(const Message& message) const {
  return carried_[message.connection];
}

}  // namespace commlab

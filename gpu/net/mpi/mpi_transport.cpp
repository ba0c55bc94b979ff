#include "gpu/net/mpi/mpi_transport.h"

#include <algorithm>
#include <thread>

#include "core/base/index.h"
#include "core/base/units.h"

namespace commlab {

Status MpiTransport::prepare(const IssueOrder& order, int slots, HostDevice& device) {
  stop();
  for (const Message& message : order.messages)
    if (message.bytes.count > most_mpi_bytes)
      return fail("a message has {}, and MPI counts {} at most; more --pieces make smaller messages",
                  to_human(message.bytes), to_human(Bytes{most_mpi_bytes}));
  slots_ = slots;
  device_ = &device;
  connections_ = order.connections;
  incoming_.clear();
  for (const LaneProgress::Connection& connection : connections_)
    incoming_.push_back({.from = connection.from, .tag = connection.channel, .messages = {}});
  return {};
}

void MpiTransport::stop() {
  for (Incoming& incoming : incoming_)
    for (Awaited& awaited : incoming.messages) {
      if (awaited.under_way) calls_.give_up_receive(&awaited.request);
      awaited.under_way = false;
    }
}

void MpiTransport::begin() {
  for (Incoming& incoming : incoming_) incoming.messages.clear();
}

void MpiTransport::send(Stream stream, const Message& message, const Stretches& source) {
  const LaneProgress::Connection& connection = connections_[index(message.connection)];
  device_->call(stream, [this, source, to = connection.to, tag = connection.channel] {
    MpiRequest sent = calls_.begin_send(source, to, tag);
    wait_for(sent);
  });
}

void MpiTransport::await_message(Stream stream, const Message& message, std::span<std::byte> slot) {
  Incoming& incoming = incoming_[index(message.connection)];
  Awaited& awaited = incoming.messages.emplace_back();
  awaited.slot = slot;
  if (message.number < slots_) expect(incoming, awaited);
  device_->call(stream, [this, &awaited] { awaited.under_way = !wait_for(awaited.request); });
}

void MpiTransport::give_back(Stream stream, const Message& message) {
  Incoming& incoming = incoming_[index(message.connection)];
  device_->call(stream, [this, &incoming, next = index(message.number + slots_)] {
    expect(incoming, incoming.messages[next]);
  });
}

void MpiTransport::expect(Incoming& incoming, Awaited& awaited) const {
  awaited.request = calls_.begin_receive(awaited.slot, incoming.from, incoming.tag);
  awaited.under_way = true;
}

bool MpiTransport::wait_for(MpiRequest& request) const {
  while (!calls_.is_done(&request)) {
    if (device_->is_abandoned()) return false;
    std::this_thread::yield();
  }
  return true;
}

}  // namespace commlab

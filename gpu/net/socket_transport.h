#pragma once
// The transport between members of a group: the messages of a job's connections, each over its line
// (switchboard.h), kept in step with the streams of the device by events.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gpu/host_device.h"
#include "gpu/net/peer_address.h"
#include "gpu/transport.h"

namespace commlab {

class IncomingLine;
class OutgoingLine;
class Switchboard;

class SocketTransport : public Transport {
 public:
  // Listens on the address, on a port of the system's choice. Errors (Fault::runtime): it cannot.
  static Result<std::unique_ptr<SocketTransport>> open(Rank self, const std::string& address);
  ~SocketTransport() override;
  std::uint16_t port() const;

  // Where all members listen, by rank, and what their hellos must know.
  void meet(std::vector<PeerAddress> members, std::uint64_t secret);
  // Makes what connections to and from this rank are not there yet, and carries the device's messages from
  // now on. Errors (Fault::runtime): a member cannot be reached, or does not come, within the deadline.
  Status prepare(const IssueOrder&, HostDevice&, std::chrono::steady_clock::time_point deadline);
  // Closes all, and waits until no memory is touched any more.
  void stop();

  void begin() override;
  void await_slot(Stream, const Message&) override;
  void send(Stream, const Message&, const Stretches& source) override;
  void await_message(Stream, const Message&, std::span<std::byte> slot) override;
  void give_back(Stream, const Message&) override;
  Status status() const override;

 private:
  // What one of the job's connections is here.
  struct Carried {
    OutgoingLine* out = nullptr;
    IncomingLine* in = nullptr;
    Event credit{};  // a slot is free again
    Event sent{};
    Event arrived{};
  };
  SocketTransport(Rank self, std::unique_ptr<Switchboard>);
  Carried carry(const LaneProgress::Connection&);
  const Carried& of(const Message&) const;

  const Rank self_;
  std::unique_ptr<Switchboard> switchboard_;
  HostDevice* device_ = nullptr;
  std::uint32_t iteration_ = 0;
  std::vector<Carried> carried_;  // of each of the job's connections
};

}  // namespace commlab

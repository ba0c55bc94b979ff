#pragma once
// The transport between members of a group. Each connection of a job has a line (switchboard.h) that carries
// its messages; events synchronize the lines with the device's streams.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gpu/host/host_device.h"
#include "gpu/net/lines/peer_address.h"
#include "gpu/transport.h"

namespace commlab {

class IncomingLine;
class OutgoingLine;
class Switchboard;

class SocketTransport : public Transport {
 public:
  // Listens on the address, at a port that the system chooses. Error (Fault::runtime): it cannot listen.
  static Result<std::unique_ptr<SocketTransport>> open(Rank self, const std::string& address);
  ~SocketTransport() override;
  std::uint16_t port() const;

  // Where all members listen, by rank, and the secret that a line's first message must contain; not 0. Error
  // (Fault::runtime): they have met before.
  Status meet(std::vector<PeerAddress> members, std::uint64_t secret);
  // Makes the lines to and from this rank that do not exist yet, and carries the device's messages from now
  // on. Errors (Fault::runtime): a member cannot be reached, or does not connect, by the deadline.
  Status prepare(const IssueOrder&, HostDevice&, std::chrono::steady_clock::time_point deadline);
  // Messages come soon: the thread that carries them wakes up.
  void wake();
  // Closes all lines, and returns when no memory is used any more.
  void stop();

  void begin() override;
  void await_slot(Stream, const Message&) override;
  void send(Stream, const Message&, const Stretches& source) override;
  void await_message(Stream, const Message&, std::span<std::byte> slot) override;
  void give_back(Stream, const Message&) override;
  Status status() const override;

 private:
  // The parts of one of the job's connections that belong to this rank.
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
  std::vector<Carried> carried_;  // by connection of the job
};

}  // namespace commlab

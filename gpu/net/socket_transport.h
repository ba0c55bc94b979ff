#pragma once
// The transport between members of a group: a socket for each connection (sender, receiver, channel), which
// stays for all runs of the group. Whoever sends connects; a hello says who it is, and knows the group's
// secret.

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/error.h"
#include "gpu/host_device.h"
#include "gpu/transport.h"

namespace commlab {

// Where a member listens for the others.
struct PeerAddress {
  std::string address;
  std::uint16_t port = 0;
};

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
  class Sockets;
  explicit SocketTransport(std::unique_ptr<Sockets>);

  std::unique_ptr<Sockets> sockets_;
};

}  // namespace commlab

#pragma once
// The transport between members of a group with MPI's messages. The lanes themselves call MPI, as the threads
// of a program written for MPI do:
//
//   send       MPI_Isend; the lane waits until MPI has taken the bytes
//   receive    MPI_Irecv into the slot as soon as the slot is free, for the first messages before the start;
//              the lane waits until the message has arrived
//
// A lane waits by asking again and again, and lets other threads run in between: that is how MPI itself
// waits, and what moves its messages. MPI holds a sender back until a slot is free, or keeps small messages
// itself.

#include <deque>
#include <memory>
#include <span>
#include <vector>

#include "core/base/error.h"
#include "gpu/host/host_device.h"
#include "gpu/net/mpi/mpi_calls.h"
#include "gpu/transport.h"

namespace commlab {

class MpiTransport : public Transport {
 public:
  // MPI must have begun for many threads, and outlive the transport.
  explicit MpiTransport(const MpiCalls& calls) : calls_(calls) {}
  ~MpiTransport() override { stop(); }

  // Carries the device's messages from now on. Error: a message is larger than MPI can count.
  Status prepare(const IssueOrder&, int slots, HostDevice&);
  // Gives up all messages that are still awaited; after that their slots are no longer used. REQUIRES: the
  // device rests.
  void stop();

  void begin() override;
  void await_slot(Stream, const Message&) override {}
  void send(Stream, const Message&, const Stretches& source) override;
  void await_message(Stream, const Message&, std::span<std::byte> slot) override;
  void give_back(Stream, const Message&) override;
  Status status() const override { return {}; }

 private:
  struct Awaited {
    std::span<std::byte> slot;
    MpiRequest request{};
    bool under_way = false;
  };
  // What arrives on one connection in one iteration, by number. One lane uses it after the start.
  struct Incoming {
    Rank from;
    int tag;
    std::deque<Awaited> messages;
  };
  void expect(Incoming&, Awaited&) const;
  bool wait_for(MpiRequest&) const;  // false: the device was abandoned before

  const MpiCalls& calls_;
  int slots_ = 1;
  HostDevice* device_ = nullptr;
  std::vector<LaneProgress::Connection> connections_;
  std::vector<Incoming> incoming_;  // by connection
};

}  // namespace commlab

#pragma once
// One socket between two members. It carries messages one way, and in the other direction a credit for each
// slot that is free again. The k-th message of an iteration belongs to the k-th expect_message(), the k-th
// credit to the k-th expect_credit().
//
//   OutgoingLine   header, bytes  ------------>   IncomingLine   (always reads: it has a free slot)
//                  <------------  credit
//
// Everything except expect_*() and begin() happens on the thread of the socket's executor.

#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <span>
#include <string>
#include <vector>

#include <boost/asio/ip/tcp.hpp>

#include "gpu/host/host_device.h"
#include "gpu/strips.h"

namespace commlab {

// Sent before each message. Numbers count from 0 in every iteration. The byte order is this computer's, as in
// all messages between members.
struct MessageHeader {
  std::uint32_t iteration;
  std::uint32_t number;
  std::uint64_t bytes;
};
struct Credit {
  std::uint32_t iteration;
  std::uint32_t number;
};

// Called once, when a line has failed; it cannot be used after that.
using LineBroke = std::function<void(std::string why)>;

class OutgoingLine {
 public:
  OutgoingLine(boost::asio::ip::tcp::socket socket, LineBroke broke);

  void begin(std::uint32_t iteration);
  void expect_credit(HostDevice::Promise);
  // Keeps the promise `sent` when the source may be overwritten. REQUIRES: the send before this one is done.
  void send(std::uint32_t number, Stretches source, HostDevice::Promise sent);

 private:
  void read_credit();
  void take_credit();

  boost::asio::ip::tcp::socket socket_;
  LineBroke broke_;
  bool sending_ = false;
  MessageHeader header_{};
  Credit credit_{};
  std::mutex mutex_;  // protects the fields below
  std::uint32_t iteration_ = 0;
  std::vector<HostDevice::Promise> expected_;
  std::size_t taken_ = 0;
};

class IncomingLine {
 public:
  IncomingLine(boost::asio::ip::tcp::socket socket, LineBroke broke);

  void begin(std::uint32_t iteration);
  void expect_message(HostDevice::Promise arrived, std::span<std::byte> slot);
  void give_back(std::uint32_t number);

 private:
  struct Expected {
    HostDevice::Promise arrived;
    std::span<std::byte> slot;
  };
  void read_header();
  void read_message();
  void write_credit();

  boost::asio::ip::tcp::socket socket_;
  LineBroke broke_;
  MessageHeader header_{};
  std::deque<Credit> credits_;  // the first is being written
  std::mutex mutex_;            // protects the fields below
  std::uint32_t iteration_ = 0;
  std::vector<Expected> expected_;
  std::size_t taken_ = 0;
};

}  // namespace commlab

#include "gpu/net/lines/lines.h"

#include <cassert>

#include <fmt/format.h>
#include <boost/asio/post.hpp>
#include <boost/asio/read.hpp>
#include <boost/asio/write.hpp>

namespace commlab {
namespace {

namespace asio = boost::asio;
using boost::system::error_code;

}  // namespace

OutgoingLine::OutgoingLine(asio::ip::tcp::socket socket, LineBroke broke)
    : socket_(std::move(socket)), broke_(std::move(broke)) {
  asio::post(socket_.get_executor(), [this] { read_credit(); });
}

void OutgoingLine::begin(std::uint32_t iteration) {
  const std::lock_guard lock(mutex_);
  iteration_ = iteration;
  expected_.clear();
  taken_ = 0;
}

void OutgoingLine::expect_credit(HostDevice::Promise promise) {
  const std::lock_guard lock(mutex_);
  expected_.push_back(promise);
}

void OutgoingLine::send(std::uint32_t number, Stretches source, HostDevice::Promise sent) {
  asio::post(socket_.get_executor(), [this, number, source = std::move(source), sent] {
    assert(!sending_ && "the send before is done");
    sending_ = true;
    header_ = {.iteration = 0, .number = number, .bytes = 0};
    {
      const std::lock_guard lock(mutex_);
      header_.iteration = iteration_;
    }
    std::vector<asio::const_buffer> buffers{asio::buffer(&header_, sizeof header_)};
    for (const std::span<std::byte> stretch : source) {
      header_.bytes += stretch.size();
      buffers.emplace_back(stretch.data(), stretch.size());
    }
    asio::async_write(socket_, buffers, [this, sent](error_code failed, std::size_t) {
      if (failed) return broke_(failed.message());
      sending_ = false;
      sent.keep();
    });
  });
}

void OutgoingLine::read_credit() {
  asio::async_read(socket_, asio::buffer(&credit_, sizeof credit_), [this](error_code failed, std::size_t) {
    if (failed) return broke_(failed.message());
    take_credit();
  });
}

void OutgoingLine::take_credit() {
  {
    const std::lock_guard lock(mutex_);
    if (credit_.iteration != iteration_ || credit_.number != taken_ || taken_ >= expected_.size())
      return broke_(
          fmt::format("the receiver gave back slot {} of iteration {}, which the sender does not wait for",
                      credit_.number, credit_.iteration));
    expected_[taken_++].keep();
  }
  read_credit();
}

IncomingLine::IncomingLine(asio::ip::tcp::socket socket, LineBroke broke)
    : socket_(std::move(socket)), broke_(std::move(broke)) {
  asio::post(socket_.get_executor(), [this] { read_header(); });
}

void IncomingLine::begin(std::uint32_t iteration) {
  const std::lock_guard lock(mutex_);
  iteration_ = iteration;
  expected_.clear();
  taken_ = 0;
}

void IncomingLine::expect_message(HostDevice::Promise arrived, std::span<std::byte> slot) {
  const std::lock_guard lock(mutex_);
  expected_.push_back({arrived, slot});
}

void IncomingLine::give_back(std::uint32_t number) {
  asio::post(socket_.get_executor(), [this, number] {
    std::uint32_t iteration = 0;
    {
      const std::lock_guard lock(mutex_);
      iteration = iteration_;
    }
    credits_.push_back({.iteration = iteration, .number = number});
    if (credits_.size() == 1) write_credit();
  });
}

void IncomingLine::read_header() {
  asio::async_read(socket_, asio::buffer(&header_, sizeof header_), [this](error_code failed, std::size_t) {
    if (failed) return broke_(failed.message());
    read_message();
  });
}

// Reads the message into its slot, which is free: the sender had a credit for this slot, or uses the slot for
// the first time.
void IncomingLine::read_message() {
  Expected expected{};
  {
    const std::lock_guard lock(mutex_);
    if (header_.iteration != iteration_ || header_.number != taken_ || taken_ >= expected_.size())
      return broke_(
          fmt::format("the sender sent message {} of iteration {}, which the receiver does not expect",
                      header_.number, header_.iteration));
    expected = expected_[taken_];
    if (header_.bytes != expected.slot.size())
      return broke_(fmt::format("the sender's message {} has {} B; expected {} B", header_.number,
                                header_.bytes, expected.slot.size()));
    ++taken_;
  }
  asio::async_read(socket_, asio::buffer(expected.slot.data(), expected.slot.size()),
                   [this, expected](error_code failed, std::size_t) {
                     if (failed) return broke_(failed.message());
                     expected.arrived.keep();
                     read_header();
                   });
}

void IncomingLine::write_credit() {
  asio::async_write(socket_, asio::buffer(&credits_.front(), sizeof(Credit)),
                    [this](error_code failed, std::size_t) {
                      if (failed) return broke_(failed.message());
                      credits_.pop_front();
                      if (!credits_.empty()) write_credit();
                    });
}

}  // namespace commlab

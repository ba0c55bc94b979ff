// The transport with a stand-in for MPI: when receives begin, and what becomes of those that never end.

#include "gpu/net/mpi/mpi_transport.h"

#include <array>
#include <set>
#include <vector>

#include <gtest/gtest.h>

namespace commlab {
namespace {

// MPI on paper. A table of functions has no object, so the test's own lies here while the test runs.
struct PaperMpi {
  std::vector<std::size_t> sent;                     // bytes of each message
  std::vector<std::pair<std::byte*, int>> receives;  // into which slot, with which tag
  std::set<std::uint64_t> under_way;
  bool all_arrive = true;
  static PaperMpi* now;

  PaperMpi() { now = this; }
  ~PaperMpi() { now = nullptr; }
  PaperMpi(const PaperMpi&) = delete;
  PaperMpi& operator=(const PaperMpi&) = delete;
};
PaperMpi* PaperMpi::now = nullptr;

const MpiCalls paper_calls = {
    .begin_send =
        [](std::span<const std::span<std::byte>> stretches, Rank, int) {
          std::size_t bytes = 0;
          for (const auto& stretch : stretches) bytes += stretch.size();
          PaperMpi::now->sent.push_back(bytes);
          return MpiRequest{};
        },
    .begin_receive =
        [](std::span<std::byte> into, Rank, int tag) {
          PaperMpi::now->receives.emplace_back(into.data(), tag);
          PaperMpi::now->under_way.insert(PaperMpi::now->receives.size());
          return MpiRequest{PaperMpi::now->receives.size()};
        },
    .is_done =
        [](MpiRequest* request) {
          if (request->handle != 0 && !PaperMpi::now->all_arrive) return false;
          PaperMpi::now->under_way.erase(request->handle);
          return true;
        },
    .give_up_receive = [](MpiRequest* request) { PaperMpi::now->under_way.erase(request->handle); },
};

// Rank 1 of two receives three messages from rank 0 on channel 5, through two slots.
class MpiTransports : public testing::Test {
 protected:
  MpiTransports() {
    order_.connections.push_back({.from = 0, .to = 1, .channel = 5});
    for (int number = 0; number < 3; ++number)
      order_.messages.push_back({.number = number, .bytes = Bytes{8}});
  }
  std::byte* slot(int number) { return slots_.data() + 8 * (number % 2); }
  void receive_all() {
    transport_.begin();
    for (const Message& message : order_.messages) {
      transport_.await_message(stream_, message, {slot(message.number), 8});
      if (message.number == 0) transport_.give_back(stream_, message);
    }
  }

  std::array<std::byte, 16> slots_{};
  IssueOrder order_;
  PaperMpi mpi_;
  HostDevice device_;
  Stream stream_ = device_.add_stream(1).value();
  MpiTransport transport_{paper_calls};
};

TEST_F(MpiTransports, ReceiveIntoASlotWhenItIsFree) {
  ASSERT_TRUE(transport_.prepare(order_, 2, device_));
  const Event gate = device_.add_event();
  device_.shut(gate);
  device_.wait(stream_, gate);
  receive_all();
  EXPECT_EQ(mpi_.receives.size(), 2u) << "before the start: one for each slot";
  device_.open(gate);
  ASSERT_TRUE(device_.finish(std::chrono::steady_clock::now() + std::chrono::minutes(1)));
  ASSERT_EQ(mpi_.receives.size(), 3u);
  for (int number = 0; number < 3; ++number) EXPECT_EQ(mpi_.receives[number], std::pair(slot(number), 5));
}

TEST_F(MpiTransports, GiveUpWhatNeverArrives) {
  mpi_.all_arrive = false;
  ASSERT_TRUE(transport_.prepare(order_, 2, device_));
  receive_all();
  device_.abandon();
  EXPECT_EQ(mpi_.under_way.size(), 2u);
  transport_.stop();
  EXPECT_TRUE(mpi_.under_way.empty());
}

TEST_F(MpiTransports, RefuseAMessageThatMpiCannotCount) {
  order_.messages[1].bytes = Bytes{most_mpi_bytes + 1};
  const Status ready = transport_.prepare(order_, 2, device_);
  ASSERT_FALSE(ready);
  EXPECT_NE(ready.error().message.find("more --pieces make smaller messages"), std::string::npos);
}

}  // namespace
}  // namespace commlab

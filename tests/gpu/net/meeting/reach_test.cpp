// From where a meeting place can be reached, and groups that meet at each kind of place.

#include "gpu/net/meeting/reach.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/net/group/called_group.h"
#include "gpu/net/sockets/addresses.h"
#include "gpu/net/sockets/listener.h"

namespace commlab {
namespace {

using testing::HasSubstr;

TEST(Reach, MembersListenAsFarAsTheirMeetingPlaceReaches) {
  EXPECT_EQ(listening_address("127.0.0.1"), "127.0.0.1");
  EXPECT_EQ(listening_address("127.0.1.1"), "127.0.0.1");
  EXPECT_EQ(listening_address("::1"), "::1");
  EXPECT_EQ(listening_address("192.0.2.1"), "0.0.0.0");
  EXPECT_EQ(listening_address("2001:db8::1"), "::");
  EXPECT_FALSE(listening_address("no such name"));
}

// Debian's /etc/hosts gives a computer's name a loopback address; a second line may give a network address.
TEST(Reach, OfSeveralAddressesTheFarthestCounts) {
  using boost::asio::ip::make_address, boost::asio::ip::tcp;
  const tcp::endpoint own(make_address("127.0.1.1"), 1), network(make_address("192.0.2.1"), 1);

  EXPECT_EQ(farthest({own, network}), network);
  EXPECT_EQ(farthest({network, own}), network);
  EXPECT_EQ(farthest({own}), own);
}

TEST(Reach, ALoopbackAddressIsNotForRanksOnOtherComputers) {
  const auto told = [](int ranks, int local_ranks, const std::string& address) {
    const Status reaches = check_reach({.ranks = ranks, .local_ranks = local_ranks, .address = address});
    return reaches ? std::string("it reaches") : reaches.error().message;
  };

  EXPECT_EQ(
      told(8, 4, "127.0.1.1"),
      "the ranks cannot meet at '127.0.1.1': it is a loopback address here, which other computers cannot "
      "reach, but 4 of the 8 ranks run on other computers; set MASTER_ADDR to the address that rank 0's "
      "computer has in your network (torchrun: --master-addr, or --local-addr)");
  EXPECT_EQ(told(8, 8, "127.0.1.1"), "it reaches");
  EXPECT_EQ(told(8, 0, "127.0.1.1"), "it reaches") << "without LOCAL_WORLD_SIZE all are taken to be here";
  EXPECT_EQ(told(8, 4, "192.0.2.1"), "it reaches");

  const auto group = CalledGroup::call(
      2, {.place = GroupPlace{.ranks = 2, .local_ranks = 1, .address = "127.0.1.1", .port = 1}});
  ASSERT_FALSE(group);
  EXPECT_EQ(group.error().fault, Fault::input);
  EXPECT_THAT(group.error().message, HasSubstr("but 1 of the 2 ranks run on other computers"));
}

}  // namespace
}  // namespace commlab

// A port that is reserved until the process that needs it listens there.

#include "gpu/net/sockets/reserved_port.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"
#include "tests/gpu/net/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

TEST(ReservedPort, IsGivenToNobodyButWhoAsksForIt) {
  const ReservedPort reserved = ReservedPort::open().value();

  EXPECT_NE(ReservedPort::open()->port(), reserved.port());
  EXPECT_NE(Listener::open("127.0.0.1", 0)->port(), reserved.port());
  const auto listener = Listener::open("127.0.0.1", reserved.port());
  ASSERT_TRUE(listener) << listener.error().message;
  EXPECT_TRUE(connect_to("127.0.0.1", reserved.port(), soon()));
}

TEST(ReservedPort, IsListenedAtByNobodyBefore) {
  const ReservedPort reserved = ReservedPort::open().value();

  EXPECT_FALSE(connect_to("127.0.0.1", reserved.port(), in(50ms)));
}

TEST(ReservedPort, WhereSomebodyListensCannotBeHad) {
  const Listener other = Listener::open("127.0.0.1", 0).value();

  const auto reserved = ReservedPort::open("127.0.0.1", other.port());

  ASSERT_FALSE(reserved);
  EXPECT_EQ(
      reserved.error().message,
      fmt::format("port {} of 127.0.0.1 is in use by another process; choose another with launch --port, "
                  "or with COMMLAB_PORT if commlab launch does not start the ranks",
                  other.port()));
}

// Two may reserve a port; only one of them can listen.
TEST(ReservedPort, IsListenedAtByOne) {
  ReservedPort one = ReservedPort::open().value();
  ReservedPort other = ReservedPort::open("127.0.0.1", one.port()).value();
  const auto listening = std::move(one).listen();
  ASSERT_TRUE(listening);

  const auto again = std::move(other).listen();

  ASSERT_FALSE(again);
  EXPECT_THAT(again.error().message, testing::HasSubstr("is in use by another process"));
}

TEST(ReservedPort, IsFreeAfterwards) {
  const Holdings before = holdings();
  const int port = ReservedPort::open()->port();

  EXPECT_TRUE(Listener::open("127.0.0.1", port));
  EXPECT_TRUE(nothing_leaked_since(before));
}

}  // namespace
}  // namespace commlab

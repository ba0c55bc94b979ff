// A listening socket that changes hands: nobody is refused meanwhile, and nothing else passes for it.

#include "gpu/net/sockets/listener_offer.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include <fcntl.h>

#include "gpu/net/sockets/connect.h"
#include "tests/gpu/net/net_place.h"

using namespace std::chrono_literals;

namespace commlab {
namespace {

using testing::HasSubstr;

const std::string loopback = "127.0.0.1";

// What a process gets that asks the offer for a socket at this port.
Result<Listener> fetched(const ListenerOffer& offer, const Listener& offered, int port) {
  auto asked =
      std::async(std::launch::async, [&] { return fetch_listener(offer.name(), loopback, port, soon()); });
  pollfd waited{.fd = offer.descriptor(), .events = POLLIN, .revents = 0};
  EXPECT_TRUE(wait_until_ready({&waited, 1}, soon()));
  offer.hand_out(offered);
  return asked.get();
}

TEST(ListenerOffer, GivesTheSocketWithWhoIsInItsQueue) {
  const Holdings before = holdings();
  {
    const Listener opened = Listener::open(loopback, 0).value();
    const ListenerOffer offer = ListenerOffer::open().value();
    const auto early = connect_to(loopback, opened.port(), soon());
    ASSERT_TRUE(early) << "who comes before the socket is handed over is not refused";

    for (const char* time : {"first", "second"}) {  // a rank may run commlab twice
      const auto listener = fetched(offer, opened, opened.port());
      ASSERT_TRUE(listener) << listener.error().message;
      EXPECT_EQ(listener->port(), opened.port());
      EXPECT_EQ(listener->accept()->has_value(), time == std::string("first"));
      EXPECT_NE(::fcntl(listener->descriptor(), F_GETFD) & FD_CLOEXEC, 0);
    }
  }
  EXPECT_TRUE(nothing_leaked_since(before));
}

TEST(ListenerOffer, NeverWaitsForWhoeverAsked) {
  const Listener opened = Listener::open(loopback, 0).value();
  const ListenerOffer offer = ListenerOffer::open().value();

  offer.hand_out(opened);  // nobody has asked

  const auto too_late = fetch_listener(offer.name(), loopback, opened.port(), in(50ms));
  ASSERT_FALSE(too_late);
  EXPECT_EQ(
      too_late.error().message,
      fmt::format("the launcher did not hand over the socket that listens at 127.0.0.1:{}", opened.port()));
  offer.hand_out(opened);  // who asked has gone
}

TEST(ListenerOffer, IsMissedWhereThereIsNone) {
  const std::string name = ListenerOffer::open()->name();

  const auto nothing = fetch_listener(name, loopback, 1, soon());

  ASSERT_FALSE(nothing);
  EXPECT_THAT(nothing.error().message,
              HasSubstr("no launcher of this user offers a socket at COMMLAB_LISTENER '" + name + "'"));
  EXPECT_FALSE(fetch_listener("", loopback, 1, soon()));
  EXPECT_THAT(fetch_listener(std::string(5000, 'x'), loopback, 1, soon()).error().message,
              HasSubstr("COMMLAB_LISTENER has 5000 characters"));
}

TEST(ListenerOffer, IsRefusedWhereTheSocketListensElsewhere) {
  const Listener opened = Listener::open(loopback, 0).value();
  const ListenerOffer offer = ListenerOffer::open().value();

  const auto listener = fetched(offer, opened, opened.port() + 1);

  ASSERT_FALSE(listener);
  EXPECT_EQ(
      listener.error().message,
      fmt::format("the socket that was handed over does not listen at 127.0.0.1:{}", opened.port() + 1));
  EXPECT_EQ(listener.error().fault, Fault::runtime);
}

TEST(Listener, AdoptsOnlyWhatListens) {
  auto [one, other] = connected_sockets();
  Descriptor no_socket(::open("/dev/null", O_RDONLY | O_CLOEXEC));
  Descriptor closed;
  for (Descriptor* const wrong : {&one, &no_socket, &closed})
    EXPECT_FALSE(Listener::adopt(std::move(*wrong), loopback, 1));
}

}  // namespace
}  // namespace commlab

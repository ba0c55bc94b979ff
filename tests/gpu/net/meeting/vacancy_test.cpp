// A rank that comes after rank 0 has ended learns that at once.

#include "gpu/net/meeting/vacancy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <future>

#include "gpu/net/meeting/join.h"
#include "gpu/net/sockets/descriptor.h"
#include "tests/patience.h"

namespace commlab {
namespace {

TEST(Vacancy, TellsWhoeverComesWhyNobodyIsThere) {
  Listener listener = Listener::open("127.0.0.1", 0).value();
  const int port = listener.port();
  const Vacancy vacancy(std::move(listener), "rank 0 ended");
  auto member =
      std::async(std::launch::async, [port] { return join({.port = port, .rank = 1, .ranks = 2}, soon()); });
  pollfd waited{.fd = vacancy.descriptor(), .events = POLLIN, .revents = 0};
  ASSERT_TRUE(wait_until_ready({&waited, 1}, soon()));

  vacancy.turn_away();

  const auto joined = member.get();
  ASSERT_FALSE(joined);
  EXPECT_EQ(joined.error().fault, Fault::runtime);
  EXPECT_EQ(joined.error().message,
            fmt::format("the coordinator at 127.0.0.1:{} refused rank 1: rank 0 ended", port));
}

TEST(Vacancy, WaitsForNobody) { Vacancy(Listener::open("127.0.0.1", 0).value(), "").turn_away(); }

}  // namespace
}  // namespace commlab

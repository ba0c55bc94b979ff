#include "tests/gpu/net_place.h"

#include <thread>

#include "gpu/net/connect.h"
#include "gpu/net/listener.h"

namespace commlab {
namespace {

std::ptrdiff_t entries(const char* folder) {
  return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

}  // namespace

std::pair<Descriptor, Descriptor> connected_sockets() {
  const Listener listener = Listener::open("127.0.0.1", 0).value();
  Descriptor one = connect_to("127.0.0.1", listener.port(), soon()).value();
  return {std::move(one), std::move(*listener.accept().value())};
}

Holdings holdings() {
  // A sanitizer has a thread of its own from our first one on; the one that ended takes a moment to go.
  static const bool begun = [] {
    std::thread([] {}).join();
    std::this_thread::sleep_for(std::chrono::milliseconds(50));
    return true;
  }();
  static_cast<void>(begun);
  return {entries("/proc/self/fd"), entries("/proc/self/task")};
}

Holdings holdings_after(const Holdings& before) {
  const Deadline deadline = in(std::chrono::seconds(5));
  while (!(holdings() == before) && std::chrono::steady_clock::now() < deadline)
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  return holdings();
}

}  // namespace commlab

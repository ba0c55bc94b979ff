#include "tests/gpu/net/net_place.h"

#include <filesystem>
#include <thread>

#include "gpu/net/sockets/connect.h"
#include "gpu/net/sockets/listener.h"

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
  // A sanitizer starts a thread of its own with the program's first thread.
  static const bool begun = [] {
    std::thread([] {}).join();
    return true;
  }();
  static_cast<void>(begun);
  return {entries("/proc/self/fd"), entries("/proc/self/task")};
}

testing::AssertionResult nothing_leaked_since(const Holdings& before) {
  const Deadline deadline = soon();
  while (true) {
    const Holdings now = holdings();
    if (now.descriptors <= before.descriptors && now.threads <= before.threads)
      return testing::AssertionSuccess();
    if (std::chrono::steady_clock::now() >= deadline)
      return testing::AssertionFailure()
             << now.descriptors << " descriptors and " << now.threads << " threads; before there were "
             << before.descriptors << " and " << before.threads;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
}

}  // namespace commlab

#pragma once
// Keeps a thread near a PCI device, such as a GPU. A computer with several sockets has memory at each (NUMA),
// and the time of a copy depends on which socket's memory is copied and which processor issues it. Linux puts
// memory at the processor that touches or pins it first, so a thread that stays near a GPU also gets its
// memory there.

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sched.h>

namespace commlab {

// The calling thread stays there from construction to destruction, which must happen in the same thread. It
// uses only processors that it might use before. If /sys does not tell which processors are near, or the
// thread may use none of them, nothing changes.
class StayNear {
 public:
  // `bus` is the device's address, in either case: "0000:18:00.0". `root` is "/", and another folder in
  // tests.
  explicit StayNear(std::string_view bus, const std::filesystem::path& root = "/");
  ~StayNear();
  StayNear(const StayNear&) = delete;
  StayNear& operator=(const StayNear&) = delete;

  // "processors 0-3,8 of NUMA node 1", without the node if /sys does not tell it; empty if nothing changed.
  const std::string& where() const { return where_; }

 private:
  std::optional<cpu_set_t> before_;
  std::string where_;
};

}  // namespace commlab

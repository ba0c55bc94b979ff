#pragma once
// MPI in this process: commlab_mpi.so is loaded, and MPI begins. A process can do so once.

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error.h"
#include "gpu/net/mpi/mpi_calls.h"

namespace commlab {

// Where commlab_mpi.so may be: beside the program or the Python module, or where `cmake --install` puts it.
std::vector<std::filesystem::path> mpi_module_places(const std::filesystem::path& program);

// The module, once loaded. Errors: this commlab was built without MPI; the MPI that it was built with is
// missing.
Result<const MpiCalls*> load_mpi();

// Enough for all processes to load MPI and to connect.
inline constexpr std::chrono::milliseconds time_to_begin_mpi{60'000};

class MpiLibrary {
 public:
  // Waits until all of the job's processes begin. Errors (Fault::runtime): as load_mpi(); MPI does not begin,
  // or not for so many threads; MPI knows of another number of processes than the launcher has told.
  static Result<std::unique_ptr<MpiLibrary>> begin(MpiCalls::Threads, int processes);
  // Waits until all of the job's processes end MPI. With a deadline, ends this process if they do not.
  ~MpiLibrary();
  MpiLibrary(const MpiLibrary&) = delete;
  MpiLibrary& operator=(const MpiLibrary&) = delete;

  const MpiCalls& calls() const { return calls_; }
  void end_within(std::chrono::milliseconds deadline) { end_within_ = deadline; }
  // After a failure others may never end MPI, so this process does not wait for them.
  void leave_open() { left_open_ = true; }

 private:
  explicit MpiLibrary(const MpiCalls& calls) : calls_(calls) {}

  const MpiCalls& calls_;
  bool left_open_ = false;
  std::optional<std::chrono::milliseconds> end_within_;
};

}  // namespace commlab

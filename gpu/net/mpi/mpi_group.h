#pragma once
// The processes that mpirun or srun has started together.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error.h"

namespace commlab {

struct MpiCalls;

// Where commlab_mpi.so may be: beside the program, or where `cmake --install` puts it.
std::vector<std::filesystem::path> mpi_module_places(const std::filesystem::path& program);

class MpiGroup {
 public:
  // Joins the group; null if this process was started alone. An error: this program cannot use the MPI that
  // has started it.
  static Result<std::unique_ptr<MpiGroup>> join();
  // Waits until all processes of the group end it.
  ~MpiGroup();
  MpiGroup(const MpiGroup&) = delete;
  MpiGroup& operator=(const MpiGroup&) = delete;

  int rank() const;
  int processes() const;
  // How many processes run on some of the cores of this one, itself included. All processes call it together.
  int sharing_cores() const;

  struct Received {
    int from;
    std::string text;
  };
  // For one thread only.
  void send(int to, std::string_view text) const;
  std::optional<Received> receive() const;  // nothing if no text has arrived

 private:
  explicit MpiGroup(const MpiCalls& calls) : calls_(calls) {}

  const MpiCalls& calls_;
};

}  // namespace commlab

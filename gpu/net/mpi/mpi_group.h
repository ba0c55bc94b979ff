#pragma once
// The processes that mpirun or srun has started together.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/error.h"
#include "gpu/net/mpi/mpi_library.h"

namespace commlab {

// Waits at its end until all processes of the group end it.
class MpiGroup {
 public:
  // Joins the group; null if this process was started alone. An error: this program cannot use the MPI that
  // has started it.
  static Result<std::unique_ptr<MpiGroup>> join();
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
  explicit MpiGroup(std::unique_ptr<MpiLibrary> library) : library_(std::move(library)) {}
  const MpiCalls& calls() const { return library_->calls(); }

  std::unique_ptr<MpiLibrary> library_;
};

}  // namespace commlab

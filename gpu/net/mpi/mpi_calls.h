#pragma once
// The calls of MPI that commlab needs. They live in a module of their own, commlab_mpi.so, which is loaded
// only by processes that mpirun or srun has started: commlab starts, and is built, without MPI.

#include <cstddef>

namespace commlab {

// Called by one thread only. MPI itself ends all processes when a call fails.
struct MpiCalls {
  // False: MPI does not begin.
  bool (*begin)();
  int (*rank)();
  int (*processes)();
  // How many processes run on some of the cores of this one, itself included.
  int (*sharing_cores)();
  void (*send)(int to, const char* bytes, std::size_t count);
  // Whether a letter has arrived: from whom, and its length in bytes. Does not wait.
  bool (*arrived)(int* from, std::size_t* count);
  // Reads the letter that arrived() told of.
  void (*receive)(int from, char* bytes, std::size_t count);
  void (*end)();
};

// The one symbol of the module; its name as dlsym() wants it.
inline constexpr const char* mpi_calls_symbol = "commlab_mpi_calls";
using GetMpiCalls = const MpiCalls* (*)();

}  // namespace commlab

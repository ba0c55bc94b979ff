#pragma once
// The calls of MPI that commlab needs. They live in a module of their own, commlab_mpi.so, which is loaded
// only where MPI is asked for: commlab starts, and is built, without MPI.

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/collective/collective.h"

namespace commlab {

// A message that is under way: MPI's own handle.
struct MpiRequest {
  std::uint64_t handle;
};

// MPI's own collective, as one rank calls it. Input and output are laid out as Collective says; in place,
// they are the same memory.
struct MpiCollectiveCall {
  const Collective& collective;
  Rank self;
  std::byte* input;
  std::byte* output;
};

// MPI itself ends all processes when a call fails. Letters are for one thread only; the calls below them are
// for any number of threads, if MPI has begun with Threads::many.
struct MpiCalls {
  enum class Threads : std::uint8_t { one, many };
  // False: MPI does not begin, or not for so many threads. All processes call it together.
  bool (*begin)(Threads);
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

  // One message of these stretches of memory, at most most_mpi_bytes in all. Messages with one tag between
  // two ranks arrive in the order in which they were sent.
  MpiRequest (*begin_send)(std::span<const std::span<std::byte>>, Rank to, int tag);
  MpiRequest (*begin_receive)(std::span<std::byte>, Rank from, int tag);
  // Whether it is done; does not wait. A request that is done must not be asked again.
  bool (*is_done)(MpiRequest*);
  void (*give_up_receive)(MpiRequest*);
  // Returns when this rank's part is done. REQUIRES: mpi_can_do().
  void (*collective)(const MpiCollectiveCall&);
  // Ends all processes of the job.
  void (*abort)(int status);
  // "Open MPI v4.1.4", also before MPI begins. Whether MPI says that it takes the memory of GPUs.
  const char* (*version)();
  bool (*takes_memory_of_gpus)();
};

// MPI counts with int.
inline constexpr std::int64_t most_mpi_bytes = INT32_MAX;

// The one symbol of the module; its name as dlsym() wants it.
inline constexpr const char* mpi_calls_symbol = "commlab_mpi_calls";
using GetMpiCalls = const MpiCalls* (*)();

}  // namespace commlab

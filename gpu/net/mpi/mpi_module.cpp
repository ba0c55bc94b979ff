// commlab_mpi.so: the only source that includes mpi.h.

#include <vector>

#include <mpi.h>
#include <sched.h>

#include "gpu/net/mpi/mpi_calls.h"

namespace commlab {
namespace {

constexpr int letters = 0;  // the tag of all messages

bool begin() {
  int provided = 0;
  return MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided) == MPI_SUCCESS &&
         provided >= MPI_THREAD_FUNNELED;
}

int rank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

int processes() {
  int processes = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &processes);
  return processes;
}

int sharing_cores() {
  cpu_set_t mine;
  CPU_ZERO(&mine);
  if (::sched_getaffinity(0, sizeof mine, &mine) != 0) return 1;
  MPI_Comm computer;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL, &computer);
  int here = 0;
  MPI_Comm_size(computer, &here);
  std::vector<cpu_set_t> all(here);
  MPI_Allgather(&mine, sizeof mine, MPI_BYTE, all.data(), sizeof mine, MPI_BYTE, computer);
  MPI_Comm_free(&computer);

  int sharing = 0;
  for (const cpu_set_t& theirs : all) {
    cpu_set_t both;
    CPU_AND(&both, &mine, &theirs);
    if (CPU_COUNT(&both) > 0) ++sharing;
  }
  return sharing;
}

void send(int to, const char* bytes, std::size_t count) {
  MPI_Send(bytes, static_cast<int>(count), MPI_BYTE, to, letters, MPI_COMM_WORLD);
}

bool arrived(int* from, std::size_t* count) {
  int flag = 0;
  MPI_Status status;
  MPI_Iprobe(MPI_ANY_SOURCE, letters, MPI_COMM_WORLD, &flag, &status);
  if (flag == 0) return false;
  int bytes = 0;
  MPI_Get_count(&status, MPI_BYTE, &bytes);
  *from = status.MPI_SOURCE;
  *count = static_cast<std::size_t>(bytes);
  return true;
}

void receive(int from, char* bytes, std::size_t count) {
  MPI_Recv(bytes, static_cast<int>(count), MPI_BYTE, from, letters, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
}

void end() { MPI_Finalize(); }

constexpr MpiCalls calls = {begin, rank, processes, sharing_cores, send, arrived, receive, end};

}  // namespace
}  // namespace commlab

extern "C" const commlab::MpiCalls* commlab_mpi_calls() { return &commlab::calls; }

#include "gpu/net/mpi/mpi_library.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include "core/base/own_file.h"
#include "core/base/watchdog.h"
#include "gpu/net/mpi/last_words.h"

namespace commlab {
namespace {

constexpr const char* module_name = "commlab_mpi.so";

}  // namespace

std::vector<std::filesystem::path> mpi_module_places(const std::filesystem::path& program) {
  const std::filesystem::path folder = program.parent_path();
  return {folder / module_name, folder.parent_path() / "lib" / "commlab" / module_name};
}

Result<const MpiCalls*> load_mpi() {
  std::error_code unreadable;
  const auto places = mpi_module_places(own_file());
  for (const std::filesystem::path& place : places) {
    if (!std::filesystem::exists(place, unreadable)) continue;
    // Global, because MPI loads parts of its own, which look for its symbols. Never unloaded.
    void* const module = ::dlopen(place.c_str(), RTLD_NOW | RTLD_GLOBAL);
    if (module == nullptr)
      return fail(Fault::runtime, "{} cannot be loaded: {}; install the MPI that it was built with",
                  place.string(), ::dlerror());
    return reinterpret_cast<GetMpiCalls>(::dlsym(module, mpi_calls_symbol))();
  }
  return fail(
      "this commlab was built without MPI: there is no {} in {}; install MPI (Debian: libopenmpi-dev) and "
      "build again",
      module_name,
      fmt::join(
          places | std::views::transform([](const auto& place) { return place.parent_path().string(); }),
          " or "));
}

Result<std::unique_ptr<MpiLibrary>> MpiLibrary::begin(MpiCalls::Threads threads, int processes) {
  const Result<const MpiCalls*> loaded = load_mpi();
  if (!loaded) return tl::unexpected(loaded.error());
  const MpiCalls& calls = **loaded;
  if (!calls.begin(threads))
    return fail(Fault::runtime, "MPI does not begin{}; see its own messages above",
                threads == MpiCalls::Threads::many ? " for several threads (MPI_THREAD_MULTIPLE)" : "");
  std::unique_ptr<MpiLibrary> library(new MpiLibrary(calls));
  if (const int known = calls.processes(); known != processes)
    return fail(
        Fault::runtime,
        "{} processes were started together, but MPI knows of {}; start them with the mpirun of the MPI that "
        "commlab was built with ({}), or with srun --mpi=pmix",
        processes, known, calls.version());
  return library;
}

MpiLibrary::~MpiLibrary() {
  if (left_open_) return;
  std::optional<Watchdog> watchdog;
  if (end_within_)
    watchdog.emplace(std::chrono::steady_clock::now() + *end_within_,
                     [] { end_process("MPI does not end; another process of the job has stopped"); });
  calls_.end();
}

}  // namespace commlab

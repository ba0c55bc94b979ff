#include "gpu/net/mpi/mpi_group.h"

#include <dlfcn.h>
#include <fmt/ranges.h>

#include "gpu/net/environment/told_place.h"
#include "gpu/net/mpi/mpi_calls.h"

namespace commlab {
namespace {

constexpr const char* module_name = "commlab_mpi.so";

Result<const MpiCalls*> load_calls(int started_together) {
  std::error_code unreadable;
  const auto places = mpi_module_places(std::filesystem::read_symlink("/proc/self/exe", unreadable));
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
      "this process is one of {} that were started together, but this commlab was built without MPI: there "
      "is no {} in {}; install MPI (Debian: libopenmpi-dev) and build again, or start one process",
      started_together, module_name,
      fmt::join(
          places | std::views::transform([](const auto& place) { return place.parent_path().string(); }),
          " or "));
}

}  // namespace

std::vector<std::filesystem::path> mpi_module_places(const std::filesystem::path& program) {
  const std::filesystem::path folder = program.parent_path();
  return {folder / module_name, folder.parent_path() / "lib" / "commlab" / module_name};
}

Result<std::unique_ptr<MpiGroup>> MpiGroup::join() {
  const auto together = started_together();
  if (!together) return tl::unexpected(together.error());
  if (!*together || (*together)->processes == 1) return nullptr;
  const int expected = (*together)->processes;
  const Result<const MpiCalls*> calls = load_calls(expected);
  if (!calls) return tl::unexpected(calls.error());
  if (!(*calls)->begin()) return fail(Fault::runtime, "MPI does not begin; see its own messages above");
  std::unique_ptr<MpiGroup> group(new MpiGroup(**calls));
  if (group->processes() != expected)
    return fail(
        "{} processes were started together, but MPI knows of {}; start them with the mpirun of the MPI that "
        "commlab was built with, or with srun --mpi=pmix",
        expected, group->processes());
  return group;
}

MpiGroup::~MpiGroup() { calls_.end(); }
int MpiGroup::rank() const { return calls_.rank(); }
int MpiGroup::processes() const { return calls_.processes(); }
int MpiGroup::sharing_cores() const { return calls_.sharing_cores(); }

void MpiGroup::send(int to, std::string_view text) const { calls_.send(to, text.data(), text.size()); }

std::optional<MpiGroup::Received> MpiGroup::receive() const {
  int from = 0;
  std::size_t count = 0;
  if (!calls_.arrived(&from, &count)) return std::nullopt;
  Received received{.from = from, .text = std::string(count, '\0')};
  calls_.receive(from, received.text.data(), count);
  return received;
}

}  // namespace commlab

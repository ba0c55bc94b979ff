#include "gpu/net/mpi/mpi_group.h"

#include <utility>

#include "gpu/net/environment/told_place.h"

namespace commlab {

Result<std::unique_ptr<MpiGroup>> MpiGroup::join() {
  const auto together = started_together();
  if (!together) return tl::unexpected(together.error());
  if (!*together || (*together)->processes == 1) return nullptr;
  const int processes = (*together)->processes;
  return MpiLibrary::begin(MpiCalls::Threads::one, processes)
      .map([](std::unique_ptr<MpiLibrary> library) {
        return std::unique_ptr<MpiGroup>(new MpiGroup(std::move(library)));
      })
      .map_error([&](Error error) {
        return Error{
            fmt::format("this process is one of {} that were started together, and needs MPI to share "
                        "the work: {}, or start one process",
                        processes, error.message),
            error.fault};
      });
}

int MpiGroup::rank() const { return calls().rank(); }
int MpiGroup::processes() const { return calls().processes(); }
int MpiGroup::sharing_cores() const { return calls().sharing_cores(); }

void MpiGroup::send(int to, std::string_view text) const { calls().send(to, text.data(), text.size()); }

std::optional<MpiGroup::Received> MpiGroup::receive() const {
  int from = 0;
  std::size_t count = 0;
  if (!calls().arrived(&from, &count)) return std::nullopt;
  Received received{.from = from, .text = std::string(count, '\0')};
  calls().receive(from, received.text.data(), count);
  return received;
}

}  // namespace commlab

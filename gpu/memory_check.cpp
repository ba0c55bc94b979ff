#include "gpu/memory_check.h"

#include "core/collective/size_text.h"
#include "gpu/rank_memory.h"

namespace commlab {

Bytes memory_of_buffers(const Programs& programs, int copies) {
  Bytes sum;
  for (Rank rank = 0; rank < programs.collective.ranks; ++rank)
    sum = sum + Bytes{copies * shape_of(programs, rank).bytes(programs.collective.dtype).count};
  return sum;
}

Status check_countable(const Programs& programs, Bytes available) {
  const Collective& c = programs.collective;
  if (size_of(c).count <= INT64_MAX / (64 * c.ranks)) return {};
  return fail(Fault::runtime,
              "too little memory: {} of {} on {} ranks needs far more than the {} that are free",
              name_of(c.kind), size_text(c), c.ranks, to_human(available));
}

Status check_fits(const Programs& programs, Bytes needed, Bytes available, std::string_view where) {
  if (needed <= available) return {};
  const Collective& c = programs.collective;
  const double share = static_cast<double>(available.count) / static_cast<double>(needed.count);
  const Bytes fits{static_cast<std::int64_t>(static_cast<double>(size_of(c).count) * share)};
  return fail(Fault::runtime,
              "too little memory{}: {} of {} on {} ranks needs {} in all, but only {} are free; "
              "about {} would fit",
              where, name_of(c.kind), size_text(c), c.ranks, to_human(needed), to_human(available),
              to_human(fits));
}

}  // namespace commlab

#include "gpu/net/group/received_programs.h"

#include <algorithm>

#include "core/programs/check_programs.h"
#include "core/programs/native.h"
#include "core/programs/programs_bytes.h"
#include "core/verify/verify.h"
#include "gpu/net/lines/line_name.h"

namespace commlab {
namespace {

template <class... Args>
tl::unexpected<Error> refused(fmt::format_string<Args...> text, Args&&... args) {
  return fail(Fault::runtime, "the programs that came cannot be run: {}",
              fmt::format(text, std::forward<Args>(args)...));
}

bool within(std::int64_t number, std::int64_t least, std::int64_t most) {
  return number >= least && number <= most;
}

// Buffers of all ranks, cut into chunks. In 128 bits, because three factors come from the bytes.
bool has_too_many_chunks(const Programs& p) {
  constexpr int buffers = 3;
  return static_cast<__int128>(p.partition.blocks) * p.partition.parts * p.collective.ranks * buffers >
         most_received_chunks;
}

// check() keeps the sizes within 63 bits, this keeps their sums there.
Status check_sizes(const Programs& p, int ranks) {
  if (p.collective.ranks != ranks)
    return refused("they are for {} ranks; this group has {}", p.collective.ranks, ranks);
  if (const Status sound = check(p.collective); !sound) return refused("{}", sound.error().message);
  const Bytes vector{largest_buffer_of(p.collective) * size_of(p.collective.dtype)};
  if (vector > largest_received_vector)
    return refused("their vector has {}; at most {} are accepted", to_human(vector),
                   to_human(largest_received_vector));
  if (has_too_many_chunks(p))
    return refused("{} ranks with {} blocks of {} parts; at most {} chunks in all buffers are accepted",
                   ranks, p.partition.blocks, p.partition.parts, most_received_chunks);
  if (!within(p.slots, 1, most_received_slots))
    return refused("they have {} slots; expected 1 to {}", p.slots, most_received_slots);
  if (!p.groups.empty()) return refused("they share memory in groups; processes do not share memory");
  return {};
}

Status check_lane(const Programs& p, const Lane& lane) {
  if (!within(lane.channel, 0, most_channels - 1))
    return refused("a lane has channel {}; expected 0 to {}", lane.channel, most_channels - 1);
  for (const Instruction& i : lane.code) {
    if (!within(i.step, 0, most_received_steps))
      return refused("an instruction has step {}; expected 0 to {}", i.step, most_received_steps);
    if (i.phase > 0 && i.phase >= p.phases.size())
      return refused("an instruction has phase {}; there are {}", i.phase, p.phases.size());
  }
  return {};
}

Status check_lanes(const Programs& p) {
  for (const Program& program : p.programs)
    for (const Lane& lane : program.lanes)
      if (const Status sound = check_lane(p, lane); !sound) return sound;
  return {};
}

// A library's programs are a name for what it does. Instructions under that name would run unproved.
Status check_use(const Programs& p, Received use) {
  const auto idle = [](const Program& program) {
    return program.dependencies.empty() &&
           std::ranges::all_of(program.lanes, [](const Lane& lane) { return lane.code.empty(); });
  };
  if (!is_native(p)) return use == Received::probe ? Status{} : verify(p);
  if (use != Received::proved_or_native)
    return refused("they name a library's algorithm, and no library runs them");
  if (std::ranges::all_of(p.programs, idle)) return {};
  return refused("they name a library's algorithm, and have instructions; expected none");
}

}  // namespace

Result<Programs> received_programs(std::span<const std::byte> bytes, int ranks, Received use) {
  return programs_from_bytes(bytes).and_then([&](Programs programs) -> Result<Programs> {
    const Status sound = check_sizes(programs, ranks)
                             .and_then([&] { return check_lanes(programs); })
                             .and_then([&] { return check_form(programs); })
                             .and_then([&] { return check_use(programs, use); });
    if (!sound) return tl::unexpected(sound.error());
    return programs;
  });
}

}  // namespace commlab

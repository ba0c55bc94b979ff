#pragma once
// Programs that came from another process. Nothing runs them, plays them or asks them anything before all of
// this was checked: there is no other way from bytes to the programs of a member.

#include <cstddef>
#include <span>

#include "core/base/error.h"
#include "core/programs/programs.h"

namespace commlab {

// What is asked of the programs.
enum class Received {
  proved,            // they keep the collective's promise: verify()
  probe,             // they move data, but promise no result (gpu/calibrate/)
  proved_or_native,  // a library runs them, or does by itself what native_programs() without instructions
                     // name
};

// Everything that is executed from these programs stays within the buffers of `ranks` ranks: they have these
// ranks, numbers within the limits below, check_form() accepts them, and no group of ranks shares memory.
// Error: what is wrong, where, and what was expected.
Result<Programs> received_programs(std::span<const std::byte>, int ranks, Received);

// Limits of what a member accepts. No algorithm comes near them; they keep sums and products within their
// types.
inline constexpr Bytes largest_received_vector = MiB(1 << 28);  // 256 TiB
inline constexpr int most_received_slots = 1 << 20;             // of a connection
inline constexpr int most_received_steps = 1 << 30;
// Chunks in the buffers of all ranks, for each of which verify() remembers up to 68 bytes, in vectors that
// double: 1 GiB. 128 ranks may have blocks of 128 parts each.
inline constexpr std::int64_t most_received_chunks = 1 << 23;

}  // namespace commlab

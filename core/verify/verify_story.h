#pragma once
// The counterexamples of verify, in words: what is wrong, the first wrong transfer, and the way
// of the wrong value (core/verify/verify_lines.h). An Error of these functions is ready to be
// shown.

#include <optional>
#include <string>
#include <utility>

#include "core/base/error.h"
#include "core/verify/symbolic_history.h"

namespace commlab::story {

// The line "First wrong transfer: ..." for the first version that mixes blocks, counts a rank
// twice or puts a block in another's place, or for the message `left_over`: for the earlier of the
// two. Empty if there is neither.
std::string first_wrong(const History&, std::optional<std::int32_t> left_over = std::nullopt);

// Rank's output chunk must hold `promised`, and holds `found` (or nothing). `left_over`: the first
// message that nobody received, if there is one.
Error broken_promise(const History&, Rank, int block, int part, const Content& promised, VersionId found,
                     std::optional<std::int32_t> left_over);
// An instruction reads data in the memory of `owner` that no instruction wrote.
Error undefined_read(const History&, const Done&, Rank owner, const Operand&, int k);
// Two accesses to one chunk of `owner`'s memory, and nothing orders them. What the later one does:
enum class Conflict : std::uint8_t { reads_what_is_stored, writes_what_is_stored, writes_what_is_read };
Error race(const History&, EventId earlier, const Done& later, Rank owner, const Operand&, int k, Conflict);
// A move on a group's memory that may come before `member` begins, or after it ends.
Error not_begun(const History&, const Done&, Rank member);
Error not_ended(const History&, const Done&, Rank member);
// A message that does not fit where it is received.
Error misfit(const History&, const Done& receive, const std::string& sent, const std::string& expected);

// Two ranks' results of one chunk, and the orders in which they came about.
std::string orders(const History&, std::pair<Rank, VersionId> one, std::pair<Rank, VersionId> other);

}  // namespace commlab::story

#pragma once
// What happened in a proof's run, in the words of its counterexamples: places, instructions, transfers, and
// the way that led to a value, a line for each transfer.

#include <cstdint>
#include <string>

#include "core/verify/symbolic_history.h"

namespace commlab::story {

// "block 2", "block 2 part 1"; of Contributions::mixed, "different blocks". `chunk`: block * parts + part.
std::string chunk_name(const Programs&, int chunk);
// "output block 2", "scratch block 0 part 1": the k-th chunk an operand means.
std::string place(const Programs&, Rank, const Instruction&, const Operand&, int k);
// "step 2 (all-gather)".
std::string when(const Programs&, const Instruction&);
// "rank 3's receive from rank 2 in step 2 (all-gather)".
std::string doing(const History&, const Done&);
// "step 2 (all-gather): rank 1 sends output block 0 (ranks 0..3) to rank 2": the line for a send.
std::string sending(const History&, std::int32_t message);

// "step 2 (all-gather): rank 1 sends output block 0 (ranks 0..3) to rank 2, which keeps it as output block
// 0": how a version came about. REQUIRES: it has an event.
std::string line(const History&, VersionId);
// The lines of everything that led to a version, latest last, with the wrong one marked; empty if there are
// fewer than two.
std::string how_it_came_about(const History&, VersionId, VersionId wrong);

}  // namespace commlab::story

#pragma once
// A Collective says what is promised, and not how it is done: which blocks each rank holds before, and whose
// contributions each block holds after. Shapes are torch.distributed's and NCCL's.
//
//   the full vector, n blocks     block b = rank b's share
//   |  b0  |  b1  |  b2  |  b3  |
//
// Every buffer is addressed by block of the full vector: rank r's input of an all_gather is block r alone,
// and its output is all blocks. So "in place" always has the same meaning: input block b and output block b
// are the same memory.

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/error.h"
#include "core/base/units.h"
#include "core/collective/count_matrix.h"
#include "core/collective/data_type.h"

namespace commlab {

using Rank = int;

enum class CollectiveKind : std::uint8_t {
  broadcast,
  scatter,
  gather,
  reduce,
  all_reduce,
  all_gather,
  reduce_scatter,
  all_to_all,
  sendrecv,  // every rank sends to the next one, all at once (nccl-tests' sendrecv_perf)
  p2p,       // from one rank to one or several others
};
inline constexpr std::array all_collective_kinds = {
    CollectiveKind::broadcast,      CollectiveKind::scatter,
    CollectiveKind::gather,         CollectiveKind::reduce,
    CollectiveKind::all_reduce,     CollectiveKind::all_gather,
    CollectiveKind::reduce_scatter, CollectiveKind::all_to_all,
    CollectiveKind::sendrecv,       CollectiveKind::p2p};

enum class Buffer : std::uint8_t { input, output, scratch };

struct Collective {
  CollectiveKind kind = CollectiveKind::all_reduce;
  int ranks = 1;
  std::int64_t count = 0;  // elements of the whole vector, or of each block if has_blocks(kind)
  Rank root = 0;           // for broadcast, scatter, gather and reduce
  DataType dtype = DataType::float32;
  ReduceOp op = ReduceOp::sum;
  bool in_place = false;
  Rank from = 0;           // p2p only
  std::vector<Rank> to{};  // p2p only
  CountMatrix counts{};    // all_to_all only, where blocks differ; then `count` is their average, rounded up
  bool operator==(const Collective&) const = default;
};

// The content of a block: block `block` of rank `rank`'s input, or that block of all inputs combined.
struct Content {
  enum class Whose : std::uint8_t { one_rank, all_ranks } whose;
  Rank rank;  // the rank, if it is one_rank's content; else 0
  int block;
  bool operator==(const Content&) const = default;
};

std::string_view name_of(CollectiveKind);  // "all_reduce"
std::string_view name_of(Buffer);          // "input"
// Also reads "allreduce" and "alltoall". An error names the nearest name.
Result<CollectiveKind> parse_collective(std::string_view);
bool has_root(CollectiveKind);
bool reduces(CollectiveKind);
// Whether count is per rank, as in scatter, gather, all_gather, reduce_scatter and all_to_all.
bool has_blocks(CollectiveKind);

// The collective with these counts; with one count for all where they are equal. REQUIRES: !counts.empty().
Collective with_counts(Collective, const CountMatrix& counts);
// Whether blocks have counts of their own.
inline bool is_uneven(const Collective& c) { return !c.counts.empty(); }

// Elements of the full vector: count, or ranks * count if has_blocks. Where counts are uneven, what a rank
// brings on average, rounded up.
std::int64_t elements_of(const Collective&);
// nccl-tests' size: bytes of the full vector. Where counts are uneven, the bytes that a rank brings on
// average, rounded up: a rank that gets more than others shows as a lower bandwidth.
Bytes size_of(const Collective&);
// The most elements that any rank's input or output has.
std::int64_t largest_buffer_of(const Collective&);
// The same vector on the same ranks as the data of another kind. Where only that kind has blocks, count
// becomes that of a rank's block, rounded down. Uneven counts stay with all_to_all.
Collective as_kind(CollectiveKind, Collective);
// The largest count with which the collective has at most `size` bytes.
std::int64_t count_for(CollectiveKind, int ranks, DataType, Bytes size);

// Whether the rank's buffer has storage for the block. Blocks are 0..ranks-1 if has_blocks; else any number
// is valid.
bool holds(const Collective&, Buffer, Rank, int block);
// The content of the rank's input block before the collective; nullopt if the rank brings no such block.
std::optional<Content> before(const Collective&, Rank, int block);
// The content that the rank's output block must have afterwards; nullopt if nothing is promised. A reduce
// promises only the root's output: the other ranks also have an output, and algorithms may leave anything
// there.
std::optional<Content> after(const Collective&, Rank, int block);
// The blocks of the rank's output, out of 0..blocks-1, whose content is promised, from the first to behind
// the last: those for which after() has a content.
std::pair<int, int> blocks_after(const Collective&, Rank, int blocks);

// Whether the result can depend on the order in which contributions are combined, as rounded sums do.
bool order_matters(const Collective&);

// Checks everything that a user can get wrong: ranks >= 1, root and peers within ranks, sizes that fit into
// 63 bits, uneven counts for each pair of ranks of an all_to_all that is not in place.
Status check(const Collective&);

}  // namespace commlab

#include "core/collective/collective.h"

#include <algorithm>
#include <set>
#include <string>
#include <utility>

#include "core/base/named_values.h"

namespace commlab {
namespace {

// The first name of each kind is ours; later ones are nccl-tests' and torch's.
constexpr NamedValue<CollectiveKind> kind_names[] = {
    {"broadcast", CollectiveKind::broadcast},
    {"scatter", CollectiveKind::scatter},
    {"gather", CollectiveKind::gather},
    {"reduce", CollectiveKind::reduce},
    {"all_reduce", CollectiveKind::all_reduce},
    {"all_gather", CollectiveKind::all_gather},
    {"reduce_scatter", CollectiveKind::reduce_scatter},
    {"all_to_all", CollectiveKind::all_to_all},
    {"sendrecv", CollectiveKind::sendrecv},
    {"p2p", CollectiveKind::p2p},
    {"allreduce", CollectiveKind::all_reduce},
    {"allgather", CollectiveKind::all_gather},
    {"reducescatter", CollectiveKind::reduce_scatter},
    {"alltoall", CollectiveKind::all_to_all},
};

Content of_rank(Rank rank, int block) { return {Content::Whose::one_rank, rank, block}; }
Content of_all(int block) { return {Content::Whose::all_ranks, 0, block}; }

std::int64_t rounded_up_quotient(__int128 number, std::int64_t by) {
  return static_cast<std::int64_t>((number + by - 1) / by);
}
std::int64_t average_count(const CountMatrix& counts) {
  return rounded_up_quotient(counts.total(), std::int64_t{counts.ranks()} * counts.ranks());
}

Status check_counts(const Collective& c) {
  if (c.kind != CollectiveKind::all_to_all)
    return fail("uneven counts in a {}; only all_to_all has them", name_of(c.kind));
  if (c.in_place)
    return fail(
        "uneven counts in place; input and output blocks have different sizes, so they need memory "
        "of their own");
  if (c.counts.ranks() != c.ranks)
    return fail("counts of {} ranks for {} ranks; expected a row and a column for each rank",
                c.counts.ranks(), c.ranks);
  if (c.counts.total() > INT64_MAX / size_of(c.dtype))
    return fail("counts of {} elements of {} together overflow 63 bits of bytes; at most {}",
                c.counts.total(), name_of(c.dtype), INT64_MAX / size_of(c.dtype));
  if (c.count != average_count(c.counts))
    return fail("count is {}; with these uneven counts it must be {}, their average", c.count,
                average_count(c.counts));
  return {};
}

Status check_p2p(const Collective& c) {
  if (c.from < 0 || c.from >= c.ranks)
    return fail("from is rank {}; with {} ranks it must be 0..{}", c.from, c.ranks, c.ranks - 1);
  if (c.to.empty()) return fail("p2p needs at least one destination rank (to)");
  std::set<Rank> seen;
  for (const Rank to : c.to) {
    if (to < 0 || to >= c.ranks)
      return fail("to is rank {}; with {} ranks it must be 0..{}", to, c.ranks, c.ranks - 1);
    if (to == c.from) return fail("to is rank {}, which is also the sender; name another rank", to);
    if (!seen.insert(to).second) return fail("to names rank {} twice; name each destination once", to);
  }
  return {};
}

}  // namespace

std::string_view name_of(CollectiveKind kind) { return name_in(kind_names, kind); }

std::string_view name_of(Buffer buffer) {
  switch (buffer) {
    case Buffer::input: return "input";
    case Buffer::output: return "output";
    case Buffer::scratch: return "scratch";
  }
  return "";
}

Result<CollectiveKind> parse_collective(std::string_view text) {
  return value_in(kind_names, text, "collective");
}

bool has_root(CollectiveKind kind) {
  return kind == CollectiveKind::broadcast || kind == CollectiveKind::scatter ||
         kind == CollectiveKind::gather || kind == CollectiveKind::reduce;
}

bool reduces(CollectiveKind kind) {
  return kind == CollectiveKind::reduce || kind == CollectiveKind::all_reduce ||
         kind == CollectiveKind::reduce_scatter;
}

bool has_blocks(CollectiveKind kind) {
  return kind == CollectiveKind::scatter || kind == CollectiveKind::gather ||
         kind == CollectiveKind::all_gather || kind == CollectiveKind::reduce_scatter ||
         kind == CollectiveKind::all_to_all;
}

Collective with_counts(Collective c, const CountMatrix& counts) {
  c.count = average_count(counts);
  c.counts = counts.is_even() ? CountMatrix{} : counts;
  return c;
}

std::int64_t elements_of(const Collective& c) {
  if (is_uneven(c)) return rounded_up_quotient(c.counts.total(), c.ranks);
  return has_blocks(c.kind) ? c.ranks * c.count : c.count;
}

Bytes size_of(const Collective& c) {
  const std::int64_t element = size_of(c.dtype);
  if (is_uneven(c)) return {rounded_up_quotient(static_cast<__int128>(c.counts.total()) * element, c.ranks)};
  return {elements_of(c) * element};
}

std::int64_t largest_buffer_of(const Collective& c) {
  return is_uneven(c) ? c.counts.largest_buffer() : elements_of(c);
}

std::int64_t count_for(CollectiveKind kind, int ranks, DataType dtype, Bytes size) {
  const std::int64_t elements = size.count / size_of(dtype);
  return has_blocks(kind) ? elements / ranks : elements;
}

bool holds(const Collective& c, Buffer buffer, Rank rank, int block) {
  if (buffer == Buffer::scratch) return true;
  const bool input = buffer == Buffer::input;
  switch (c.kind) {
    case CollectiveKind::broadcast: return !input || rank == c.root;
    case CollectiveKind::scatter: return input ? rank == c.root : block == rank;
    case CollectiveKind::gather: return input ? block == rank : rank == c.root;
    case CollectiveKind::reduce: return true;
    case CollectiveKind::all_gather: return !input || block == rank;
    case CollectiveKind::reduce_scatter: return input || block == rank;
    case CollectiveKind::all_reduce:
    case CollectiveKind::all_to_all:
    case CollectiveKind::sendrecv: return true;
    case CollectiveKind::p2p: return input ? rank == c.from : std::ranges::count(c.to, rank) > 0;
  }
  return false;
}

Collective as_kind(CollectiveKind kind, Collective c) {
  if (has_blocks(kind) && !has_blocks(c.kind)) c.count /= c.ranks;
  c.kind = kind;
  if (kind != CollectiveKind::all_to_all) c.counts = {};
  return c;
}

std::optional<Content> before(const Collective& c, Rank rank, int block) {
  if (!holds(c, Buffer::input, rank, block)) return std::nullopt;
  return of_rank(rank, block);
}

std::optional<Content> after(const Collective& c, Rank rank, int block) {
  if (!holds(c, Buffer::output, rank, block)) return std::nullopt;
  switch (c.kind) {
    case CollectiveKind::broadcast:
    case CollectiveKind::scatter: return of_rank(c.root, block);
    case CollectiveKind::gather:
    case CollectiveKind::all_gather: return of_rank(block, block);
    case CollectiveKind::reduce: return rank == c.root ? std::optional(of_all(block)) : std::nullopt;
    case CollectiveKind::all_reduce:
    case CollectiveKind::reduce_scatter: return of_all(block);
    // Rank r's output block b is what rank b had for r.
    case CollectiveKind::all_to_all: return of_rank(block, rank);
    case CollectiveKind::sendrecv: return of_rank((rank + c.ranks - 1) % c.ranks, block);
    case CollectiveKind::p2p: return of_rank(c.from, block);
  }
  return std::nullopt;
}

std::pair<int, int> blocks_after(const Collective& c, Rank rank, int blocks) {
  if (c.kind == CollectiveKind::scatter || c.kind == CollectiveKind::reduce_scatter) return {rank, rank + 1};
  return after(c, rank, 0) ? std::pair(0, blocks) : std::pair(0, 0);
}

bool order_matters(const Collective& c) {
  return reduces(c.kind) && is_floating(c.dtype) && c.op != ReduceOp::min && c.op != ReduceOp::max;
}

Status check(const Collective& c) {
  if (c.ranks < 1) return fail("{} ranks; a collective needs at least 1", c.ranks);
  if (c.ranks > 1 << 20) return fail("{} ranks; at most {} are supported", c.ranks, 1 << 20);
  if (is_uneven(c)) return check_counts(c);
  if (c.count < 0) return fail("count is {}; it must be 0 or more", c.count);
  const std::int64_t most = INT64_MAX / size_of(c.dtype) / (has_blocks(c.kind) ? c.ranks : 1);
  if (c.count > most)
    return fail("count {} of {} on {} ranks overflows 63 bits of bytes; at most {}", c.count,
                name_of(c.dtype), c.ranks, most);
  if (has_root(c.kind) && (c.root < 0 || c.root >= c.ranks))
    return fail("root is rank {}; with {} ranks it must be 0..{}", c.root, c.ranks, c.ranks - 1);
  if (c.kind == CollectiveKind::p2p) return check_p2p(c);
  return {};
}

}  // namespace commlab

#include "core/programs/native.h"

#include <algorithm>

namespace commlab {
namespace {

constexpr std::string_view native = "native";

constexpr Algorithm native_of(CollectiveKind kind) {
  return {.name = native,
          .collective = kind,
          .idea = "The library's own: it chooses algorithm, protocol and channels by itself.",
          .cost = "the library's",
          .source = "the library",
          .supports = any_ranks,
          .write = nullptr};
}

constexpr Algorithm natives[] = {
    native_of(CollectiveKind::broadcast),      native_of(CollectiveKind::scatter),
    native_of(CollectiveKind::gather),         native_of(CollectiveKind::reduce),
    native_of(CollectiveKind::all_reduce),     native_of(CollectiveKind::all_gather),
    native_of(CollectiveKind::reduce_scatter), native_of(CollectiveKind::all_to_all),
    native_of(CollectiveKind::sendrecv),       native_of(CollectiveKind::p2p)};
static_assert(std::size(natives) == all_collective_kinds.size());

}  // namespace

const Algorithm& native_algorithm(CollectiveKind kind) {
  return *std::ranges::find(natives, kind, &Algorithm::collective);
}

bool is_native(const Algorithm& algorithm) { return algorithm.write == nullptr; }

Programs native_programs(const Collective& collective) {
  Programs programs;
  programs.collective = collective;
  programs.partition = {.elements = elements_of(collective),
                        .blocks = has_blocks(collective.kind) ? collective.ranks : 1};
  programs.algorithm = native;
  Program idle;
  idle.lanes.emplace_back();
  programs.programs.assign(collective.ranks, idle);
  return programs;
}

bool is_native(const Programs& programs) { return programs.algorithm == native; }

}  // namespace commlab

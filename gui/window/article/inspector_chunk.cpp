#include "gui/window/article/inspector_chunk.h"

#include <algorithm>
#include <cassert>

#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

constexpr std::ptrdiff_t hops_before = 6, hops_after = 6;  // of a journey, around now

// A chunk, and what one rank holds of it.
class ChunkPage : InspectorPage {
 public:
  explicit ChunkPage(const Asked& asked) : InspectorPage(asked) {}

  Article about(int block, int part) && {
    const Replay& replay = *scene_.replay;
    article_.heading(
        fmt::format("{} at {}", capital(chunk_text(replay.partition(), block, part)), to_human(now_)));
    Article::Strip holders{.ranks = {}, .hue = chunk_number(replay.partition(), block, part)};
    int promised = 0, done = 0;
    for (Rank rank = 0; rank < trace().collective.ranks; ++rank) {
      const MatrixCell cell = cell_at(replay, rank, block, part, 1, now_);
      holders.ranks.push_back(cell.done());
      promised += cell.promised;
      done += cell.done();
    }
    article_.say(fmt::format("{} of data; {} of {} ranks that must hold it do.", sizes_text(block, part),
                             done, promised));
    article_.items.emplace_back(holders);
    if (promised > 0) tell_completion("It", replay.chunk_completed(block, part));
    tell_under_way([&](const Transfer& t) { return carries(t, block, part); },
                   [&](const Transfer& t) { return trace().ends_text(t); });
    tell_journey();
    return std::move(article_);
  }

  Article about(Rank rank, int block, int part) && {
    const Replay& replay = *scene_.replay;
    article_.heading(capital(cell_text(replay, rank, block, part, 1, now_)) + ".");
    const MatrixCell cell = cell_at(replay, rank, block, part, 1, now_);
    if (cell.value != Replay::no_value) {
      Article::Strip contributors{.ranks = {}, .hue = chunk_number(replay.partition(), block, part)};
      for (Rank other = 0; other < trace().collective.ranks; ++other)
        contributors.ranks.push_back(replay.values().has(cell.value, other));
      article_.items.emplace_back(contributors);
      article_.whisper(fmt::format("Contributors, rank 0 to rank {}.", trace().collective.ranks - 1));
      if (is_uneven(trace().collective))
        article_.say(
            fmt::format("It has {} of data.", to_human(bytes_of(replay.elements_brought(cell.value)))));
      const std::string value = replay.value_text(cell.value, scene_.run.experiment.data);
      if (!value.empty()) article_.say(fmt::format("Its first element is {}.", value));
    }
    article_.say(fmt::format("More about rank {}", rank), {.rank = rank});
    article_.say(fmt::format("More about {}", chunk_text(replay.partition(), block, part)),
                 {.block = block, .part = part});
    tell_under_way([&](const Transfer& t) { return touches(t, rank) && carries(t, block, part); },
                   [&](const Transfer& t) { return trace().ends_text(t); });
    tell_journey();
    return std::move(article_);
  }

 private:
  Bytes bytes_of(ElementRange elements) const {
    return {elements.size() * size_of(trace().collective.dtype)};
  }

  // "4 KiB"; "0 B to 4 KiB" where the ranks' outputs have chunks of several sizes there.
  std::string sizes_text(int block, int part) const {
    Bytes least{INT64_MAX}, most;
    for (Rank rank = 0; rank < trace().collective.ranks; ++rank) {
      const Bytes here = bytes_of(
          chunk_in(trace().collective, scene_.replay->partition(), Buffer::output, rank, block, part));
      least = std::min(least, here);
      most = std::max(most, here);
      if (!is_uneven(trace().collective)) break;
    }
    return least == most ? to_human(most) : fmt::format("{} to {}", to_human(least), to_human(most));
  }

  bool carries(const Transfer& t, int block, int part) const {
    if (t.blocks == 1) return t.block == block && t.part == part;
    const auto index = static_cast<std::int32_t>(&t - trace().transfers.data());
    return std::ranges::any_of(scene_.replay->landed(index), [&](const Deposit& deposit) {
      return deposit.block == block && deposit.part == part;
    });
  }

  // The hops just before and just after the present moment.
  void tell_journey() {
    const auto& hops = inspected_.journey;
    article_.heading("Its journey");
    if (hops.empty()) return article_.whisper("No transfer carries it.");
    const auto now = std::ranges::upper_bound(hops, now_, {}, &Deposit::at) - hops.begin();
    const auto first = std::max<std::ptrdiff_t>(0, now - hops_before);
    const auto last = std::min<std::ptrdiff_t>(std::ssize(hops), now + hops_after);
    if (first > 0) article_.whisper(fmt::format("{} hops before", first));
    for (auto i = first; i < last; ++i) {
      if (i == now) article_.whisper("still to come:");
      tell_hop(*hops[i]);
    }
    if (last < std::ssize(hops)) article_.whisper(fmt::format("{} hops after", std::ssize(hops) - last));
  }

  void tell_hop(const Deposit& hop) {
    const Replay& replay = *scene_.replay;
    const std::string what = hop.reduced ? "added: " + replay.contributors(hop.value) : "copied";
    article_.say(fmt::format("{}: {}, {}", to_human(hop.at), trace().ends_text(transfer(hop.transfer)), what),
                 {.transfer = hop.transfer});
  }
};

}  // namespace

Article page_of_chunk(const Asked& asked, int block, int part) {
  assert(asked.shown.scene.replay && "it is known what ranks hold");
  return ChunkPage(asked).about(block, part);
}

Article page_of_cell(const Asked& asked, Rank rank, int block, int part) {
  assert(asked.shown.scene.replay && "it is known what ranks hold");
  return ChunkPage(asked).about(rank, block, part);
}

}  // namespace commlab

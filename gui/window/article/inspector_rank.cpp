#include "gui/window/article/inspector_rank.h"

#include "core/trace/trace.h"
#include "gui/window/run/matrix_cell.h"

namespace commlab {
namespace {

class RankPage : InspectorPage {
 public:
  explicit RankPage(const Asked& asked) : InspectorPage(asked) {}

  Article about(Rank rank) && {
    const std::string name = name_of_end(trace(), rank);
    article_.heading(fmt::format("{} at {}", capital(name), to_human(now_)));
    if (const RankRange recorded = trace().recorded_ranks(); !recorded.has(rank)) {
      article_.say(fmt::format("It was not recorded: it does the same as rank {}.",
                               recorded.first + rank % recorded.ranks));
      return std::move(article_);
    }
    if (scene_.narration) {
      article_.heading(fmt::format("Why does {} wait here?", name));
      article_.say(sentence(scene_.narration->why_waiting(rank, now_)));
    }
    if (scene_.replay) tell_holdings(rank);
    const auto sends_or_receives = [&](const Transfer& t) { return touches(t, rank); };
    tell_under_way(sends_or_receives, [&](const Transfer& t) {
      if (t.group != no_group) return fmt::format("{}: {}", trace().ends_text(t), cargo(t));
      return t.from == rank ? fmt::format("sends {} to {}", cargo(t), name_of_end(trace(), t.to))
                            : fmt::format("receives {} from {}", cargo(t), name_of_end(trace(), t.from));
    });
    const RankUse& use = facts_.ranks[rank];
    article_.heading("In the whole run");
    const double idle = share_of_run(use.idle);
    article_.items.emplace_back(Article::Gauge{.name = "idle: neither sending nor receiving",
                                               .value = fmt::format("{:.0f} %", 100 * idle),
                                               .share = idle});
    article_.say(fmt::format("It is done at {}; the slowest rank at {}.", to_human(use.done),
                             to_human(facts_.ranks[facts_.slowest[0]].done)));
    return std::move(article_);
  }

 private:
  void tell_holdings(Rank rank) {
    const Replay& replay = *scene_.replay;
    const Partition& partition = replay.partition();
    int promised = 0, done = 0;
    for (int block = 0; block < partition.blocks; ++block) {
      const MatrixCell cell = cell_at(replay, rank, block, 0, partition.parts, now_);
      promised += cell.promised ? partition.parts : 0;
      done += cell.promised ? cell.parts_done : 0;
    }
    if (const Collective& c = trace().collective; is_uneven(c)) {
      const auto size = [&](std::int64_t count) { return to_human(Bytes{count * size_of(c.dtype)}); };
      article_.say(
          fmt::format("It brings {} and gets {}.", size(c.counts.sent(rank)), size(c.counts.received(rank))));
    }
    if (promised == 0) return article_.say("It does not need to hold anything in the end.");
    article_.items.emplace_back(Article::Gauge{.name = "chunks that are complete",
                                               .value = fmt::format("{} of {}", done, promised),
                                               .share = static_cast<double>(done) / promised});
    tell_completion("It", replay.completed(rank));
  }
};

}  // namespace

Article page_of_rank(const Asked& asked, Rank rank) { return RankPage(asked).about(rank); }

}  // namespace commlab

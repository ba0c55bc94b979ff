#include "gui/window/article/stats_article.h"

#include <fmt/format.h>

#include "core/collective/size_text.h"

namespace commlab {
namespace {

constexpr std::size_t most_shown = 8;
constexpr std::size_t many_ranks = 16;  // beyond, a table instead of a bar for each

double share_of(Time part, Time whole) {
  return whole.ps == 0 ? 0 : static_cast<double>(part.ps) / static_cast<double>(whole.ps);
}

template <class Id>
std::span<const Id> first_of(const std::vector<Id>& ids) {
  return {ids.data(), std::min(ids.size(), most_shown)};
}

void tell_links(Article& article, const Scene& scene, const RunFacts& facts) {
  article.heading("Busiest links");
  if (facts.busiest.empty()) article.whisper("It is not known which links were used.");
  for (const LinkId link : first_of(facts.busiest)) {
    const LinkUse& use = facts.links[link];
    const double share = share_of(use.busy, scene.trace().finish);
    article.items.emplace_back(
        Article::Gauge{.name = scene.trace().topology.link_name(link),
                       .value = fmt::format("{:.0f} % busy, {}", 100 * share, to_human(Bytes{use.bytes})),
                       .share = share,
                       .about = {.link = link}});
  }
  if (facts.busiest.size() > most_shown)
    article.whisper(fmt::format("and {} more links", facts.busiest.size() - most_shown));
}

// For many ranks: a table of the slowest ones, with how long after the first rank each was done.
void tell_late_ranks(Article& article, const Scene& scene, const RunFacts& facts) {
  article.heading("The slowest ranks");
  const auto done = [&](Rank rank) { return facts.ranks[rank].done; };
  const Time first = done(facts.slowest.back());
  Article::Table table{.columns = {"rank", "done at", "after the first", "idle"}, .sorted_by = 1, .rows = {}};
  for (const Rank rank : first_of(facts.slowest)) {
    const RankUse& use = facts.ranks[rank];
    const double idle = 100 * share_of(use.idle, scene.trace().finish);
    table.rows.push_back({{fmt::format("{}", rank), to_human(use.done), to_human(use.done - first),
                           fmt::format("{:.0f} %", idle)},
                          {.rank = rank}});
  }
  article.items.emplace_back(table);
  article.whisper(fmt::format("{} of {} ranks; the first to be done is rank {}, at {}", table.rows.size(),
                              facts.slowest.size(), facts.slowest.back(), to_human(first)));
}

void tell_ranks(Article& article, const Scene& scene, const RunFacts& facts) {
  article.heading("Idle time of ranks, slowest first");
  for (const Rank rank : first_of(facts.slowest)) {
    const RankUse& use = facts.ranks[rank];
    const double share = share_of(use.idle, scene.trace().finish);
    article.items.emplace_back(
        Article::Gauge{.name = fmt::format("rank {}", rank),
                       .value = fmt::format("{:.0f} % idle, done at {}", 100 * share, to_human(use.done)),
                       .share = share,
                       .about = {.rank = rank}});
  }
  if (facts.slowest.size() > most_shown)
    article.whisper(fmt::format("and {} more ranks", facts.slowest.size() - most_shown));
}

// The factor of busbw as a formula and in numbers; {} stands for algbw.
std::string factor_text(CollectiveKind kind, int n) {
  if (kind == CollectiveKind::all_reduce) return fmt::format("2(n-1)/n = {{}} x {}/{}", 2 * (n - 1), n);
  return has_blocks(kind) ? fmt::format("(n-1)/n = {{}} x {}/{}", n - 1, n) : "1 = {} x 1";
}

}  // namespace

std::string busbw_text(const Collective& c, Time time) {
  const std::string algbw = fmt::format("{:.4g} GB/s", algbw_GBps(c, time));
  return fmt::format("busbw = algbw x {} = {:.4g} GB/s, as nccl-tests defines it",
                     fmt::format(fmt::runtime(factor_text(c.kind, c.ranks)), algbw), busbw_GBps(c, time));
}

Article stats_article(const Scene& scene, const RunFacts& facts) {
  const Trace& trace = scene.trace();
  Article article;
  if (facts.slowest.size() > many_ranks) tell_late_ranks(article, scene, facts);
  article.heading("In all");
  article.say(fmt::format("{} transfers in {} steps move {}.", facts.transfers, facts.steps,
                          to_human(Bytes{facts.bytes})));
  article.say(fmt::format("algbw = size / time = {} / {} = {:.4g} GB/s", size_text(trace.collective),
                          to_human(trace.finish), algbw_GBps(trace.collective, trace.finish)));
  article.say(busbw_text(trace.collective, trace.finish));
  tell_links(article, scene, facts);
  if (facts.slowest.size() <= many_ranks) tell_ranks(article, scene, facts);
  return article;
}

}  // namespace commlab

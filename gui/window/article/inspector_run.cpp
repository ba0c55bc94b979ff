#include "gui/window/article/inspector_run.h"

#include <algorithm>
#include <string_view>

#include "core/plan/band.h"
#include "gui/window/article/stats_article.h"

namespace commlab {
namespace {

// "the links out of gpu0 are the limit", "the latency gpu0 -> gpu7 is the limit", "the link gpu0 -> nvswitch
// is the limit, where switches reduce".
std::string limit_text(const Outcome& run) {
  const Bottleneck& limit = run.bound->limited_by;
  std::string_view what, is = "is";
  switch (limit.kind) {
    case Bottleneck::Kind::nothing_to_move: return name_of(limit);
    case Bottleneck::Kind::launch: return "the launch is the limit";
    case Bottleneck::Kind::latency: what = "latency"; break;
    case Bottleneck::Kind::link: what = "link"; break;
    case Bottleneck::Kind::links: what = "links", is = "are"; break;
  }
  return fmt::format("the {} {} {} the limit{}{}", what, limit.place, is, condition_of(limit),
                     condition_of(run.experiment.links));
}

class RunPage : InspectorPage {
 public:
  explicit RunPage(const Asked& asked) : InspectorPage(asked) {}

  Article about() && {
    const Outcome& run = scene_.run;
    article_.heading(fmt::format("{}, {}: {}", name_of(trace().collective.kind), trace().algorithm,
                                 to_human(trace().finish)));
    if (run.nccl) article_.say(run.why + ".");
    if (run.band)
      article_.say(fmt::format("Four of five such calls take {} to {}.",
                               to_human(low_end(run.run.finish, *run.band)),
                               to_human(high_end(run.run.finish, *run.band))));
    if (run.as_measured)
      article_.say(fmt::format(
          "What was measured on this machine makes it {:.3g} times as long as the machine's costs alone do.",
          *run.as_measured));
    if (run.experiment.loop > 1) tell_loop(run);
    const std::string nothing = why_nothing_to_send();
    if (ghost_)
      article_.say(
          fmt::format("Before the change {}.", change_sentence(ghost_->trace().finish, trace().finish)));
    if (!nothing.empty()) article_.say(nothing);
    if (run.bound && nothing.empty()) tell_bound(*run.bound);
    if (const std::optional<TimeSplit> split = run.split()) tell_split(*split);
    if (!run.idea().empty() && nothing.empty()) tell_idea(std::string(run.idea()));
    if (nothing.empty()) article_.say(busbw_text(trace().collective, trace().finish));
    if (!run.badge.empty()) article_.say(fmt::format("Whose times: {}.", run.badge));
    if (run.verified) article_.say(*run.verified ? "The result is proved right." : "The result is wrong.");
    if (!scene_.no_replay.empty()) article_.say(scene_.no_replay);
    article_.whisper("Click anything to ask about it.");
    return std::move(article_);
  }

 private:
  std::string why_nothing_to_send() const {
    if (elements_of(trace().collective) == 0) return "Nothing to do: the vector has no elements.";
    return trace().collective.ranks == 1 ? "One rank: nothing to send." : "";
  }

  // A timeline of many calls would show one of them many times. Calls that overlap have none.
  void tell_loop(const Outcome& run) {
    const int calls = run.experiment.loop;
    article_.say(
        run.models ? fmt::format(
                         "Of {} calls in a row, each begins when the one before has ended, and takes as long "
                         "as this one.",
                         calls)
                   : fmt::format("The timeline is of a call alone; one of {} calls in a row takes {}.", calls,
                                 to_human(run.run.finish)));
  }

  void tell_idea(const std::string& idea) {
    article_.heading("How it works");
    article_.say(idea);
  }

  void tell_bound(const Bound& bound) {
    const double percent = percent_of_bound(bound, trace().finish);
    article_.items.emplace_back(Article::Gauge{.name = "of the best possible speed",
                                               .value = fmt::format("{:.3g} %", percent),
                                               .share = percent / 100});
    const std::string first =
        bound.launches_first() ? fmt::format("{} of launch, and then ", to_human(bound.launch)) : "";
    article_.say(fmt::format("Nothing here can take less than {}: {}{}.", to_human(bound.time), first,
                             limit_text(scene_.run)));
    tell_busiest();
  }

  void tell_busiest() {
    if (facts_.busiest.empty()) return;
    const auto busy = [&](LinkId link) { return facts_.links[link].busy; };
    const LinkId first = facts_.busiest.front();
    const auto as_busy =
        std::ranges::count_if(facts_.busiest, [&](LinkId link) { return busy(link) == busy(first); });
    article_.say(fmt::format("Busiest here: {}{}, {:.0f} % of the time.", topology().link_name(first),
                             as_busy > 1 ? fmt::format(" and {} more", as_busy - 1) : "",
                             100 * share_of_run(busy(first))));
  }

  void tell_split(const TimeSplit& split) {
    article_.heading("Where the time goes");
    Article::Split pieces;
    for (const auto& [name, time] : {std::pair{"launch", split.launch},
                                     {"latency", split.latency},
                                     {"transfer", split.transfer},
                                     {"wait", split.wait}}) {
      const double share = share_of_run(time);
      const std::string value = fmt::format("{}, {:.0f} %", to_human(time), 100 * share);
      pieces.pieces.push_back({name, time.ps == 0 ? "" : value, share});
    }
    article_.items.emplace_back(pieces);
    if (split.wait.ps > 0)
      article_.whisper(
          "wait: behind other messages on a full link, a full slot or a busy lane, one's own included");
  }
};

}  // namespace

Article page_of_run(const Asked& asked) { return RunPage(asked).about(); }

}  // namespace commlab

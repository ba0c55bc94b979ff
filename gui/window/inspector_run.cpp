#include "gui/window/inspector_page.h"

#include "gui/window/stats_article.h"

namespace commlab {
namespace {

// "the links out of gpu0 are", "the link gpu0 -> gpu1 is", "the latency gpu0 -> gpu7 is".
std::string limit_text(const std::string& bounded_by) {
  if (bounded_by.starts_with("latency ")) return fmt::format("the {} is", bounded_by);
  const bool several = bounded_by.starts_with("out of ") || bounded_by.starts_with("into ");
  return fmt::format("the {} {} {}", several ? "links" : "link", bounded_by, several ? "are" : "is");
}

class RunPage : InspectorPage {
 public:
  explicit RunPage(const Asked& asked) : InspectorPage(asked) {}

  Article about() && {
    const Played& run = scene_.run;
    article_.heading(fmt::format("{}, {}: {}", name_of(trace().collective.kind), trace().algorithm,
                                 to_human(trace().finish)));
    const std::string nothing = why_nothing_to_send();
    if (ghost_)
      article_.say(
          fmt::format("Before the change {}.", change_sentence(ghost_->trace().finish, trace().finish)));
    if (!nothing.empty()) article_.say(nothing);
    if (run.bound && nothing.empty()) tell_bound(*run.bound);
    if (run.split) tell_split(*run.split);
    if (!run.idea.empty() && nothing.empty()) tell_idea(run.idea);
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

  void tell_idea(const std::string& idea) {
    article_.heading("How it works");
    article_.say(idea);
  }

  void tell_bound(Time bound) {
    const double percent = trace().finish.ps == 0
                               ? 100
                               : 100 * static_cast<double>(bound.ps) / static_cast<double>(trace().finish.ps);
    article_.items.push_back(Article::Gauge{.name = "of the best possible speed",
                                            .value = fmt::format("{:.3g} %", percent),
                                            .share = percent / 100});
    article_.say(fmt::format("Nothing here can take less than {}: {} the limit.", to_human(bound),
                             limit_text(scene_.run.bounded_by)));
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
    article_.items.push_back(pieces);
    if (split.wait.ps > 0)
      article_.whisper(
          "wait: behind other messages on a full link, a full slot or a busy lane, one's own included");
  }
};

}  // namespace

Article page_of_run(const Asked& asked) { return RunPage(asked).about(); }

}  // namespace commlab

#include "gui/window/article/outcome_article.h"

#include <algorithm>

#include <fmt/format.h>

namespace commlab {
namespace {

constexpr std::size_t most_prints = 200;

std::string heading_of(const ScriptRun& run) {
  switch (run.outcome) {
    case ScriptOutcome::done: return fmt::format("Done after {}", to_human(run.finish));
    case ScriptOutcome::deadlock: return "Deadlock: nothing more can happen";
    case ScriptOutcome::mismatch: return "Calls of the ranks do not fit";
    case ScriptOutcome::error: return "It stopped with an error";
  }
  return {};
}

void tell_waits(Article& article, const ScriptRun& run) {
  if (run.waits.empty()) return;
  article.heading(run.cycle.empty() ? "Who waits for whom" : "A circle of waits");
  int number = 1;
  for (const std::int32_t i : run.cycle)
    article.say(fmt::format("{}. {}", number++, sentence(run.waits[i].why)));
  for (std::int32_t i = 0; i < static_cast<std::int32_t>(run.waits.size()); ++i)
    if (std::ranges::count(run.cycle, i) == 0) article.say(sentence(run.waits[i].why));
}

// Ranks that print the same text at the same time share one line.
struct Said {
  const ScriptPrint* print;
  std::vector<Rank> ranks;
};
std::vector<Said> said_by(const ScriptShown& shown) {
  std::vector<Said> all;
  for (const ScriptPrint& print : shown.run.prints) {
    if (print.at > shown.view.now && !shown.over()) continue;
    const bool again =
        !all.empty() && all.back().print->at == print.at && all.back().print->text == print.text;
    if (again)
      all.back().ranks.push_back(print.rank);
    else
      all.push_back({&print, {print.rank}});
  }
  return all;
}

void tell_prints(Article& article, const ScriptShown& shown) {
  const std::vector<Said> all = said_by(shown);
  if (!all.empty()) article.heading("What the terminals show");
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (i == most_prints) return article.whisper("and more");
    const ScriptPrint& print = *all[i].print;
    const bool late = print.at > shown.run.finish;
    article.say(fmt::format("{} {}{}: {}", all[i].ranks.size() == 1 ? "rank" : "ranks",
                            ranks_text(all[i].ranks),
                            late ? fmt::format(", after {}", to_human(print.at)) : "", print.text));
  }
}

std::string reading_of(const ScriptTimer& timer) {
  return timer.stop ? to_human(*timer.stop - timer.start) : "never stopped";
}

// "call: 5.00 us"; if the ranks' readings differ, with the ranks: "call: 5.00 us (rank 0)".
void tell_timers(Article& article, const ScriptRun& run) {
  if (run.timers.empty()) return;
  article.heading("Stopwatches");
  std::vector<std::pair<std::string, std::vector<Rank>>> read;
  for (const ScriptTimer& timer : run.timers) {
    const std::string text = fmt::format("{}: {}", timer.name, reading_of(timer));
    auto same = std::ranges::find(read, text, [](const auto& one) { return one.first; });
    if (same == read.end()) same = read.insert(read.end(), {text, {}});
    same->second.push_back(timer.rank);
  }
  for (const auto& [text, ranks] : read)
    article.say(
        std::ssize(ranks) == run.ranks
            ? text
            : fmt::format("{} ({} {})", text, ranks.size() == 1 ? "rank" : "ranks", ranks_text(ranks)));
}

}  // namespace

Article outcome_article(const ScriptShown& shown) {
  const ScriptRun& run = shown.run;
  Article article;
  if (shown.over()) {
    article.heading(heading_of(run));
    if (run.culprit)
      article.say(fmt::format("Culprit: {}. {}", name_of(*run.culprit), sentence(run.culprit->why)));
    if (!run.caveat.empty()) article.whisper(run.caveat);
  } else {
    article.heading(fmt::format("{} on {}", run.flavour, run.machine));
    article.whisper(
        "Grey: a rank works on its host, or computes. Hatched: it waits. A colour: a message or a collective "
        "is under way, in the same colour on all its ranks and on the links.");
  }
  tell_prints(article, shown);
  if (!shown.over()) return article;
  tell_waits(article, run);
  tell_timers(article, run);
  return article;
}

}  // namespace commlab

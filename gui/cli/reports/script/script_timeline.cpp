#include "gui/cli/reports/script/script_timeline.h"

#include <algorithm>
#include <array>

namespace commlab {
namespace {

constexpr std::size_t columns = 80;
constexpr std::size_t label = 18;
constexpr int most_ranks_drawn = 16;

char sign_of(const ScriptSpan& span) {
  switch (span.kind) {
    case ScriptSpan::Kind::works: return '#';
    case ScriptSpan::Kind::carries: return '=';
    case ScriptSpan::Kind::waits: return span.unfinished ? '>' : '.';
  }
  return ' ';
}

class Timeline {
 public:
  explicit Timeline(const ScriptRun& run) : run_(run) {
    for (const ScriptSpan& span : run.spans) end_ = std::max(end_, span.end);
    hangs_ = std::ranges::any_of(run.spans, &ScriptSpan::unfinished);
  }

  std::string text() const {
    std::string text =
        fmt::format("timeline: # works, = is under way, . waits{}\n\n", hangs_ ? ", > waits for ever" : "");
    const int shown = std::min(run_.ranks, most_ranks_drawn);
    for (Rank rank = 0; rank < shown; ++rank) text += rank_text(rank);
    if (shown < run_.ranks) text += fmt::format("  ... and {} ranks more\n", run_.ranks - shown);
    if (end_ == Time{}) return text;
    return text + fmt::format("  {:<{}}0{:>{}}\n", "", label - 2, to_human(end_), width() - 1);
  }

 private:
  std::string rank_text(Rank rank) const {
    constexpr std::array<std::pair<ScriptLane, std::string_view>, 3> lanes = {
        {{ScriptLane::host, "host"}, {ScriptLane::compute, "compute"}, {ScriptLane::communication, "comm"}}};
    std::string text;
    for (const auto& [lane, name] : lanes) {
      const std::string bar = bar_of(rank, lane);
      if (bar.empty() && !text.empty()) continue;
      const std::string who = text.empty() ? fmt::format("rank {}", rank) : std::string{};
      std::string line = fmt::format("  {:<8}{:<8}{}", who, name, bar);
      line.erase(line.find_last_not_of(' ') + 1);
      text += line + '\n';
    }
    return text;
  }

  // Waits are drawn first, so that what happens during a wait is drawn over it.
  std::string bar_of(Rank rank, ScriptLane lane) const {
    std::string bar(columns, ' ');
    for (const bool waits : {true, false})
      for (const ScriptSpan& span : run_.spans) {
        if (span.rank != rank || span.lane != lane || (span.kind == ScriptSpan::Kind::waits) != waits)
          continue;
        const std::size_t from = std::min(column(span.start), columns - 1);
        const std::size_t to = span.unfinished ? columns : std::max(from + 1, column(span.end));
        for (std::size_t c = from; c < to; ++c) bar[c] = sign_of(span);
      }
    bar.erase(bar.find_last_not_of(' ') + 1);
    return bar;
  }

  std::size_t column(Time t) const {
    if (end_ == Time{}) return 0;
    const double share = static_cast<double>(t.ps) / static_cast<double>(end_.ps);
    return static_cast<std::size_t>(share * static_cast<double>(width()) + 0.5);
  }

  // Waits that never end get ten more columns, after everything else.
  std::size_t width() const { return hangs_ ? columns - 10 : columns; }

  const ScriptRun& run_;
  Time end_{};
  bool hangs_ = false;
};

}  // namespace

std::string script_timeline(const ScriptRun& run) {
  if (run.spans.empty()) return {};
  return Timeline(run).text();
}

}  // namespace commlab

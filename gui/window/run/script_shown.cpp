#include "gui/window/run/script_shown.h"

#include <algorithm>
#include <cctype>
#include <map>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "core/base/numbers.h"

namespace commlab {
namespace {

bool ends(const ScriptRun& run, Rank rank) {
  return rank < std::ssize(run.through) && run.through[rank] != never;
}

bool is_through(const ScriptRun& run, Rank rank, Time t) { return ends(run, rank) && run.through[rank] <= t; }

std::string outcome_sentence(const ScriptRun& run) {
  switch (run.outcome) {
    case ScriptOutcome::done: return fmt::format("All ranks are through after {}.", to_human(run.finish));
    case ScriptOutcome::deadlock:
      return run.culprit ? fmt::format("Deadlock: nothing more can happen. {}", sentence(run.culprit->why))
                         : "Deadlock: nothing more can happen.";
    case ScriptOutcome::mismatch:
    case ScriptOutcome::error:
      return run.culprit ? sentence(run.culprit->why)
                         : fmt::format("It ends after {}.", to_human(run.finish));
  }
  return {};
}

// Spans are in order of rank and lane, and there may be thousands of ranks.
auto spans_of(const ScriptRun& run, Rank rank, ScriptLane lane) {
  return std::ranges::equal_range(run.spans, std::pair(rank, lane), {},
                                  [](const ScriptSpan& span) { return std::pair(span.rank, span.lane); });
}

}  // namespace

bool hangs(const ScriptRun& run) { return std::ranges::count(run.through, never) > 0; }

const ScriptSpan* span_at(const ScriptRun& run, Rank rank, ScriptLane lane, Time t) {
  for (const ScriptSpan& span : spans_of(run, rank, lane))
    if (span.start <= t && (t < span.end || span.unfinished)) return &span;
  return nullptr;
}

std::optional<int> line_at(const ScriptRun& run, Rank rank, Time t) {
  if (is_through(run, rank, t)) return std::nullopt;
  const ScriptSpan* last = nullptr;
  const ScriptSpan* first = nullptr;
  bool goes_on = false;  // the host has something to do, now or later
  for (const ScriptSpan& span : spans_of(run, rank, ScriptLane::host)) {
    if (!first || span.start < first->start) first = &span;
    if (span.start <= t && (!last || span.start >= last->start)) last = &span;
    goes_on = goes_on || span.start > t || span.unfinished || t < span.end;
  }
  if (!goes_on && ends(run, rank)) return std::nullopt;
  if (last) return last->line;
  return first ? std::optional(first->line) : std::nullopt;
}

std::string ranks_text(const std::vector<Rank>& ranks) {
  std::string text;
  for (std::size_t i = 0; i < ranks.size();) {
    std::size_t last = i;
    while (last + 1 < ranks.size() && ranks[last + 1] == ranks[last] + 1) ++last;
    text += fmt::format("{}{}", text.empty() ? "" : ",", ranks[i]);
    if (last > i) text += fmt::format("{}{}", last > i + 1 ? "-" : ",", ranks[last]);
    i = last + 1;
  }
  return text;
}

std::string sentence(std::string text) {
  if (text.empty()) return text;
  text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  return text.ends_with('.') ? text : text + ".";
}

namespace {

// What happens while no host does anything: messages are on links, or streams compute.
std::string streams_part(const ScriptShown& shown) {
  constexpr std::size_t most_named = 3;
  std::vector<std::string> under_way;
  for (const Transfer& transfer : shown.run.trace.transfers)
    if (transfer.start <= shown.view.now && shown.view.now < transfer.end)
      under_way.push_back(shown.run.trace.ends_text(transfer));
  if (under_way.empty()) return "the hosts are idle; their streams go on";
  if (under_way.size() > most_named)
    return fmt::format("the hosts are idle; {} are under way", counted(under_way.size(), "message"));
  return fmt::format("under way: {}", fmt::join(under_way, ", "));
}

}  // namespace

std::string script_sentence(const ScriptShown& shown) {
  const ScriptRun& run = shown.run;
  if (shown.over()) return outcome_sentence(run);
  std::map<std::pair<int, bool>, std::vector<Rank>> doing;  // by line, and whether they wait
  std::vector<Rank> through;
  for (Rank rank = 0; rank < run.ranks; ++rank) {
    const ScriptSpan* span = span_at(run, rank, ScriptLane::host, shown.view.now);
    if (span)
      doing[{span->line, span->kind == ScriptSpan::Kind::waits}].push_back(rank);
    else if (is_through(run, rank, shown.view.now))
      through.push_back(rank);
  }
  std::vector<std::string> parts;
  for (const auto& [where, ranks] : doing) {
    const bool one = ranks.size() == 1, waits = where.second;
    parts.push_back(fmt::format("{} {} {} line {}", one ? "rank" : "ranks", ranks_text(ranks),
                                waits ? (one ? "waits in" : "wait in") : (one ? "is in" : "are in"),
                                where.first));
  }
  if (!through.empty())
    parts.push_back(fmt::format("{} {} through", through.size() == 1 ? "rank" : "ranks",
                                ranks_text(through) + (through.size() == 1 ? " is" : " are")));
  if (doing.empty()) parts.push_back(streams_part(shown));
  return sentence(fmt::format("{}", fmt::join(parts, "; ")));
}

}  // namespace commlab

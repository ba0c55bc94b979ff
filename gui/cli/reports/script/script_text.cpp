#include "gui/cli/reports/script/script_text.h"

#include <algorithm>
#include <vector>

#include "core/base/numbers.h"
#include "gui/cli/output/table.h"
#include "gui/cli/reports/script/script_timeline.h"

namespace commlab {
namespace {

constexpr std::size_t most_elements_shown = 16;
constexpr std::size_t most_waits = 24;
constexpr int most_ranks_told = 256;

std::string outcome_text(const ScriptRun& run) {
  switch (run.outcome) {
    case ScriptOutcome::done:
      if (run.finish == Time{}) return "done: every rank is through at once";
      return fmt::format("done: every rank is through after {}", to_human(run.finish));
    case ScriptOutcome::deadlock:
      if (run.finish == Time{}) return "deadlock: no rank can ever continue";
      return fmt::format("deadlock: after {} nothing can happen any more", to_human(run.finish));
    case ScriptOutcome::mismatch:
      return fmt::format("mismatch: calls that met do not fit together; the last thing happens {}",
                         run.finish == Time{} ? "at once" : "after " + to_human(run.finish));
    case ScriptOutcome::error:
      return fmt::format("error: the library refuses a call; the last thing happens {}",
                         run.finish == Time{} ? "at once" : "after " + to_human(run.finish));
  }
  return {};
}

// "[1, 2, ?, 4]": a ? where nobody wrote a value. Long ones end in "... 1000 elements]".
std::string values_text(DataType dtype, const std::vector<double>& values, const std::vector<bool>& known) {
  std::string text = "[";
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (i > 0) text += ", ";
    if (i == most_elements_shown) return text + fmt::format("... {} elements]", values.size());
    text += known[i] ? script_value_text(dtype, values[i]) : "?";
  }
  return text + "]";
}

std::string tensors_text(const ScriptRun& run) {
  if (run.tensors.empty()) return {};
  Table table({{"rank", right}, {"tensor"}, {"before"}, {"after"}});
  for (const ScriptTensor& t : run.tensors) {
    const std::string before = values_text(t.dtype, t.before, t.before_known);
    const std::string after = values_text(t.dtype, t.after, t.after_known);
    table.add({fmt::format("{}", t.rank), fmt::format("{} {}", t.name, name_of(t.dtype)), before,
               after == before ? "the same" : after});
  }
  return "\ntensors\n\n" + table.text();
}

// How long the host of each rank waits.
std::vector<Time> waited(const ScriptRun& run) {
  std::vector<Time> sums(static_cast<std::size_t>(run.ranks));
  for (const ScriptSpan& span : run.spans)
    if (span.lane == ScriptLane::host && span.kind == ScriptSpan::Kind::waits)
      sums[span.rank] += span.end - span.start;
  return sums;
}

std::string times_text(const ScriptRun& run) {
  Table table({{"rank", right}, {"through", right}, {"host waits", right}, {"exposed communication", right}});
  const std::vector<Time> waits = waited(run);
  const int told = std::min(run.ranks, most_ranks_told);
  for (Rank rank = 0; rank < told; ++rank) {
    const Time through = run.through[rank];
    table.add({fmt::format("{}", rank), through == never ? "never" : to_human(through), to_human(waits[rank]),
               to_human(run.exposed[rank])});
  }
  const std::string more =
      told < run.ranks ? fmt::format("  ... and {} ranks more\n", run.ranks - told) : std::string{};
  return "\ntimes\n\n" + table.text() + more;
}

std::string timers_text(const ScriptRun& run) {
  if (run.timers.empty()) return {};
  std::string text = "\ntimers\n\n";
  for (const ScriptTimer& timer : run.timers)
    text += fmt::format("  rank {}: {} = {}\n", timer.rank, timer.name,
                        timer.stop ? to_human(*timer.stop - timer.start) : "was never stopped");
  return text;
}

std::string prints_text(const ScriptRun& run) {
  if (run.prints.empty()) return {};
  std::string text = "\nwhat the terminals show\n\n";
  for (const ScriptPrint& print : run.prints) {
    const std::string words = paragraph(fmt::format("rank {}: {}", print.rank, print.text), "             ");
    text += fmt::format("  {:>9}  {}", to_human(print.at), words.substr(13));
  }
  return text;
}

std::string sums_text(const ScriptRun& run) {
  if (run.sums.empty()) return {};
  std::string text = "\nhow sums were added up\n\n";
  for (const ScriptSum& sum : run.sums) {
    const ScriptCall& call = run.calls[sum.call];
    text += fmt::format("  {} {}, element {}: {} = {:.9g}\n", call.what, call.sequence + 1, sum.element,
                        sum.order, sum.value);
  }
  return text;
}

// A reason as a sentence of its own: with a capital letter and a full stop.
std::string sentence(std::string words) {
  if (!words.empty() && words[0] >= 'a' && words[0] <= 'z')
    words[0] = static_cast<char>(words[0] - 'a' + 'A');
  return paragraph(words + ".", "  ");
}

std::string hang_text(const ScriptRun& run) {
  std::string text;
  if (!run.waits.empty()) {
    text += "\nwho waits for whom\n\n";
    const std::size_t told = std::min(run.waits.size(), most_waits);
    for (std::size_t w = 0; w < told; ++w) text += sentence(run.waits[w].why);
    if (told < run.waits.size())
      text += fmt::format("  ... and {}\n",
                          counted(static_cast<std::int64_t>(run.waits.size() - told), "such wait"));
  }
  if (!run.cycle.empty()) {
    text += "\ncircle\n\n";
    std::string circle = "  ";
    for (const std::int32_t w : run.cycle) circle += fmt::format("rank {} -> ", run.waits[w].rank);
    text += circle + fmt::format("rank {}\n", run.waits[run.cycle.front()].rank);
  }
  if (run.culprit) {
    text += fmt::format("\nculprit: {}\n\n", name_of(*run.culprit));
    text += sentence(run.culprit->why);
  }
  return text;
}

std::string came_of_it_text(const ScriptRun& run) {
  std::string text = "\n" + paragraph(outcome_text(run), "  ");
  if (!run.caveat.empty()) text += paragraph(run.caveat, "  ");
  if (!run.transfers_known)
    text += paragraph("more than a million messages: their times are counted, but the messages are not kept",
                      "  ");
  return text + hang_text(run);
}

std::string timeline_text(const ScriptRun& run) {
  const std::string timeline = script_timeline(run);
  return timeline.empty() ? "" : "\n" + timeline;
}

std::string who_text(const ScriptRun& run) {
  return fmt::format("script, {} on {}, as {} does it\n", counted(run.ranks, "rank"), run.machine,
                     run.flavour);
}

std::string everything_text(const ScriptRun& run) {
  return came_of_it_text(run) + tensors_text(run) + sums_text(run) + times_text(run) + timers_text(run) +
         prints_text(run) + timeline_text(run);
}

}  // namespace

std::string script_text(const ScriptRun& run, std::string_view file) {
  const bool one_word = run.machine.find(' ') == std::string::npos;
  const std::string seed = run.seed ? fmt::format(" --seed {}", *run.seed) : "";
  return fmt::format("commlab script {} --machine {} --ranks {} --flavour {}{}\n", file,
                     one_word ? run.machine : fmt::format("'{}'", run.machine), run.ranks, run.flavour,
                     seed) +
         everything_text(run);
}

std::string script_text(const ScriptRun& run) { return who_text(run) + everything_text(run); }

std::string script_summary(const ScriptRun& run) {
  const std::string data = tensors_text(run) + timers_text(run) + prints_text(run);
  return who_text(run) + came_of_it_text(run) + (data.empty() ? timeline_text(run) : data);
}

}  // namespace commlab

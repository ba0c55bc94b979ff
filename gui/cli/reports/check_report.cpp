#include "gui/cli/reports/check_report.h"

#include <algorithm>

#include "core/plan/band.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"

namespace commlab {
namespace {

constexpr std::size_t most_told_causes = 4;
constexpr double worth_telling = .01;  // the probability of a cause
constexpr std::string_view below_causes = "                           ";

double times_of(Time time, Time of) { return static_cast<double>(time.ps) / static_cast<double>(of.ps); }

std::string times_text(double times) { return fmt::format("{:.{}f} times", times, times < 10 ? 1 : 0); }

std::string verdict_text(const CheckedRow& row) {
  const Time measured = *row.published.time;
  std::string text(name_of(row.verdict));
  if (row.verdict == Verdict::slow)
    text += fmt::format(", {} as long", times_text(times_of(measured, row.predicted)));
  if (row.verdict == Verdict::impossible) text += fmt::format(": the links need {}", to_human(*row.least));
  return text;
}

std::string way_text(const CheckedRow& row) {
  return row.protocol.empty() ? row.algorithm : fmt::format("{}/{}", row.algorithm, row.protocol);
}

std::string rows_text(const Checked& all) {
  Table table({{"what", Table::Align::left},
               {"size", right},
               {"measured", right},
               {"predicted", right},
               {"four of five take", Table::Align::left},
               {"by", Table::Align::left},
               {"verdict", Table::Align::left}});
  for (const CheckedRow& row : all.rows)
    table.add({fmt::format("{} {}", name_of(row.published.kind), row.published.ranks),
               to_human(row.published.size), to_human(*row.published.time), to_human(row.predicted),
               fmt::format("{} to {}", to_human(low_end(row.predicted, row.band)),
                           to_human(high_end(row.predicted, row.band))),
               way_text(row), verdict_text(row)});
  return table.text();
}

std::ptrdiff_t count_of(const Checked& all, Verdict verdict) {
  return std::ranges::count(all.rows, verdict, &CheckedRow::verdict);
}

// "4 slow, 1 fast"; empty: all are normal.
std::string others_text(const Checked& all) {
  std::vector<std::string> counts;
  for (const Verdict verdict : {Verdict::impossible, Verdict::slow, Verdict::fast})
    if (const auto count = count_of(all, verdict); count > 0)
      counts.push_back(fmt::format("{} {}", count, name_of(verdict)));
  return fmt::format("{}", fmt::join(counts, ", "));
}

std::string verdict_sentence(const Checked& all) {
  std::string text(name_of(all.verdict));
  if (all.rows.size() == 1) return text;
  text += fmt::format(": {} of {} times in the band of four of five", count_of(all, Verdict::normal),
                      all.rows.size());
  if (const std::string others = others_text(all); !others.empty()) text += "; " + others;
  return text;
}

std::string percent(double probability) { return fmt::format("{:.0f} %", 100 * probability); }

bool may_be(const Suspect& suspect) { return suspect.probability >= worth_telling; }

// What the largest size would take, with this cause.
std::string largest_text(const Hypothesis& form) {
  const auto& largest = *std::ranges::max_element(
      form.calls, {}, [](const SimulatedCall& call) { return call.call.size.count; });
  return fmt::format("{} would take {}", to_human(largest.call.size), to_human(largest.time));
}

// Causes that no row tells apart follow one another.
std::string causes_text(const Checked& all) {
  if (all.suspects.causes.empty() || !may_be(all.suspects.causes.front()))
    return "\nNone of the causes that can be simulated makes such times.\n";
  std::string text = "\nWhat may be the cause, the most probable first:\n";
  int place = 0;
  std::size_t told = 0;
  for (const Suspect& suspect : all.suspects.causes) {
    if (!may_be(suspect) || told++ == most_told_causes) break;
    const Cause& cause = *suspect.form->cause;
    text += fmt::format("  {:<3}{:<15}{:>5}  {}\n",
                        suspect.place == place ? "or" : fmt::format("{}.", suspect.place), cause.name,
                        percent(suspect.probability), suspect.form->what);
    text += paragraph(fmt::format("{}; look at: {}", largest_text(*suspect.form), cause.look), below_causes);
    place = suspect.place;
  }
  if (all.suspects.unknown >= worth_telling)
    text += fmt::format("     {:<15}{:>5}\n", "something else", percent(all.suspects.unknown));
  return text;
}

std::string run_text(const TellingRun& run) {
  return fmt::format("{} of {} over {}{}", name_of(run.kind), to_human(run.size), counted(run.ranks, "rank"),
                     run.nodes > 1 ? fmt::format(" on {} nodes", run.nodes) : " of one node");
}

std::string telling_text(const Checked& all) {
  const std::vector<Suspect>& causes = all.suspects.causes;
  if (causes.size() < 2 || !may_be(causes[1])) return "";
  const std::string_view first = causes[0].form->cause->name, second = causes[1].form->cause->name;
  const std::string text =
      !all.telling
          ? fmt::format("No run tells {} and {} apart by its time; look at the hardware, as said above.",
                        first, second)
          : fmt::format("To tell {} and {} apart, run {}: {} if it is {}, {} if it is {}.", first, second,
                        run_text(*all.telling), to_human(all.telling->by_first), first,
                        to_human(all.telling->by_second), second);
  return '\n' + paragraph(text, "");
}

constexpr std::string_view impossible_causes =
    "Nothing makes links faster, so one of these is not as it was said: the machine (its NICs, its "
    "NVLinks), the ranks and nodes that took part, the size (nccl-tests counts the whole vector, not a "
    "rank's part), the unit of the time, or the result (a call that failed ends early).";

Json row_json(const CheckedRow& row) {
  return {{"collective", name_of(row.published.kind)},
          {"algorithm", row.algorithm},
          {"protocol", row.protocol},
          {"ranks", row.published.ranks},
          {"nodes", row.published.nodes},
          {"size_bytes", row.published.size.count},
          {"measured_us", microseconds_of(*row.published.time)},
          {"predicted_us", microseconds_of(row.predicted)},
          {"low_us", microseconds_of(low_end(row.predicted, row.band))},
          {"high_us", microseconds_of(high_end(row.predicted, row.band))},
          {"links_us", us_json(row.least)},
          {"verdict", name_of(row.verdict)}};
}

Json suspect_json(const Suspect& suspect) {
  return {{"place", suspect.place},
          {"name", suspect.form->cause->name},
          {"what", suspect.form->cause->what},
          {"form", suspect.form->what},
          {"probability", suspect.probability},
          {"look_at", suspect.form->cause->look}};
}

Json telling_json(const Checked& all) {
  if (!all.telling) return nullptr;
  const TellingRun& run = *all.telling;
  return {{"collective", name_of(run.kind)},
          {"size_bytes", run.size.count},
          {"ranks", run.ranks},
          {"nodes", run.nodes},
          {"first", all.suspects.causes[0].form->cause->name},
          {"by_first_us", microseconds_of(run.by_first)},
          {"second", all.suspects.causes[1].form->cause->name},
          {"by_second_us", microseconds_of(run.by_second)}};
}

std::vector<std::string> left_out(const CheckJob& job, const Checked& all) {
  std::vector<std::string> sentences = job.table.left_out;
  for (const std::string& reason : all.left_out)
    sentences.push_back(fmt::format("Rows are not judged: {}.", reason));
  return sentences;
}

}  // namespace

std::string check_text(const CheckJob& job, const Checked& all) {
  const Machine& machine = all.run.machine;
  std::string text = fmt::format("{}\n\n", job.table.name);
  text += fact("machine", fmt::format("{}: {}", machine.name, machine.title));
  text += fact("NCCL", to_text(all.run.setting.nccl.version));
  for (const std::string& sentence : all.run.setting.assumed) text += fact("assumed", sentence);
  for (const std::string& sentence : left_out(job, all)) text += fact("left out", sentence);
  text += '\n' + rows_text(all) + '\n' + fact("verdict", verdict_sentence(all));
  if (all.verdict == Verdict::slow) text += causes_text(all) + telling_text(all);
  if (all.verdict == Verdict::impossible) text += '\n' + paragraph(impossible_causes, "");
  return text;
}

std::string check_json(const CheckJob& job, const Checked& all) {
  Json rows = Json::array(), causes = Json::array();
  for (const CheckedRow& row : all.rows) rows.push_back(row_json(row));
  for (const Suspect& suspect : all.suspects.causes) causes.push_back(suspect_json(suspect));
  return document({{"checked", job.table.file.empty() ? job.table.name : job.table.file},
                   {"machine", all.run.machine.name},
                   {"nccl", to_text(all.run.setting.nccl.version)},
                   {"verdict", name_of(all.verdict)},
                   {"normal_probability", all.suspects.normal},
                   {"unknown_probability", all.suspects.unknown},
                   {"causes", causes},
                   {"telling_run", telling_json(all)},
                   {"rows", rows},
                   {"assumed", all.run.setting.assumed},
                   {"left_out", left_out(job, all)}});
}

std::string check_csv(const Checked& all) {
  Table table({{"collective"},
               {"ranks"},
               {"nodes"},
               {"size_bytes"},
               {"algorithm"},
               {"protocol"},
               {"measured_us"},
               {"predicted_us"},
               {"low_us"},
               {"high_us"},
               {"links_us"},
               {"verdict"}});
  for (const CheckedRow& row : all.rows)
    table.add({std::string(name_of(row.published.kind)), std::to_string(row.published.ranks),
               std::to_string(row.published.nodes), std::to_string(row.published.size.count), row.algorithm,
               row.protocol, us_cell(row.published.time), us_cell(row.predicted),
               us_cell(low_end(row.predicted, row.band)), us_cell(high_end(row.predicted, row.band)),
               us_cell(row.least), std::string(name_of(row.verdict))});
  return table.csv();
}

}  // namespace commlab

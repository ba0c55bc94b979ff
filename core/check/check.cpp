#include "core/check/check.h"

#include <algorithm>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/base/named_values.h"
#include "core/plan/band.h"

namespace commlab {
namespace {

constexpr NamedValue<Verdict> verdict_names[] = {{"normal", Verdict::normal},
                                                 {"fast", Verdict::fast},
                                                 {"slow", Verdict::slow},
                                                 {"impossible", Verdict::impossible}};

// Rates in machine files are what messages reached, a few percent less than what links are sold as.
constexpr double rates_are_low = .93;
// Each row is simulated for each form of each cause.
constexpr std::size_t most_judged_rows = 24;
// With so few rows, each counts by itself; with more, their errors are judged together, because one fault of
// a prediction shifts many rows.
constexpr std::size_t few_rows = 3;
constexpr double hardly_normal = .05;

Verdict verdict_of(const CheckedRow& row) {
  const Time measured = *row.published.time;
  if (row.least && static_cast<double>(measured.ps) < rates_are_low * static_cast<double>(row.least->ps))
    return Verdict::impossible;
  if (measured < low_end(row.predicted, row.band)) return Verdict::fast;
  return measured > high_end(row.predicted, row.band) ? Verdict::slow : Verdict::normal;
}

CheckedRow checked(const PublishedRow& published, const SimulatedCall& simulated) {
  const NcclRoute& route = simulated.call.call.route;
  CheckedRow row{.published = published,
                 .predicted = simulated.time,
                 .band = band_of_spread(simulated.spread),
                 .least = time_of_links(simulated.call),
                 .algorithm = std::string(algorithm_name(route)),
                 .protocol = std::string(protocol_name(route))};
  row.verdict = verdict_of(row);
  return row;
}

std::vector<PublishedRow> spread_out(const std::vector<CheckedRow>& rows) {
  std::vector<PublishedRow> chosen;
  const std::size_t count = std::min(rows.size(), most_judged_rows);
  for (std::size_t i = 0; i < count; ++i) chosen.push_back(rows[i * rows.size() / count].published);
  return chosen;
}

bool are_slow(const Checked& all) {
  const auto slow = std::ranges::count(all.rows, Verdict::slow, &CheckedRow::verdict);
  const auto rows = std::ssize(all.rows);
  if (all.rows.size() <= few_rows) return 2 * slow >= rows;
  return all.suspects.normal < hardly_normal && 4 * slow >= rows;
}

// Every row that can be simulated, beside its time.
Status judge_rows(Checked& all, const PublishedTable& table, const Predict& predict, int cores) {
  std::optional<Error> stopped;
  const PublishedCalls calls = calls_of(table, all.run, predict);
  in_parallel(
      table.rows.size(), cores,
      [&](std::size_t i) {
        return simulated(calls, table.rows[i]).map([&](const SimulatedCall& call) {
          return checked(table.rows[i], call);
        });
      },
      [&](std::size_t, Result<CheckedRow> row) {
        if (row) {
          all.rows.push_back(*std::move(row));
          return true;
        }
        if (row.error().fault == Fault::runtime) stopped = row.error();
        if (std::ranges::count(all.left_out, row.error().message) == 0)
          all.left_out.push_back(row.error().message);
        return !stopped;
      });
  if (stopped) return tl::unexpected(*std::move(stopped));
  if (!all.rows.empty()) return {};
  return fail("no row can be judged: {}", all.left_out.empty() ? "there is none" : all.left_out.front());
}

bool has(const Checked& all, Verdict verdict) {
  return std::ranges::count(all.rows, verdict, &CheckedRow::verdict) > 0;
}

// Judges the rows again, if another reading of the file explains the slow ones.
Status read_again(Checked& all, const PublishedTable& table, const Predict& predict, int cores) {
  Result<CheckedRun> read = likeliest_reading(table, spread_out(all.rows), all.run, predict, cores);
  if (!read) return tl::unexpected(read.error());
  if (read->setting.assumed.size() == all.run.setting.assumed.size()) return {};
  all = {.run = *std::move(read)};
  return judge_rows(all, table, predict, cores);
}

// What may make the rows slow, and whether they are.
Status judge_together(Checked& all, const PublishedTable& table, const Rewire& rewire, const Predict& predict,
                      int cores) {
  const std::vector<PublishedRow> rows = spread_out(all.rows);
  Result<std::vector<Hypothesis>> hypotheses = hypotheses_of(table, rows, all.run, rewire, predict, cores);
  if (!hypotheses) return tl::unexpected(hypotheses.error());
  all.hypotheses = std::make_shared<const std::vector<Hypothesis>>(*std::move(hypotheses));
  all.suspects = suspects_of(*all.hypotheses, times_of(rows));
  std::vector<Suspect>& causes = all.suspects.causes;
  if (!are_slow(all)) {
    causes.clear();
    return {};
  }
  all.verdict = Verdict::slow;
  if (causes.size() >= 2) all.telling = telling_run(table, *causes[0].form, *causes[1].form, predict, cores);
  return {};
}

}  // namespace

std::string_view name_of(Verdict verdict) { return name_in(verdict_names, verdict); }

Result<Checked> check(const PublishedTable& table, const CheckedRun& run, const Rewire& rewire,
                      const Predict& predict, int cores) {
  Checked all{.run = run};
  Status judged = judge_rows(all, table, predict, cores);
  if (judged && has(all, Verdict::slow)) judged = read_again(all, table, predict, cores);
  if (judged && has(all, Verdict::impossible))
    all.verdict = Verdict::impossible;
  else if (judged && has(all, Verdict::slow))
    judged = judge_together(all, table, rewire, predict, cores);
  if (!judged) return tl::unexpected(judged.error());
  return all;
}

}  // namespace commlab

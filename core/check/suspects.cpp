#include "core/check/suspects.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/base/in_parallel.h"
#include "core/base/index.h"
#include "core/machine/gaussian_process.h"

namespace commlab {
namespace {

// So large a part of the runs that somebody asks about is as it should be, and so large a part has a fault
// that no cause describes. The causes share the rest evenly. These are judgements, not measurements.
constexpr double usually_normal = .8, usually_unknown = .05;
// A fault that nobody knows makes predictions so many times worse than usual.
constexpr double unknown_variation = 4;
// Times that differ less, as logarithms, are the same.
constexpr double alike = .02;

double log_ratio(Time a, Time b) { return std::log(static_cast<double>(a.ps) / static_cast<double>(b.ps)); }

bool are_alike(const Hypothesis& a, const Hypothesis& b) {
  return std::ranges::equal(a.calls, b.calls, [](const SimulatedCall& x, const SimulatedCall& y) {
    return std::abs(log_ratio(x.time, y.time)) < alike;
  });
}

bool is_slower(const Hypothesis& form, const Hypothesis& normal) {
  double sum = 0;
  for (std::size_t i = 0; i < form.calls.size(); ++i)
    sum += log_ratio(form.calls[i].time, normal.calls[i].time);
  return sum > 0;
}

Result<std::vector<SimulatedCall>> simulated(const PublishedTable& table, std::span<const PublishedRow> rows,
                                             const CheckedRun& run, const Predict& predict) {
  const PublishedCalls calls = calls_of(table, run, predict);
  std::vector<SimulatedCall> all;
  for (const PublishedRow& row : rows) {
    Result<SimulatedCall> call = simulated(calls, row);
    if (!call) return tl::unexpected(call.error());
    all.push_back(*std::move(call));
  }
  return all;
}

// With the calls of each, without those that cannot be simulated. An error: the first one cannot, or a stop
// was asked for.
Result<std::vector<Hypothesis>> with_calls(std::vector<Hypothesis> asked, const PublishedTable& table,
                                           std::span<const PublishedRow> rows, const Predict& predict,
                                           int cores) {
  std::vector<Hypothesis> all;
  std::optional<Error> failed;
  in_parallel(
      asked.size(), cores, [&](std::size_t i) { return simulated(table, rows, asked[i].run, predict); },
      [&](std::size_t i, Result<std::vector<SimulatedCall>> calls) {
        if (calls) {
          asked[i].calls = *std::move(calls);
          all.push_back(std::move(asked[i]));
        } else if (i == 0 || calls.error().fault == Fault::runtime) {
          failed = calls.error();
        }
        return !failed;
      });
  if (failed) return tl::unexpected(*std::move(failed));
  return all;
}

// The logarithm of how probable the measured times are, but for a constant. `variation`: how many times worse
// than usual predictions are.
double evidence(const Hypothesis& hypothesis, std::span<const Time> measured, double variation) {
  const std::vector<SimulatedCall>& calls = hypothesis.calls;
  std::vector<double> errors;
  std::vector<CallPoint> points;
  for (std::size_t i = 0; i < calls.size(); ++i) {
    errors.push_back(log_ratio(measured[i], calls[i].time));
    points.push_back(point_of(calls[i].call.call, nccl_site(*calls[i].call.ground->nccl)));
  }
  const auto covariance = [&](std::size_t a, std::size_t b) {
    return variation * variation * calls[a].spread * calls[b].spread * likeness(points[a], points[b]);
  };
  const std::vector<double> noises(calls.size(), noise_of_measurements);
  return GaussianProcess(errors, covariance, noises).evidence();
}

// The forms of each cause share its probability evenly.
void share_prior(std::vector<Hypothesis>& all) {
  std::vector<const Cause*> there;
  for (const Hypothesis& each : all)
    if (each.cause && std::ranges::find(there, each.cause) == there.end()) there.push_back(each.cause);
  for (Hypothesis& each : all) {
    if (!each.cause) continue;
    const auto forms = std::ranges::count(all, each.cause, &Hypothesis::cause);
    each.prior = (1 - usually_normal - usually_unknown) / static_cast<double>(there.size()) /
                 static_cast<double>(forms);
  }
}

// Those whose best forms no row tells apart share the place of the first of them.
void set_places(std::vector<Suspect>& causes) {
  for (std::size_t i = 1; i < causes.size(); ++i) {
    const auto first =
        std::find_if(causes.begin(), causes.begin() + static_cast<std::ptrdiff_t>(i),
                     [&](const Suspect& before) { return are_alike(*before.form, *causes[i].form); });
    causes[i].place =
        first == causes.begin() + static_cast<std::ptrdiff_t>(i) ? causes[i - 1].place + 1 : first->place;
  }
  std::ranges::stable_sort(causes, {}, &Suspect::place);
}

}  // namespace

std::vector<Time> times_of(std::span<const PublishedRow> rows) {
  std::vector<Time> times;
  for (const PublishedRow& row : rows) times.push_back(*row.time);
  return times;
}

PublishedCalls calls_of(const PublishedTable& table, const CheckedRun& run, const Predict& predict) {
  return PublishedCalls(table, run.setting, run.machine, predict,
                        {.slow = run.slow, .late = {}, .cut = run.cut});
}

Result<SimulatedCall> simulated(const PublishedCalls& calls, const PublishedRow& row) {
  if (row.time && *row.time <= Time{}) return fail("a time of 0 was published");
  return calls.row(row).and_then([&](PublishedCall call) {
    return simulated_time(call, call.costs).map([&](Time time) {
      const NcclSite site = nccl_site(*call.ground->nccl);
      const std::optional<double> band = band_of(call.call, site, call.costs);
      const double spread = band ? spread_of_band(*band)
                                 : usual_error(call.costs, site.nodes > 1, size_of(call.call.collective));
      return SimulatedCall{std::move(call), time, spread};
    });
  });
}

Result<CheckedRun> likeliest_reading(const PublishedTable& table, std::span<const PublishedRow> rows,
                                     CheckedRun run, const Predict& predict, int cores) {
  std::vector<Hypothesis> asked{{nullptr, "", std::move(run), 1, {}}};
  for (Suspicion& other : other_readings(asked.front().run))
    asked.push_back({nullptr, std::move(other.what), std::move(other.run), 1, {}});
  const Result<std::vector<Hypothesis>> readings = with_calls(std::move(asked), table, rows, predict, cores);
  if (!readings) return tl::unexpected(readings.error());
  const std::vector<Time> measured = times_of(rows);
  constexpr double far_better = 3;  // as a logarithm: 20 times as probable
  const Hypothesis* best = &readings->front();
  double most = evidence(*best, measured, 1) + far_better;
  for (const Hypothesis& reading : *readings)
    if (const double found = evidence(reading, measured, 1); found > most) {
      best = &reading;
      most = found;
    }
  CheckedRun read = best->run;
  if (best != &readings->front())
    read.setting.assumed.push_back(
        fmt::format("The times fit far better where {}, which is not said: judged so.", best->what));
  return read;
}

Result<std::vector<Hypothesis>> hypotheses_of(const PublishedTable& table, std::span<const PublishedRow> rows,
                                              const CheckedRun& run, const Rewire& rewire,
                                              const Predict& predict, int cores) {
  std::vector<Hypothesis> asked{{nullptr, "", run, usually_normal, {}}};
  for (const Cause& cause : causes())
    for (Suspicion& form : cause.forms(run, rewire))
      asked.push_back({&cause, std::move(form.what), std::move(form.run), 0, {}});
  return with_calls(std::move(asked), table, rows, predict, cores).map([](std::vector<Hypothesis> all) {
    const Hypothesis normal = all.front();
    std::erase_if(all, [&](const Hypothesis& each) {
      return each.cause != nullptr && (!is_slower(each, normal) || are_alike(each, normal));
    });
    share_prior(all);
    return all;
  });
}

Suspects suspects_of(std::span<const Hypothesis> hypotheses, std::span<const Time> measured) {
  std::vector<double> weights;  // logarithms of prior times probability
  for (const Hypothesis& each : hypotheses)
    weights.push_back(std::log(each.prior) + evidence(each, measured, 1));
  const double of_unknown =
      std::log(usually_unknown) + evidence(hypotheses.front(), measured, unknown_variation);
  const double most = std::max(of_unknown, *std::ranges::max_element(weights));
  double sum = std::exp(of_unknown - most);
  for (double& weight : weights) sum += weight = std::exp(weight - most);

  Suspects all{.normal = weights.front() / sum, .unknown = std::exp(of_unknown - most) / sum, .causes = {}};
  std::vector<double> best;  // of each suspect's forms
  for (std::size_t i = 1; i < hypotheses.size(); ++i) {
    const double share = weights[i] / sum;
    const auto known = std::ranges::find_if(
        all.causes, [&](const Suspect& suspect) { return suspect.form->cause == hypotheses[i].cause; });
    if (known == all.causes.end()) {
      all.causes.push_back({&hypotheses[i], share});
      best.push_back(share);
      continue;
    }
    known->probability += share;
    double& best_share = best[static_cast<std::size_t>(known - all.causes.begin())];
    if (share <= best_share) continue;
    best_share = share;
    known->form = &hypotheses[i];
  }
  std::ranges::stable_sort(all.causes, std::ranges::greater{}, &Suspect::probability);
  set_places(all.causes);
  return all;
}

}  // namespace commlab

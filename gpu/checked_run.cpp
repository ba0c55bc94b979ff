#include "gpu/checked_run.h"

#include <algorithm>
#include <cassert>

#include "core/base/stopped.h"
#include "core/collective/reference.h"
#include "core/programs/interpret.h"
#include "core/programs/native.h"
#include "core/verify/verify.h"
#include "gpu/executor.h"
#include "gpu/memory_check.h"
#include "gpu/trace_of.h"

namespace commlab {
namespace {

bool needs_interpretation(const Programs& programs, DataPattern data) {
  return !is_native(programs) && !exact_in_any_order(programs.collective, data);
}

Status check_memory(const Programs& programs, const RunOptions& options, const IssueOrder& order,
                    const Device& device) {
  const Bytes available = device.available_memory();
  if (const Status works = device.status(); !works) return works;
  if (const Status countable = check_countable(programs, available); !countable) return countable;
  const auto shortage =
      device.shortage(Executor::memory_needed(programs, order), memory_on_host(programs, options));
  if (const Status works = device.status(); !works || !shortage) return works;
  return check_fits(programs, shortage->needed, shortage->available, shortage->where);
}

// The index of the median. For an even number of times this is the smaller of the two middle times, so that
// the median is the time of a real iteration.
std::size_t median_of(const std::vector<Time>& times) {
  std::vector<std::size_t> by_time(times.size());
  for (std::size_t i = 0; i < times.size(); ++i) by_time[i] = i;
  const auto middle = by_time.begin() + static_cast<std::ptrdiff_t>((times.size() - 1) / 2);
  std::nth_element(by_time.begin(), middle, by_time.end(),
                   [&](std::size_t a, std::size_t b) { return times[a] < times[b]; });
  return *middle;
}

// What repeated runs tell. Iterations hold every stamp, so they are kept only for a trace.
struct Repeated {
  std::vector<Time> times;
  std::vector<Time> launches;
  std::vector<OverRanks> over_ranks;  // none, if all ranks have one clock
  std::vector<Iteration> iterations;  // none, unless they were to be kept
};

class CheckedRun {
 public:
  CheckedRun(const Programs& programs, Runner& runner, const RunOptions& options, const RealRunOptions& real)
      : programs_(programs), runner_(runner), options_(options), real_(real) {}

  Result<Run> run() {
    if (const Status known = know_expected(); !known) return tl::unexpected(known.error());
    if (const Status first = run_first(); !first) return tl::unexpected(first.error());
    if (const Status timed = run_timed(); !timed) return tl::unexpected(timed.error());
    if (const auto last = run_and_check(); !last) return tl::unexpected(last.error());
    run_.checked = true;
    return std::move(run_);
  }

 private:
  Result<Time> run_and_check() {
    if (const Status filled = runner_.fill(options_.data); !filled) return tl::unexpected(filled.error());
    const auto time = run_once();
    if (!time) return time;
    if (const Status right = check(); !right) return tl::unexpected(right.error());
    return time;
  }

  Result<Time> run_once() {
    if (options_.stop.stop_requested()) return stopped();
    return runner_.run_once(real_.deadline);
  }

  // Where rounding makes the order of additions matter, the host plays the programs.
  Status know_expected() {
    if (!needs_interpretation(programs_, options_.data)) return {};
    return interpret(programs_, options_.data).map([&](RankBuffers played) {
      expected_ = std::move(played.output);
    });
  }

  Status check() {
    if (!expected_)
      return runner_.check(options_.data).and_then([&](const OutputCheck& found) -> Status {
        run_.rounded |= found.rounded;
        return found.wrong.empty() ? Status{} : wrong_result(found.wrong);
      });
    return runner_.outputs().and_then([&](const std::vector<Memory>& found) -> Status {
      const Status equal = equal_where_promised(programs_.collective, programs_.partition, found, *expected_);
      return equal ? equal : wrong_result(equal.error().message);
    });
  }

  static Status wrong_result(std::string_view how) {
    return fail(Fault::runtime, "wrong result, so no time is reported: {}", how);
  }

  Status run_first() {
    const auto first = run_and_check();
    if (!first) return tl::unexpected(first.error());
    run_.backend = "host";
    if (!runner_.stamps_take_time()) run_.first = *first;
    run_.transfers = programs_.transfers();
    if (!options_.keep_buffers) return {};
    return runner_.outputs().map([&](std::vector<Memory> outputs) {
      run_.buffers =
          RankBuffers{.input = make_inputs(programs_.collective, programs_.partition, options_.data),
                      .output = std::move(outputs)};
    });
  }

  Status run_timed() {
    runner_.stamp_every_step(false);
    runner_.call_in_a_row(real_.calls);
    const bool as_timed = !runner_.stamps_take_time() && real_.calls == 1;
    if (const Status warm = warm_up(); !warm) return warm;
    const auto timed = repeat(real_.iterations, as_timed && traces());
    if (!timed) return tl::unexpected(timed.error());
    runner_.call_in_a_row(1);
    run_.calls = real_.calls;
    run_.times = timed->times;
    const std::size_t median = median_of(run_.times);
    run_.finish = run_.times[median];
    if (!timed->over_ranks.empty()) run_.over_ranks = timed->over_ranks[median];
    const Time launch = timed->launches[median_of(timed->launches)];
    if (launch > Time{}) run_.launch = launch;
    runner_.stamp_every_step(true);
    if (!traces()) return {};
    if (!as_timed) return trace_apart();
    run_.trace = trace_of(programs_, runner_.order(), timed->iterations[median]);
    return {};
  }

  // Runs of which every step is stamped; they take longer than those that were timed.
  Status trace_apart() {
    constexpr int traced = 5;
    if (const auto first = run_once(); !first) return tl::unexpected(first.error());
    const auto stamped = repeat(traced, true);
    if (!stamped) return tl::unexpected(stamped.error());
    const std::size_t median = median_of(stamped->times);
    run_.trace = trace_of(programs_, runner_.order(), stamped->iterations[median]);
    run_.notes.push_back(
        fmt::format("{}, as in the trace, takes {}",
                    runner_.stamps_take_time() ? "a run with stamps at every step" : "a call alone",
                    to_human(stamped->times[median])));
    return {};
  }

  bool traces() const { return options_.trace && !is_native(programs_); }

  // The first call, which was checked, also warms up.
  Status warm_up() {
    const auto until = std::chrono::steady_clock::now() + real_.warm_up_for;
    for (int done = 1; done < real_.warmup || std::chrono::steady_clock::now() < until; ++done)
      if (const auto time = run_once(); !time) return tl::unexpected(time.error());
    return {};
  }

  Result<Repeated> repeat(int times, bool keep) {
    Repeated repeated;
    for (int i = 0; i < times; ++i) {
      const auto time = run_once();
      if (!time) return tl::unexpected(time.error());
      repeated.times.push_back(*time);
      repeated.launches.push_back(runner_.last().launch);
      if (!runner_.last().own.empty()) repeated.over_ranks.push_back(runner_.last().over_ranks());
      if (keep) repeated.iterations.push_back(runner_.last());
    }
    return repeated;
  }

  const Programs& programs_;
  Runner& runner_;
  const RunOptions& options_;
  const RealRunOptions& real_;
  std::optional<std::vector<Memory>> expected_;  // none: the ranks check their own outputs
  Run run_;
};

std::string lateness_text(const std::vector<LateRank>& late) {
  std::vector<std::string> ranks;
  for (const LateRank& each : late)
    ranks.push_back(fmt::format("rank {} begins {} after the others", each.rank, to_human(each.more)));
  return ranks.empty()
             ? ""
             : fmt::format("{}; the time counts from when the others begin", fmt::join(ranks, ", "));
}

}  // namespace

Bytes memory_on_host(const Programs& programs, const RunOptions& options) {
  if (needs_interpretation(programs, options.data)) return memory_of_buffers(programs, 3);
  return memory_of_buffers(programs, options.keep_buffers ? 2 : 0);
}

Status check_for_library(const Programs& programs, const RunOptions& options, const RealRunOptions& real,
                         Bytes available) {
  if (const Status sane = check_options(programs, real); !sane) return sane;
  if (!is_native(programs))
    if (const Status proved = verify(programs, {.stop = options.stop}); !proved) return proved;
  if (const Status countable = check_countable(programs, available); !countable) return countable;
  return check_fits(programs, memory_on_host(programs, options), available, " on the host");
}

Result<Run> checked_run(const Programs& programs, Runner& runner, const RunOptions& options,
                        const RealRunOptions& real) {
  assert(std::ssize(runner.order().first_lane) == programs.collective.ranks &&
         "the runner runs these programs");
  return CheckedRun(programs, runner, options, real).run().map([&](Run run) {
    if (const std::string note = lateness_text(real.late); !note.empty()) run.notes.push_back(note);
    return run;
  });
}

Status check_options(const Programs& programs, const RealRunOptions& options) {
  if (options.iterations < 1 || options.calls < 1)
    return fail("{} iterations of {} calls give no time; expected at least 1 of 1", options.iterations,
                options.calls);
  for (const Rank rank : options.absent)
    if (rank < 0 || rank >= programs.collective.ranks)
      return fail("rank {} cannot be absent; there are ranks 0 to {}", rank, programs.collective.ranks - 1);
  for (const LateRank& late : options.late)
    if (late.rank < 0 || late.rank >= programs.collective.ranks)
      return fail("rank {} cannot be late; there are ranks 0 to {}", late.rank,
                  programs.collective.ranks - 1);
  return {};
}

Result<IssueOrder> admit(const Programs& programs, const RunOptions& options, const RealRunOptions& real,
                         const Device& device) {
  if (const Status sane = check_options(programs, real); !sane) return tl::unexpected(sane.error());
  if (const Status proved = verify(programs, {.stop = options.stop}); !proved)
    return tl::unexpected(proved.error());
  auto order = issue_order(programs);
  if (!order) return order;
  if (const Status fits = check_memory(programs, options, *order, device); !fits)
    return tl::unexpected(fits.error());
  return order;
}

Result<Run> checked_run(const Programs& programs, Device& device, const RunOptions& options,
                        const RealRunOptions& real) {
  auto order = admit(programs, options, real, device);
  if (!order) return tl::unexpected(order.error());
  auto executor = Executor::prepare(programs, std::move(*order), device,
                                    {.absent = real.absent, .late = real.late, .stop = options.stop});
  if (!executor) return tl::unexpected(executor.error());
  return checked_run(programs, *executor, options, real);
}

}  // namespace commlab

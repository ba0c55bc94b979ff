#include "gpu/measure/host/host_overlap.h"

#include <algorithm>
#include <atomic>
#include <cstring>
#include <vector>

#include "gpu/host/host_memory.h"
#include "gpu/host/host_processors.h"
#include "gpu/measure/busywork.h"
#include "gpu/measure/host/host_tasks.h"

namespace commlab {
namespace {

class HostOverlap {
 public:
  explicit HostOverlap(const MeterSettings& settings) : settings_(settings) {}

  Result<OverlapReport> run() {
    const int first = processors_.front();
    const int second = processors_[1 % processors_.size()];
    if (const Status room = make_room(); !room) return tl::unexpected(room.error());
    const HostTask copying{first, [this] { std::memcpy(target_.data(), source_.data(), source_.size()); }};
    if (const Status fitted = fit_steps(copying, second); !fitted) return tl::unexpected(fitted.error());
    const HostTask computing{second, [this] { sink_ = multiply_and_add(steps_, 1); }};

    const auto copy = time("the copy alone", 0.1, {copying});
    if (!copy) return tl::unexpected(copy.error());
    const auto compute = time("the computation alone", 0.4, {computing});
    if (!compute) return tl::unexpected(compute.error());
    const auto together = time("both at once", 0.7, {copying, computing});
    if (!together) return tl::unexpected(together.error());
    return OverlapReport{
        .where = first == second
                     ? fmt::format("two threads on processor {}, the only one here", first)
                     : fmt::format("two threads, on processors {} and {} of this computer", first, second),
        .copying = fmt::format("memcpy of {}", to_human(settings_.large)),
        .computing = "multiplications and additions in registers",
        .copy = *copy,
        .compute = *compute,
        .together = *together};
  }

 private:
  Status make_room() {
    const Bytes free = available_host_memory();
    if (settings_.large.count > free.count / 2)
      return fail(Fault::runtime,
                  "too little memory: a copy of {} needs twice that size, but only {} are free",
                  to_human(settings_.large), to_human(free));
    source_.assign(settings_.large.count, std::byte{1});
    target_.resize(source_.size());
    return {};
  }

  // Chooses so many steps that the computation takes about as long as the copy, so that each could hide the
  // other completely.
  Status fit_steps(const HostTask& copying, int processor) {
    constexpr std::int64_t trial = 1'000'000;
    const auto copy = in_rounds(3, settings_.stop, [&] { return time_together(std::span(&copying, 1)); });
    if (!copy) return tl::unexpected(copy.error());
    const HostTask trying{processor, [this] { sink_ = multiply_and_add(trial, 1); }};
    const auto compute = in_rounds(3, settings_.stop, [&] { return time_together(std::span(&trying, 1)); });
    if (!compute) return tl::unexpected(compute.error());
    const double times = seconds_of(copy->median) / std::max(1e-9, seconds_of(compute->median));
    steps_ = std::max<std::int64_t>(1, static_cast<std::int64_t>(trial * times));
    return {};
  }

  Result<Rounds> time(std::string_view what, double fraction, const std::vector<HostTask>& tasks) {
    if (settings_.progress) settings_.progress(fraction, what);
    return in_rounds(settings_.rounds, settings_.stop, [&] { return time_together(tasks); });
  }

  const MeterSettings& settings_;
  std::vector<int> processors_ = allowed_processors();
  std::vector<std::byte> source_, target_;
  std::int64_t steps_ = 0;
  std::atomic<float> sink_ = 0;  // uses the result: a compiler may leave out work whose result is not used
};

}  // namespace

Result<OverlapReport> host_overlap(const MeterSettings& settings) { return HostOverlap(settings).run(); }

}  // namespace commlab

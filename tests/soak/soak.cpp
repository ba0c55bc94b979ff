// Random experiments for as long as one likes, each judged by what must always hold (judge.h). Every finding
// is printed with the command that repeats it. Exit status: 1 if something was found.

#include <chrono>
#include <cstdio>
#include <memory>
#include <optional>
#include <random>
#include <string>

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include "gpu/host/host_backend.h"
#include "gpu/net/launch/held_signals.h"
#include "gpu/net/tcp_backend.h"
#include "tests/experiments/simulating_tools.h"
#include "tests/soak/memory_growth.h"
#include "tests/soak/tally.h"
#include "tests/soak/worker.h"

namespace commlab {
namespace {

using std::chrono::steady_clock;

constexpr std::chrono::seconds longest_experiment{180};  // the longest takes some seconds on a busy computer
constexpr std::chrono::seconds progress_every{30};

// A few iterations, because times of real runs are not judged.
RealRunOptions real_options(const Experiment& experiment) {
  return {.iterations = 2, .warmup = 0, .deadline = std::chrono::seconds(60), .absent = experiment.absent};
}

Tools tools_of_this_computer() {
  Tools tools = simulating_tools();
  tools.backends.push_back({.name = BackendName::host,
                            .title = "threads",
                            .models = false,
                            .run = [](const Programs& programs, const std::optional<Machine>&,
                                      const Experiment& experiment, const RunOptions& options) {
                              return run_on_host(programs, options, real_options(experiment));
                            }});
  const auto groups =
      std::make_shared<GroupOnCall>(CallOptions{.start = start_processes({COMMLAB_PROGRAM, "member"})});
  tools.backends.push_back({.name = BackendName::tcp,
                            .title = "processes",
                            .models = false,
                            .run = [groups](const Programs& programs, const std::optional<Machine>&,
                                            const Experiment& experiment, const RunOptions& options) {
                              return run_on_tcp(programs, *groups, options, real_options(experiment));
                            }});
  return tools;
}

struct SoakArguments {
  int seconds = 3'600;
  std::optional<std::uint64_t> experiments;
  std::uint64_t seed = std::random_device{}();
  std::optional<std::uint64_t> only;
  bool show_refused = false;
};

class Soak {
 public:
  Soak(const SoakArguments& asked, const Planner& planner) : asked_(asked), planner_(planner) {}

  // Until time is over, all experiments are judged, or a signal comes.
  void run(const HeldSignals& signals) {
    const auto end = begin_ + std::chrono::seconds(asked_.seconds);
    auto experiment_ends = steady_clock::now() + longest_experiment;
    while (steady_clock::now() < end && next_ < asked_.experiments.value_or(UINT64_MAX) && !signals.next()) {
      if (!worker_) {
        worker_.emplace(asked_.seed, next_, planner_);
        memory_ = {};
        experiment_ends = steady_clock::now() + longest_experiment;
      }
      std::array<pollfd, 2> waited = {{{.fd = worker_->descriptor(), .events = POLLIN, .revents = 0},
                                       {.fd = signals.descriptor(), .events = POLLIN, .revents = 0}}};
      wait_until_ready(waited, std::min({end, experiment_ends, said_ + progress_every}));
      if (waited[0].revents != 0) {
        hear();
        experiment_ends = steady_clock::now() + longest_experiment;
      } else if (steady_clock::now() >= experiment_ends) {
        give_up_worker(fmt::format("it did not end within {} seconds", longest_experiment.count()));
      }
      say_progress();
    }
    worker_.reset();
  }

  // Whether nothing was found.
  bool sum_up() const {
    fmt::print("\n{}seed {}\n", tally_.table(), asked_.seed);
    const auto sizes = memory_.sizes();
    if (!sizes) {
      fmt::print("memory: too few experiments to tell\n");
      return tally_.findings() == 0;
    }
    constexpr double mib = 1 << 20;
    fmt::print(
        "memory: {:.1f} MiB resident after warm-up, {:.1f} MiB at the end; {} MiB more would be a finding\n",
        static_cast<double>(sizes->early_bytes) / mib, static_cast<double>(sizes->late_bytes) / mib,
        MemoryGrowth::margin_bytes >> 20);
    return tally_.findings() == 0 && !sizes->grows();
  }

 private:
  void hear() {
    if (const auto report = worker_->next()) {
      note(report->on, report->judgement);
      memory_.add(report->resident_bytes);
    } else {
      give_up_worker("the program " + worker_->fate());
    }
  }

  // The next worker starts with the next experiment.
  void give_up_worker(const std::string& why) {
    worker_.reset();
    note(experiment_of(asked_.seed, next_, planner_).on,
         {.verdict = Judgement::Verdict::finding, .sentence = why});
  }

  void note(BackendName on, const Judgement& judgement) {
    tally_.count(on, judgement);
    const std::uint64_t index = next_++;
    const bool refused = judgement.verdict == Judgement::Verdict::refused;
    if (judgement.verdict == Judgement::Verdict::passed || (refused && !asked_.show_refused)) return;
    fmt::print("{} {}: {}\n    commlab run {}\n    soak --seed {} --only {}\n",
               refused ? "refused" : "finding", index, judgement.sentence,
               to_line(experiment_of(asked_.seed, index, planner_)), asked_.seed, index);
    std::fflush(stdout);
  }

  void say_progress() {
    if (steady_clock::now() < said_ + progress_every) return;
    said_ = steady_clock::now();
    const auto passed = std::chrono::duration_cast<std::chrono::seconds>(said_ - begin_);
    fmt::print(stderr, "{} of {} s: {} experiments, {} findings\n", passed.count(), asked_.seconds,
               tally_.experiments(), tally_.findings());
  }

  const SoakArguments& asked_;
  const Planner& planner_;
  const steady_clock::time_point begin_ = steady_clock::now();
  steady_clock::time_point said_ = begin_;
  std::uint64_t next_ = 0;  // the index of the experiment that the worker is at
  std::optional<Worker> worker_;
  MemoryGrowth memory_;  // of the present worker
  Tally tally_;
};

// Repeats one experiment in this process, for a debugger.
int repeat_one(const SoakArguments& asked, const Planner& planner) {
  const Experiment experiment = experiment_of(asked.seed, *asked.only, planner);
  fmt::print("commlab run {}\n", to_line(experiment));
  std::fflush(stdout);
  const Judgement judgement = judge(experiment, planner);
  fmt::print("{}\n", judgement.verdict == Judgement::Verdict::passed ? "passed" : judgement.sentence);
  return judgement.verdict == Judgement::Verdict::finding ? 1 : 0;
}

int soak(int argc, char** argv) {
  SoakArguments asked;
  CLI::App app(
      "Runs random experiments and checks what must always hold; exit status 1: something was found.");
  app.add_option("seconds", asked.seconds, "how long; default: an hour")->type_name("SECONDS");
  app.add_option("--experiments", asked.experiments, "end after so many")->type_name("N");
  app.add_option("--seed", asked.seed, "default: a random one, which is printed")->type_name("N");
  app.add_option("--only", asked.only, "repeats one experiment")->type_name("INDEX");
  app.add_flag("--show-refused", asked.show_refused, "print also what was refused, and why");
  CLI11_PARSE(app, argc, argv);

  const Tools tools = tools_of_this_computer();
  const Planner planner = tools.planner();
  if (asked.only) return repeat_one(asked, planner);
  fmt::print("seed {}\n", asked.seed);
  const HeldSignals signals;
  Soak soak(asked, planner);
  soak.run(signals);
  return soak.sum_up() ? 0 : 1;
}

}  // namespace
}  // namespace commlab

int main(int argc, char** argv) { return commlab::soak(argc, argv); }

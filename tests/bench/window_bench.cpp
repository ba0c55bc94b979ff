// How much processor time the window takes for a frame while a run plays, for everything from a trace's file
// to the first frame, and for a frame at any other time. Dear ImGui has no renderer here, so OpenGL is left
// out.
//
// Budgets: 8 ms for a frame, 1 s for opening 2 million transfers, 100 ms for a jump.

#include <benchmark/benchmark.h>
#include <time.h>

#include <algorithm>
#include <memory>
#include <random>

#include "core/experiment/experiment.h"
#include "core/machine/machine.h"
#include "core/machine_text/machine_families.h"
#include "core/programs/programs_for.h"
#include "core/trace/trace_file.h"
#include "gui/window/session/playing.h"
#include "sim/simulate.h"
#include "tests/bench/cases.h"
#include "tests/window/unseen_window.h"

namespace commlab {
namespace {

struct WindowCase {
  const char* spec;
  CollectiveKind kind;
  const char* algorithm;
  double jitter = 0;  // as in a measured run, where hardly any two things end at the same moment
};

using enum CollectiveKind;
constexpr WindowCase ring_8{"ring:8,100GB/s,500ns", all_reduce, "ring"};
constexpr WindowCase ring_64{"switch:64,450GB/s,350ns", all_reduce, "ring"};
constexpr WindowCase ring_1024{"switch:1024,450GB/s,350ns", all_reduce, "ring"};
constexpr WindowCase uneven_ring_1024{"switch:1024,450GB/s,350ns", all_reduce, "ring", 0.2};
constexpr WindowCase all_to_all_1024{"switch:1024,450GB/s,350ns", all_to_all, "direct"};

Programs programs_of(const WindowCase& c, const Machine& machine) {
  return value(programs_for(*value(find_algorithm(c.kind, c.algorithm)),
                            collective(c.kind, machine.topology.gpus, MiB(1024))));
}

Outcome played(const WindowCase& c) {
  const Machine machine = value(machine_from_spec(c.spec));
  Programs programs = programs_of(c, machine);
  Run run = value(simulate(programs, machine, {.trace = true, .faults = {.jitter = c.jitter}}));
  return {.programs = std::make_shared<Programs>(std::move(programs)), .run = std::move(run)};
}

struct Viewing {
  explicit Viewing(ScenePointer scene = nullptr) {
    if (scene) show_scene(session, std::move(scene));
  }
  WindowTools tools;
  Session session{.tools = tools, .settings = {}, .theme = *theme_named("dark")};
};

// Times the frames while a run plays, from its middle on.
void play(benchmark::State& state, const WindowCase& c) {
  Viewing viewing(std::make_shared<const Scene>(played(c)));
  Session& session = viewing.session;
  UnseenWindow window(session);
  go_to(session, Time{session.scene->trace().finish.ps / 2});
  window.frame();
  const Time middle = session.view.now;
  for (auto _ : state) {
    session.view.playing = true;
    window.frame();
    if (session.view.now.ps > session.scene->trace().finish.ps * 3 / 4) session.view.now = middle;
  }
}

// The processor time of this thread.
double processor_ms() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e3 * static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_nsec);
}

// Jumps to a random time before each frame, so that nothing of the last frame can be reused.
void scrub(benchmark::State& state, const WindowCase& c) {
  Viewing viewing(std::make_shared<const Scene>(played(c)));
  Session& session = viewing.session;
  UnseenWindow window(session);
  window.frame();
  std::minstd_rand random(1);
  std::uniform_int_distribution<std::int64_t> anywhere(0, session.scene->trace().finish.ps);
  double longest_ms = 0;
  for (auto _ : state) {
    const double before = processor_ms();
    go_to(session, Time{anywhere(random)});
    window.frame();
    longest_ms = std::max(longest_ms, processor_ms() - before);
  }
  state.counters["longest_ms"] = longest_ms;
}

void open(benchmark::State& state, const WindowCase& c) {
  const auto file = std::filesystem::temp_directory_path() / "commlab_window_bench.trace";
  {
    const Outcome made = played(c);
    if (!write_trace(made.trace(), file)) return state.SkipWithError("no trace can be written");
  }
  for (auto _ : state) {
    const Machine machine = value(machine_from_spec(c.spec));
    Trace trace = value(read_trace(file));
    auto viewing = std::make_unique<Viewing>(
        first_scene({.programs = std::make_shared<Programs>(programs_of(c, machine)),
                     .run = {.trace = std::move(trace)}}));
    auto window = std::make_unique<UnseenWindow>(viewing->session);
    window->frame();
    state.PauseTiming();  // neither finding out what ranks hold nor closing is part of opening
    window = nullptr;
    viewing = nullptr;
    state.ResumeTiming();
  }
  std::filesystem::remove(file);
}

BENCHMARK_CAPTURE(play, ring_8_ranks, ring_8)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(play, ring_64_ranks, ring_64)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(play, ring_1024_ranks, ring_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(play, all_to_all_1024_ranks, all_to_all_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrub, ring_8_ranks_50_times, ring_8)->Unit(benchmark::kMillisecond)->Iterations(50);
BENCHMARK_CAPTURE(scrub, ring_1024_ranks, ring_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrub, uneven_ring_1024_ranks, uneven_ring_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(scrub, all_to_all_1024_ranks, all_to_all_1024)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(open, ring_1024_ranks, ring_1024)->Unit(benchmark::kMillisecond)->Iterations(5);

}  // namespace
}  // namespace commlab

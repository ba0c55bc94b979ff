// Work for the window stops soon after it is asked to, at any point of the work.

#include "gui/experiments/window_tools.h"

#include <atomic>
#include <chrono>
#include <filesystem>
#include <thread>

#include <gtest/gtest.h>
#include <unistd.h>

#include "core/trace/trace.h"
#include "core/trace/trace_file.h"
#include "gui/experiments/tools.h"
#include "gui/window/run/window_tools.h"
#include "tests/patience.h"

namespace commlab {
namespace {

using namespace std::chrono_literals;

// A backend whose predictions run until they are told to stop.
class Endless {
 public:
  Endless() {
    tools_.machine_folder = COMMLAB_SOURCE_DIR "/sim/machines";
    tools_.measurement_folder = COMMLAB_SOURCE_DIR "/sim/measurements";
    tools_.backends = {{.name = BackendName::sim,
                        .title = "a model without an end",
                        .models = true,
                        .run = [this](const Programs&, const std::optional<Machine>&, const Experiment&,
                                      const RunOptions& options) -> Result<Run> {
                          if (options.stop.stop_requested()) ++begun_in_vain_;
                          begun_ = true;
                          for (const auto end = soon();
                               !options.stop.stop_requested() && std::chrono::steady_clock::now() < end;)
                            std::this_thread::sleep_for(1ms);
                          return options.stop.stop_requested() ? fail("stopped")
                                                               : fail("nobody told it to stop");
                        }}};
  }

  // Asks for a stop once a prediction has begun. Returns the request's error; no further prediction may
  // begin.
  template <class Request>
  std::string give_up(Request request) {
    std::stop_source stop;
    std::jthread impatient([&] {
      for (const auto end = soon(); !begun_ && std::chrono::steady_clock::now() < end;)
        std::this_thread::sleep_for(1ms);
      stop.request_stop();
    });
    const auto result = request(window_tools(tools_), stop.get_token());
    EXPECT_EQ(begun_in_vain_, 0);
    return result ? "" : result.error().message;
  }

 private:
  Tools tools_;
  std::atomic<bool> begun_ = false;
  std::atomic<int> begun_in_vain_ = 0;  // predictions that began after the stop
};

const ReportProgress quiet = [](double, std::string_view) {};
const Experiment automatic = parse_line("all_reduce --machine dgx-h100 --algorithm auto --size 1MiB").value();

TEST(WindowTools, GiveUpTheChoiceOfAnAlgorithm) {
  EXPECT_EQ(Endless().give_up([](const WindowTools& window, std::stop_token stop) {
    return window.perform(automatic, stop, quiet);
  }),
            "stopped");
}

TEST(WindowTools, GiveUpASweepsPredictions) {
  Experiment ring = automatic;
  ring.algorithm = "ring";
  ring.protocol = ProtocolChoice::simple;
  for (const Experiment& experiment : {automatic, ring})
    EXPECT_EQ(Endless().give_up([&](const WindowTools& window, std::stop_token stop) {
      return window.sweep(experiment, {KiB(1), MiB(1)}, false, stop, quiet);
    }),
              "stopped");
}

TEST(WindowTools, HaveNoCurveOverSizesWhereCountsAreGiven) {
  const Tools tools;
  const Experiment experiment{.collective = CollectiveKind::all_to_all, .counts = {{4, 1}, {1, 4}}};
  const auto curve = window_tools(tools).sweep(experiment, {KiB(1)}, false, {}, quiet);
  ASSERT_FALSE(curve);
  EXPECT_EQ(curve.error().message,
            "--counts sets the amount of data, so there is no curve over sizes; leave it out");
}

TEST(WindowTools, OfferTheBackendsThatAreReady) {
  Tools tools;
  tools.backends = {{.name = BackendName::sim, .title = "", .models = true, .run = {}},
                    {.name = BackendName::cuda,
                     .title = "",
                     .models = false,
                     .run = {},
                     .state = [] { return std::string("1 GPU"); }},
                    {.name = BackendName::nccl, .title = "", .models = false, .run = {}, .state = [] {
                       return fail(Fault::runtime, "not built in");
                     }}};

  EXPECT_EQ(window_tools(tools).backends, (std::vector<std::string>{"sim", "cuda"}));
}

// A saved trace must still say that its ranks were virtual.
TEST(WindowTools, ATracesFileSaysWhereItWasMeasured) {
  Trace trace;
  trace.collective = {.kind = CollectiveKind::broadcast, .ranks = 2, .count = 6};
  trace.partition = {.elements = 6, .blocks = 1, .parts = 1};
  for (const char* gpu : {"gpu0", "gpu1"}) trace.topology.add(gpu, NodeType::gpu);
  trace.backend = "cuda";
  trace.where = "2 virtual ranks on one GPU (NVIDIA H200)";
  const auto file =
      std::filesystem::temp_directory_path() / fmt::format("commlab_where_{}.trace", ::getpid());
  ASSERT_TRUE(write_trace(trace, file));
  Tools tools;
  tools.backends = {{.name = BackendName::cuda, .title = "", .models = false, .run = {}}};

  const auto played = window_tools(tools).open(file, std::stop_token());

  std::filesystem::remove(file);
  ASSERT_TRUE(played) << played.error().message;
  EXPECT_EQ(played->badge, fmt::format("measured: 2 virtual ranks on one GPU (NVIDIA H200), from {}",
                                       file.filename().string()));
}

TEST(WindowTools, GiveUpAPublishedTable) {
  EXPECT_EQ(Endless().give_up([](const WindowTools& window, std::stop_token stop) {
    return window.overlay("tartan_dgx1p100_ranksweep_1GB_ncclv2", stop,
                          quiet);  // simulated: NCCL's costs are not known
  }),
            "stopped");
}

}  // namespace
}  // namespace commlab

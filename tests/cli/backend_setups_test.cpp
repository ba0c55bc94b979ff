// A library's own collective beside our algorithms, in one comparison: which backend runs what, and what the
// answer says about each. The tests pass in made-up backends, so that every computer has such a library.

#include "gui/experiments/backend_setups.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <sstream>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "core/programs/native.h"
#include "gui/cli/command_line.h"

namespace commlab {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;

using Names = std::vector<std::string>;

// A backend whose runs take this time and count themselves in `runs`.
Backend backend_taking(BackendName name, Time time, int& runs) {
  return {.name = name,
          .title = "",
          .models = false,
          .run = [name, time, &runs](const Programs& programs, const std::optional<Machine>&,
                                     const Experiment&, const RunOptions&) -> Result<commlab::Run> {
            ++runs;
            commlab::Run run{.backend = std::string(name_of(name)), .finish = time};
            run.times = {time};
            run.first = time;
            if (name == BackendName::nccl && is_native(programs)) run.estimate = microseconds(18);
            run.checked = true;
            return run;
          }};
}

// A model that predicts 10 us, a cuda backend that takes 20 us, and a library that takes 40 us and estimated
// 18.
class SideBySide : public testing::Test {
 protected:
  SideBySide() {
    tools_.backends = {backend_taking(BackendName::sim, microseconds(10), predictions_),
                       backend_taking(BackendName::cuda, microseconds(20), measurements_),
                       backend_taking(BackendName::nccl, microseconds(40), measurements_)};
    tools_.backends[0].models = true;
    nccl().native = true;
  }

  Backend& nccl() { return tools_.backends[2]; }

  // The answer of `commlab compare all_reduce ...` as written to a file: text, json, csv or svg.
  std::string compare(const std::string& options, const std::string& format) {
    return answer("compare", options, format);
  }
  std::string answer(const std::string& command, const std::string& options, const std::string& format) {
    const auto file = std::filesystem::temp_directory_path() /
                      fmt::format("commlab_side_by_side_{}.{}", getpid(), format == "text" ? "txt" : format);
    std::istringstream line("commlab " + command + " all_reduce --machine switch:4,4GB/s,10us --ranks 4 " +
                            options + " --out " + file.string() +
                            (format == "svg" ? "" : " --format " + format));
    const Names words(std::istream_iterator<std::string>(line), {});
    std::vector<const char*> arguments;
    for (const std::string& word : words) arguments.push_back(word.c_str());
    testing::internal::CaptureStdout();  // beside a picture, the program prints a text
    testing::internal::CaptureStderr();
    status_ = run_command_line(static_cast<int>(arguments.size()), arguments.data(), tools_);
    testing::internal::GetCapturedStdout();
    complaint_ = testing::internal::GetCapturedStderr();
    std::ifstream stream(file);
    std::string answer(std::istreambuf_iterator<char>(stream), {});
    std::filesystem::remove(file);
    return answer;
  }

  // The algorithms that each backend would run, or the error that says why they cannot be compared.
  Names algorithms(const std::vector<BackendName>& backends, const std::string& list) {
    Experiment experiment{.machine = "switch:4,4GB/s,10us", .algorithm = list};
    const auto setups = backend_setups(experiment, backends, tools_);
    if (!setups) return {setups.error().message};
    Names lists;
    for (const auto& setup : *setups) lists.push_back(setup.experiment.algorithm);
    return lists;
  }

  Tools tools_;
  int predictions_ = 0, measurements_ = 0;
  int status_ = -1;
  std::string complaint_;
};

TEST_F(SideBySide, ALibraryStandsBesideEachOfOurAlgorithms) {
  const auto compared =
      nlohmann::json::parse(compare("--on cuda,nccl --algorithm ring,two-shot -b 1K -e 4K -f 4", "json"));

  ASSERT_EQ(compared["rows"].size(), 6u);
  for (std::size_t i = 0; i < 6; ++i) {
    const auto& row = compared["rows"][i];
    const bool by_library = i % 3 == 2;
    EXPECT_EQ(row["size_bytes"], i < 3 ? 1024 : 4096);
    EXPECT_EQ(row["backend"], by_library ? "nccl" : "cuda");
    EXPECT_EQ(row["algorithm"], Names({"ring", "two-shot", "native"})[i % 3]);
    EXPECT_EQ(row["predicted_us"], 10);
    EXPECT_EQ(row["measured_us"], by_library ? 40 : 20);
    EXPECT_EQ(row.contains("estimate_us"), by_library);
    EXPECT_EQ(row.value("estimate_us", 0.0), by_library ? 18 : 0);
    EXPECT_GT(row["bound_us"], 0);
  }
  EXPECT_EQ(compared["median_error_percent_on"]["cuda"], 50);
  EXPECT_EQ(compared["median_error_percent_on"]["nccl"], 75);
  EXPECT_THAT(compared["experiment"], HasSubstr("--on cuda,nccl"));
  EXPECT_THAT(compared["experiment"], HasSubstr("--algorithm ring,two-shot"));
  EXPECT_THAT(compared["experiment"], HasSubstr("-b 1K -e 4K -f 4"));
}

TEST_F(SideBySide, TextAndCsvTellWhoRanItAndWhatWasExpected) {
  const std::string options = "--on cuda,nccl --algorithm ring --size 1K";

  const std::string text = compare(options, "text");
  EXPECT_THAT(text, HasSubstr("   size  on    algorithm"));
  EXPECT_THAT(text, HasSubstr("bound  estimate\n"));
  EXPECT_THAT(text, HasSubstr("  1 KiB  nccl  native"));
  EXPECT_THAT(text, HasSubstr("  18.0 us\n"));
  EXPECT_THAT(text, HasSubstr("median |error| 50.0 % on cuda, 75.0 % on nccl"));
  EXPECT_THAT(text, HasSubstr("estimate: the time that the library itself expected for one call"));
  const std::string alone = compare("--on cuda --algorithm ring --size 1K", "text");
  EXPECT_THAT(alone, Not(HasSubstr("estimate")));
  EXPECT_THAT(alone, HasSubstr("what else this computer does.\n  If something changed"));
  EXPECT_THAT(alone, Not(HasSubstr("processors"))) << "the note about processors is not for GPUs";

  const std::string csv = compare(options, "csv");
  EXPECT_THAT(csv, testing::StartsWith("size_bytes,backend,algorithm,to,predicted_us,measured_us,"
                                       "measured_min_us,measured_max_us,error_percent,first_us,bound_us,"
                                       "estimate_us,drift,predicted_now_us,error_left_percent,where\n1024,"
                                       "cuda,ring,all,10,20,20,20,-50.00,20,"));
  EXPECT_THAT(csv, testing::EndsWith(",18,,,,\n"));
}

// A reader must see where a time was measured: ranks that share a GPU differ from ranks with a GPU each.
TEST_F(SideBySide, EveryAnswerSaysThatRanksShareAGpu) {
  tools_.backends[1].run = [run = tools_.backends[1].run](const Programs& programs, const auto& machine,
                                                          const Experiment& experiment,
                                                          const RunOptions& options) {
    return run(programs, machine, experiment, options).map([](commlab::Run done) {
      done.where = "4 virtual ranks on one GPU (H200)";
      done.details = "stamps within 1 us of the host's clock";
      return done;
    });
  };
  const std::string both = "--on cuda,nccl --algorithm ring --size 1K";
  const std::string badge = "4 virtual ranks on one GPU (H200)";

  EXPECT_THAT(compare(both, "text"), HasSubstr("  cuda: " + badge + "; stamps within"));
  EXPECT_THAT(compare(both, "csv"), HasSubstr("," + badge + "; stamps within"));
  EXPECT_THAT(compare(both, "svg"), HasSubstr("cuda: " + badge + ". Marks"));
  const auto rows = nlohmann::json::parse(compare(both, "json"))["rows"];
  EXPECT_THAT(rows[0].value("where", ""), testing::StartsWith(badge));
  EXPECT_FALSE(rows[1].contains("where")) << "this badge belongs to cuda alone";

  EXPECT_THAT(answer("sweep", "--on cuda --algorithm ring -b 1K -e 2K", "text"),
              HasSubstr("# Where                : " + badge));
  EXPECT_THAT(answer("sweep", "--on cuda --algorithm ring -b 1K -e 2K", "csv"), HasSubstr("," + badge));
  EXPECT_THAT(nlohmann::json::parse(answer("sweep", "--on cuda --algorithm ring -b 1K -e 2K", "json"))
                  .value("where", ""),
              testing::StartsWith(badge));
}

// The machine and the ring's schedule are the same on both backends, so one prediction stands for both.
TEST_F(SideBySide, TheChartHasALineForEachOfThem) {
  const std::string svg = compare("--on cuda,nccl --algorithm native,ring -b 1K -e 4K -f 4", "svg");

  for (const char* line : {"ring on cuda, measured", "ring on nccl, measured", "native on nccl, measured",
                           "native, predicted", "native on nccl, its estimate", "the bound"})
    EXPECT_THAT(svg, HasSubstr(fmt::format(">{}<", line)));
  const std::string prediction = ">ring, predicted<";
  EXPECT_THAT(svg, HasSubstr(prediction));
  EXPECT_EQ(svg.find(prediction), svg.rfind(prediction));
}

TEST_F(SideBySide, ALibraryRunsItsOwnUnlessTheListIsSaidOfIt) {
  const std::vector both{BackendName::cuda, BackendName::nccl};

  EXPECT_THAT(algorithms(both, "auto"), ElementsAre("auto", "native"));
  EXPECT_THAT(algorithms(both, "ring,two-shot"), ElementsAre("ring,two-shot", "native"));
  EXPECT_THAT(algorithms(both, "native,ring"), ElementsAre("ring", "native,ring"));
  EXPECT_THAT(algorithms(both, "all"), ElementsAre("all", "all"));
  EXPECT_THAT(algorithms(both, "hierarchical:ring,two-shot"),
              ElementsAre("hierarchical:ring,two-shot", "native"));
  EXPECT_THAT(algorithms({BackendName::nccl}, "ring"), ElementsAre("ring"))
      << "alone, it runs the named algorithm";
  EXPECT_THAT(algorithms(both, "native"),
              ElementsAre("--algorithm native: cuda has no collectives of its own; name an algorithm for it, "
                          "too: native,ring"));
}

TEST_F(SideBySide, WhoIsNotReadyIsNamedBeforeAnythingIsMeasured) {
  nccl().state = [] { return fail(Fault::runtime, "not built in: install libnccl-dev"); };

  compare("--on cuda,nccl --size 1K", "text");

  EXPECT_EQ(complaint_, "commlab: --on nccl: not built in: install libnccl-dev\n");
  EXPECT_EQ(status_, 3);
  EXPECT_EQ(predictions_ + measurements_, 0);

  nccl().state = [] { return std::string("NCCL 2.28.9 on 4 GPUs"); };
  EXPECT_THAT(algorithms({BackendName::cuda, BackendName::nccl}, "auto"), ElementsAre("auto", "native"));
}

TEST_F(SideBySide, NobodyIsComparedWithItselfOrWithAModel) {
  EXPECT_THAT(algorithms({BackendName::cuda, BackendName::cuda}, "ring"),
              ElementsAre("--on: cuda is named twice; once is enough"));
  EXPECT_THAT(algorithms({BackendName::cuda, BackendName::sim}, "ring"),
              ElementsAre("--on sim: compare needs a backend that measures; try --on host"));
}

// --copy concerns cuda alone; a launched group sets the number of ranks for all backends.
TEST_F(SideBySide, EachTakesWhatIsSaidOfIt) {
  nccl().launched = 2;

  const auto setups = backend_setups({.machine = "switch:4,4GB/s,10us", .copy = CopiedBy::kernel},
                                     {BackendName::cuda, BackendName::nccl}, tools_)
                          .value();

  EXPECT_EQ(setups[0].experiment.copy, CopiedBy::kernel);
  EXPECT_EQ(setups[1].experiment.copy, CopiedBy::engine);
  for (const auto& setup : setups) EXPECT_EQ(setup.collective.ranks, 2);
}

// All processes of a launch have the same command line; the first one compares, and the others obey it.
TEST_F(SideBySide, ALaunchedProcessObeysWhicheverPlaceItsBackendHas) {
  int obeyed = 0;
  nccl().obey = [&]() -> Result<bool> {
    ++obeyed;
    return true;
  };

  compare("--on cuda,nccl --size 1K", "text");

  EXPECT_EQ(status_, 0);
  EXPECT_EQ(obeyed, 1);
  EXPECT_EQ(measurements_, 0);
}

}  // namespace
}  // namespace commlab

// Seeded damage to the files of small traces. Each damaged file is refused in one sentence, or it is read and
// everything works that the window does with a trace: the pictures at several times, what ranks hold, the
// critical path, and the exports.

#include <array>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/base/splitmix.h"
#include "core/trace/perfetto.h"
#include "core/trace/trace_file.h"
#include "gui/experiments/tools.h"
#include "gui/experiments/window_tools.h"
#include "gui/window/commands/exports.h"
#include "gui/window/frame/figure.h"
#include "gui/window/session/playing.h"
#include "sim/critical_path.h"
#include "sim/simulate_experiment.h"
#include "tests/window/recorded_canvas.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

// Over routes and without, in parts, in groups, with spaced blocks, with faults, between two ranks only.
constexpr std::string_view experiment_lines[] = {
    "all_reduce --machine ring:4,25GB/s,2us --algorithm ring --size 64KiB --channels 2 --pieces 1 --ranks 4",
    "all_reduce --machine switch:4,450GB/s,350ns,multicast --algorithm nvls --size 64KiB --ranks 4",
    "all_gather --machine switch:6,450GB/s,350ns --algorithm bruck --size 1003B --ranks 6",
    "all_to_all --machine mesh:2x2,100GB/s,500ns --algorithm bruck --size 4KiB --ranks 4 --slow gpu1:3x",
    "broadcast --machine hcm8 --algorithm binomial --size 64KiB --ranks 8 --jitter 10%",
    "all_reduce --machine dgx-h100 --algorithm nccl --size 64KiB --ranks 8",
    "p2p --machine hcm8 --algorithm direct --from 0 --to 7,3 --size 64KiB --ranks 8"};

constexpr std::string_view extremes[] = {"0",
                                         "-1",
                                         "1",
                                         "3",
                                         "255",
                                         "65536",
                                         "1048576",
                                         "2147483647",
                                         "-2147483648",
                                         "2147483648",
                                         "9223372036854775807",
                                         "-9223372036854775808",
                                         "18446744073709551615",
                                         "1e300",
                                         "1e999999",
                                         "\"text\"",
                                         "null",
                                         "[]",
                                         "true"};
constexpr std::int64_t extreme_words[] = {
    0, 1, -1, 2, 7, 255, 1 << 16, 1 << 20, INT32_MAX, INT32_MIN, INT64_MAX, INT64_MIN, 1LL << 40};

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : state_(seed) {}
  std::size_t below(std::size_t n) { return (state_ = splitmix(state_)) % n; }
  template <class List>
  const auto& one_of(const List& list) {
    return list[below(std::size(list))];
  }

 private:
  std::uint64_t state_;
};

constexpr std::size_t mark = 14;
constexpr std::size_t length_of_record = 112;

struct File {
  std::string header;
  std::string records;

  static File of(const std::string& bytes) {
    std::uint64_t length = 0;
    std::memcpy(&length, bytes.data() + mark, sizeof length);
    return {bytes.substr(mark + sizeof length, length), bytes.substr(mark + sizeof length + length)};
  }
  std::string bytes() const {
    const std::uint64_t length = header.size();
    return "commlab trace\n" + std::string(reinterpret_cast<const char*>(&length), sizeof length) + header +
           records;
  }
};

// The numbers of a text of JSON: where each begins, and its length.
std::vector<std::pair<std::size_t, std::size_t>> numbers_in(const std::string& json) {
  std::vector<std::pair<std::size_t, std::size_t>> found;
  bool in_text = false;
  for (std::size_t i = 0; i < json.size(); ++i) {
    if (json[i] == '"') in_text = !in_text;
    if (in_text || json[i] < '0' || json[i] > '9') continue;
    const std::size_t end = json.find_first_not_of("0123456789", i);
    found.emplace_back(i, end - i);
    i = end - 1;
  }
  return found;
}

void damage_a_number(File& file, Dice& dice) {
  const auto [at, length] = dice.one_of(numbers_in(file.header));
  file.header.replace(at, length, dice.one_of(extremes));
}

void swap_numbers(File& file, Dice& dice) {
  const auto numbers = numbers_in(file.header);
  auto a = dice.one_of(numbers), b = dice.one_of(numbers);
  if (a.first > b.first) std::swap(a, b);
  const std::string first = file.header.substr(a.first, a.second),
                    second = file.header.substr(b.first, b.second);
  if (a == b) return;
  file.header.replace(b.first, b.second, first);
  file.header.replace(a.first, a.second, second);
}

void damage_a_field(File& file, Dice& dice) {
  const std::size_t width = dice.below(2) == 0 ? 4 : 8;
  if (file.records.size() < width) return;
  const std::int64_t value = dice.one_of(extreme_words);
  std::memcpy(file.records.data() + dice.below(file.records.size() / width) * width, &value, width);
}

void swap_records(File& file, Dice& dice) {
  const std::size_t records = file.records.size() / length_of_record;
  if (records < 2) return;
  const std::size_t a = dice.below(records) * length_of_record, b = dice.below(records) * length_of_record;
  std::swap_ranges(file.records.begin() + static_cast<std::ptrdiff_t>(a),
                   file.records.begin() + static_cast<std::ptrdiff_t>(a + length_of_record),
                   file.records.begin() + static_cast<std::ptrdiff_t>(b));
}

void copy_a_field(File& file, Dice& dice) {
  if (file.records.size() < 8) return;
  const std::size_t words = file.records.size() / 4;
  std::memmove(file.records.data() + dice.below(words) * 4, file.records.data() + dice.below(words) * 4, 4);
}

void rename_a_key(File& file, Dice& dice) { file.header[dice.below(file.header.size())] = '~'; }

std::string damaged(const std::string& whole, Dice& dice) {
  constexpr std::array ways = {damage_a_number, damage_a_number, swap_numbers, damage_a_field,
                               damage_a_field,  swap_records,    copy_a_field, rename_a_key};
  const std::size_t way = dice.below(std::size(ways) + 2);
  if (way == std::size(ways)) return whole.substr(0, dice.below(whole.size()));
  std::string bytes = whole;
  if (way > std::size(ways)) {
    for (std::size_t flips = 1 + dice.below(4); flips > 0; --flips)
      bytes[dice.below(bytes.size())] = static_cast<char>(dice.below(256));
    return bytes;
  }
  File file = File::of(whole);
  for (std::size_t times = 1 + dice.below(2); times > 0; --times) ways[way](file, dice);
  return file.bytes();
}

class DamagedTraces : public testing::Test {
 protected:
  DamagedTraces() {
    tools_.critical_path = [](const Trace& trace) {
      const CriticalPath path = critical_path(trace);
      return Chain{path.transfers, path.split};
    };
    tools_.backends = {
        {.name = BackendName::sim, .title = "a model", .models = true, .run = simulate_experiment}};
    tools_.machine_folder = COMMLAB_SOURCE_DIR "/sim/machines";
    tools_.measurement_folder = COMMLAB_SOURCE_DIR "/sim/measurements";
  }
  void TearDown() override { fs::remove(path_); }

  // The bytes of the file that the window saves of this run.
  std::string saved(std::string_view line) {
    const auto ran = window_.perform(parse_line(line).value(), {}, [](double, std::string_view) {});
    EXPECT_TRUE(ran) << ran.error().message;
    EXPECT_TRUE(write_trace(ran->trace(), path_));
    std::ifstream file(path_, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
  }

  // Does with the file what the window does. Returns whether it was read.
  bool open(const std::string& bytes) {
    std::ofstream(path_, std::ios::binary) << bytes;
    Result<Outcome> opened = window_.open(path_, {});
    if (!opened) {
      EXPECT_THAT(opened.error().message, StartsWith(path_.string() + ": "));
      EXPECT_THAT(opened.error().message, Not(HasSubstr("json.exception")));
      EXPECT_THAT(opened.error().message, Not(HasSubstr("\n")));
      return false;
    }
    EXPECT_FALSE(perfetto_json(opened->trace()).empty());
    EXPECT_FALSE(transfers_csv(opened->trace()).empty());
    EXPECT_FALSE(links_csv(opened->trace()).empty());
    const Time finish = opened->trace().finish;
    show(std::make_shared<const Scene>(std::move(*opened)), finish);
    return true;
  }

  void show(const ScenePointer& scene, Time finish) {
    Session session{.tools = window_, .settings = {}, .theme = *theme_named("light")};
    show_scene(session, scene);
    for (const Arrange arrange : {Arrange::learn, Arrange::explore})
      for (const Time now : {Time{}, Time{finish.ps / 2}, finish}) {
        session.view.arrange = arrange;
        go_to(session, now);
        RecordedCanvas canvas;
        draw_figure(canvas, session, 1280, 720);
        EXPECT_FALSE(canvas.texts.empty());
      }
  }

  Tools tools_;
  const WindowTools window_ = window_tools(tools_);
  const fs::path path_ =
      fs::temp_directory_path() / ("commlab_damaged_" + std::to_string(getpid()) + ".trace");
};

TEST_F(DamagedTraces, AreRefusedInOneSentenceOrCanBeShown) {
  constexpr int of_each_run = 400;
  int refused = 0, shown = 0;
  for (const std::string_view line : experiment_lines) {
    const std::string whole = saved(line);
    ASSERT_TRUE(open(whole)) << line;
    Dice dice(whole.size());
    for (int i = 0; i < of_each_run; ++i) {
      SCOPED_TRACE(fmt::format("damage {} of {}", i, line));
      ++(open(damaged(whole, dice)) ? shown : refused);
      if (HasFailure()) return;
    }
  }
  EXPECT_GT(refused, 500);
  EXPECT_GT(shown, 100);
}

// The files of NCCL's choice, which is the default, once did not tell what ranks hold.
TEST_F(DamagedTraces, WhatNcclChoseIsFoundAgain) {
  for (const std::string_view line :
       {"all_reduce --machine dgx-h100 --size 64MiB", "all_reduce --machine \"2x dgx-h100\" --size 1MiB",
        "broadcast --machine \"2x dgx-a100\" --size 16MiB", "all_to_all --machine dgx1-v100 --size 1MiB",
        "reduce_scatter --machine a100x4 --size 1MiB", "gather --machine dgx-h100 --size 1MiB"}) {
    ASSERT_TRUE(open(saved(line))) << line;
    const Result<Outcome> opened = window_.open(path_, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(opened->no_programs, "") << line;
    ASSERT_TRUE(opened->programs) << line;
    EXPECT_EQ(opened->programs->algorithm, opened->trace().algorithm) << line;
  }
}

// Guards against a fixed bug: the programs of whatever the line says were planned, for a billion ranks, too.
TEST_F(DamagedTraces, ALineOfAnotherExperimentIsNotPlanned) {
  const File whole = File::of(saved(experiment_lines[0]));
  const std::string key = R"("experiment":")";
  const std::size_t begin = whole.header.find(key) + key.size(), end = whole.header.find('"', begin);
  for (const std::string_view line :
       {"all_reduce --machine switch:1000000000,25GB/s,1us --ranks 1000000000 --algorithm ring",
        "all_reduce --machine ring:1048576,25GB/s,1us --ranks 1048576 --algorithm ring",
        "all_reduce --machine mesh:1024x1024,25GB/s,1us --ranks 4 --algorithm ring",
        "all_to_all --machine switch:4096,25GB/s,1us --ranks 4 --algorithm all",
        "all_reduce --machine ring:4,25GB/s,2us --ranks 4 --algorithm auto",
        "all_reduce --machine ring:4,25GB/s,2us --ranks 4 --algorithm ring --channels 1000000000",
        "all_reduce --machine ring:4,25GB/s,2us --ranks 4 --algorithm ring --pieces 1000000000",
        "all_reduce --machine ring:4,25GB/s,2us --ranks 4 --algorithm ring --size 1TB", "nothing", ""}) {
    File file = whole;
    file.header.replace(begin, end - begin, line);
    std::ofstream(path_, std::ios::binary) << file.bytes();
    const Result<Outcome> opened = window_.open(path_, {});
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_FALSE(opened->programs) << line;
    EXPECT_THAT(opened->no_programs, StartsWith("It is not known what the messages of this file carried: "));
  }
}

}  // namespace
}  // namespace commlab

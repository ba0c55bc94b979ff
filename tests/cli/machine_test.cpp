// commlab machine, as a user types it: show, draw, import, detect.

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <numeric>
#include <sstream>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>
#include <nlohmann/json.hpp>
#include <pugixml.hpp>

#include "core/files/read_file.h"
#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"
#include "gui/picture/machine_picture.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

using testing::HasSubstr;

const std::filesystem::path machine_folder = std::filesystem::path(COMMLAB_SOURCE_DIR) / "sim" / "machines";

std::filesystem::path temporary(const std::string& name) {
  static const ScratchFolder folder;  // until the program ends
  return folder / name;
}

std::filesystem::path file_with(const std::string& name, std::string_view content) {
  const std::filesystem::path path = temporary(name);
  std::ofstream(path, std::ios::binary) << content;
  return path;
}

std::string content_of(const std::filesystem::path& path) {
  std::ostringstream content;
  content << std::ifstream(path, std::ios::binary).rdbuf();
  return content.str();
}

struct Rectangle {
  double x, y, width, height;
  bool overlaps(const Rectangle& o) const {
    return x < o.x + o.width && o.x < x + width && y < o.y + o.height && o.y < y + height;
  }
};

// The boxes of a picture: rectangles with a corner radius of 5. Tiles have 8, matrix cells none.
std::vector<Rectangle> boxes_of(const pugi::xml_node& svg) {
  std::vector<Rectangle> boxes;
  for (const pugi::xml_node rect : svg.children("rect"))
    if (rect.attribute("rx").as_int() == 5)
      boxes.push_back({rect.attribute("x").as_double(), rect.attribute("y").as_double(),
                       rect.attribute("width").as_double(), rect.attribute("height").as_double()});
  return boxes;
}

// For every shipped machine, clusters of two of each, and the families: the SVG is well-formed, everything
// lies within its borders, and no two boxes overlap.
TEST(MachinePicture, IsSoundForEveryMachine) {
  std::vector<std::string> names = {"switch:8,450GB/s,350ns",   "ring:8,100GB/s,1us",  "torus:4x4,1GB/s,0",
                                    "fat-tree:4x3,400Gb/s,1us", "switch:4096,1GB/s,0", "ring:1,1GB/s,0",
                                    "64x a100x4,200G"};
  for (const std::string& name : machine_names(machine_folder)) {
    names.push_back(name);
    names.push_back("2x " + name + ",100G");
  }
  for (const std::string& name : names) {
    const Machine machine = find_machine(name, machine_folder).value();
    pugi::xml_document document;
    ASSERT_TRUE(document.load_string(to_svg(machine).c_str())) << name;
    const pugi::xml_node svg = document.child("svg");
    const Rectangle canvas{0, 0, svg.attribute("width").as_double(), svg.attribute("height").as_double()};
    EXPECT_LT(canvas.width, 2600) << name;
    const std::vector<Rectangle> boxes = boxes_of(svg);
    EXPECT_FALSE(boxes.empty()) << name;
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      EXPECT_TRUE(boxes[i].x > 0 && boxes[i].x + boxes[i].width < canvas.width && boxes[i].y > 0 &&
                  boxes[i].y + boxes[i].height < canvas.height)
          << name;
      for (std::size_t j = 0; j < i; ++j)
        EXPECT_FALSE(boxes[i].overlaps(boxes[j])) << name << ": " << j << ", " << i;
    }
  }
}

TEST(MachineShow, TellsWhatOtherCopiesCostWhereItIsKnown) {
  const std::string known = commlab("machine show dgx-a100").out;
  EXPECT_THAT(known, HasSubstr("local copy 2.90 us, then 1.4TB/s of reads and writes within one GPU"));
  EXPECT_THAT(known, HasSubstr("staged     22.0 us, then 19GB/s through host memory, or 24GB/s for both"));
  EXPECT_THAT(commlab("machine show hcm8").out, Not(HasSubstr("staged ")));
  EXPECT_EQ(commlab_json("machine show dgx-a100")["staged"]["one_way_GBps"], 19);
  EXPECT_TRUE(commlab_json("machine show hcm8")["staged"].is_null());
}

TEST(MachineShow, TellsLinksInBundles) {
  const Said said = commlab("machine show dgx-h100");

  EXPECT_EQ(said.status, 0);
  for (const char* line :
       {"  gpu0..7 <-> nvswitch          18  nvlink  370.8GB/s",
        "  each gpu0..7 <-> pcie0..7      1  pcie       48GB/s", "  gpu0     X  NV18  NV18"})
    EXPECT_NE(said.out.find(line), std::string::npos) << line << "\n" << said.out;
}

TEST(MachineShow, DrawsToAFileAndStillTells) {
  const std::filesystem::path file = temporary("two.svg");
  const Said said = commlab("machine show \"2x dgx-h100\" --nic 400G --out " + file.string());

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("16 in nodes of 8"), std::string::npos);
  EXPECT_TRUE(content_of(file).starts_with("<svg"));
  EXPECT_EQ(commlab("machine show \"2x dgx-h100\" --nic 400G --format svg").out, content_of(file));
}

constexpr std::string_view pair = "\tGPU0\tGPU1\nGPU0\t X \tNV4\nGPU1\tNV4\t X \n";

TEST(MachineImport, WritesAMachineFileThatRunsAsThePasteDoes) {
  const std::filesystem::path paste = file_with("pair.txt", pair);
  const std::filesystem::path file = temporary("pair.toml");

  const Said said = commlab("machine import " + paste.string() + " --gpu A100 --out " + file.string());

  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_NE(said.out.find("2 A100, 4 NVLinks for each pair"), std::string::npos) << said.out;
  EXPECT_EQ(commlab("machine check " + file.string()).status, 0);
  const std::string run = "run all_reduce --size 1MiB --format csv --machine ";
  const auto times = [](const std::string& csv) { return csv.substr(csv.find("all_reduce")); };
  EXPECT_EQ(times(commlab(run + file.string()).out).size() > 0, true);
  EXPECT_EQ(commlab("machine import " + paste.string() + " --gpu A100").out, content_of(file));
  EXPECT_EQ(commlab("run p2p --machine " + paste.string() + " --gpu A100").status, 0);
}

// Compares the whole program's output, so the choice of the algorithm must be the same, too.
TEST(MachineImport, PredictsOfAPasteWhatItPredictsOfTheNamedMachine) {
  const std::string folder = COMMLAB_SOURCE_DIR "/tests/sim/pasted/";
  for (const auto& [name, gpu] : {std::pair<std::string, std::string>{"dgx-a100", "A100"},
                                  {"dgx-h100", "H100"},
                                  {"dgx1-v100", "V100"},
                                  {"hcm8", "A100"},
                                  {"l40s", "L40S"}}) {
    const std::string sweep = "sweep all_reduce -b 1K -e 1G -f 32 --format csv --machine ";
    const Said named = commlab(sweep + name);
    EXPECT_EQ(named.status, 0) << named.err;
    EXPECT_EQ(commlab(sweep + folder + name + ".txt --gpu " + gpu).out, named.out) << name;
    EXPECT_EQ(commlab(sweep + folder + name + ".xml").out, named.out) << name;
  }
}

TEST(MachineImport, SaysWhoseParametersItTook) {
  const std::string paste = COMMLAB_SOURCE_DIR "/tests/sim/pasted/dgx-h100.txt";
  const Said said = commlab("machine show " + paste + " --gpu H100");
  EXPECT_NE(said.out.find("Parameters of dgx-h100, for H100 with NVLinks to NVSwitch"), said.out.npos)
      << said.out;
  EXPECT_NE(said.out.find("nccl costs on GPUs of the class hopper"), said.out.npos) << said.out;
}

TEST(MachineImport, RefusesWhatItCannotKnowOrRead) {
  const std::string paste = file_with("pair.txt", pair).string();
  const auto refusal = [](const std::string& arguments) {
    const Said said = commlab(arguments);
    EXPECT_EQ(said.status, 2) << arguments;
    EXPECT_EQ(said.out, "") << arguments;
    return said.err;
  };
  EXPECT_EQ(
      refusal("machine import " + paste),
      "commlab: " + paste +
          ": a pasted topology does not say how fast NV4 between GPU0 and GPU1 is; name the GPU, as in --gpu "
          "A100\n");
  EXPECT_EQ(refusal("run all_reduce --machine " + paste), refusal("machine import " + paste));
  const std::string cut = file_with("cut.xml", "<system version=\"1\">\n <cpu>\n").string();
  EXPECT_TRUE(refusal("machine import " + cut).starts_with("commlab: " + cut + ":2: not XML: "));
  EXPECT_EQ(refusal("machine show hcm8 --gpu H100"),
            "commlab: --gpu H100: " + (machine_folder / "hcm8.toml").string() +
                " already names its GPUs, A100; --gpu is for a pasted nvidia-smi topo -m\n");
  EXPECT_EQ(commlab("machine show hcm8 --gpu A100").out, commlab("machine show hcm8").out);
  EXPECT_EQ(refusal("machine show hcm8 --format csv"),
            "commlab: --format: a machine is shown as text, json or svg, not 'csv'\n");
  const std::string huge = file_with("huge.txt", std::string(17 << 20, ' ')).string();
  EXPECT_EQ(
      refusal("machine import " + huge),
      "commlab: machine file " + huge +
          " is too large: it has more than 16MiB; expected a TOML file such as sim/machines/hcm8.toml\n");
}

// Where there is no GPU, the exit status tells a script so, and no file is written.
// Twelve equal rings, as NCCL lays them over eight H100.
std::string dumped_rings(int gpus, double speed) {
  std::string text = fmt::format(
      R"(<graphs version="1"><graph id="0" pattern="4" crossnic="0" nchannels="12" speedintra="{0}" speedinter="{0}" )"
      R"(latencyinter="0" typeintra="NVL" typeinter="PIX" samechannels="1">)",
      speed);
  for (int channel = 0; channel < 12; ++channel) {
    text += "<channel>";
    for (int gpu = 0; gpu < gpus; ++gpu) text += fmt::format("<gpu dev=\"0x{:x}\"/>", (gpu + 3) % gpus);
    text += "</channel>";
  }
  return text + "</graph></graphs>\n";
}

TEST(MachineGraphs, AreShownAndComparedWithTheSearch) {
  const std::filesystem::path folder = std::filesystem::path(testing::TempDir()) / "commlab_graphs";
  std::filesystem::create_directories(folder);
  const std::string same = folder / "same.xml", slower = folder / "slower.xml";
  std::ofstream(same) << dumped_rings(8, 30);
  std::ofstream(slower) << dumped_rings(8, 20);
  const Said shown = commlab("machine graphs " + same);
  EXPECT_EQ(shown.status, 0) << shown.err;
  EXPECT_THAT(shown.out, HasSubstr("Ring: 12 channels of 30GB/s (NVL)"));
  EXPECT_THAT(
      shown.out,
      HasSubstr("channels 0..11  gpu3 -> gpu4 -> gpu5 -> gpu6 -> gpu7 -> gpu0 -> gpu1 -> gpu2 -> gpu3"));
  const Said alike = commlab("machine graphs --machine dgx-h100 --nccl 2.28 " + same);
  EXPECT_EQ(alike.status, 0) << alike.err;
  EXPECT_THAT(alike.out, HasSubstr("Ring: the same"));
  const Said unlike = commlab("machine graphs --machine dgx-h100 --nccl 2.28 " + slower);
  EXPECT_EQ(unlike.status, 1);
  EXPECT_THAT(unlike.out, HasSubstr("finds\n  Ring: 12 channels of 30GB/s (NVL)"));
  const std::string picture = folder / "graphs.svg";
  EXPECT_EQ(commlab("machine graphs --machine dgx-h100 --nccl 2.28 " + slower + " --out " + picture).out,
            unlike.out);
  const std::string drawn = read_file(picture).value();
  EXPECT_THAT(drawn, HasSubstr(">Ring, as NCCL chose: 12 channels of 20GB/s (NVL)<"));
  EXPECT_THAT(drawn, HasSubstr(">Ring, as the search of commlab finds: 12 channels of 30GB/s (NVL)<"));
  const Said as_machine = commlab("machine show " + same);
  EXPECT_EQ(as_machine.status, 2);
  EXPECT_THAT(as_machine.err, HasSubstr("commlab machine graphs shows them"));
  EXPECT_EQ(commlab("machine graphs " + (folder / "none.xml").string()).status, 2);
  std::filesystem::remove_all(folder);
}

TEST(MachineDetect, TellsTheHostAndWhetherThereIsAGpu) {
  const auto file =
      std::filesystem::temp_directory_path() / ("commlab_detected_" + std::to_string(getpid()) + ".toml");
  const Said said = commlab("machine detect --out " + file.string());
  EXPECT_NE(said.out.find("this computer: "), std::string::npos);
  EXPECT_NE(said.out.find("looked for"), std::string::npos);
  if (said.status == 0) {
    EXPECT_EQ(commlab("machine check " + file.string()).status, 0);
  } else {
    EXPECT_EQ(said.status, 1);
    EXPECT_NE(said.err.find("was not written"), std::string::npos) << said.err;
    EXPECT_FALSE(std::filesystem::exists(file));
  }
  std::filesystem::remove(file);
}

// A matrix of GPUs of which these pairs have NVLinks. GPU i has the number `numbers[i]`.
std::string matrix_with_pairs(const std::vector<int>& numbers,
                              const std::vector<std::pair<int, int>>& pairs) {
  const std::size_t gpus = numbers.size();
  std::vector<std::vector<std::string>> cells(gpus, std::vector<std::string>(gpus, "PHB"));
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) cells[gpu][gpu] = "X";
  for (const auto& [a, b] : pairs) cells[numbers[a]][numbers[b]] = cells[numbers[b]][numbers[a]] = "NV12";
  std::string text;
  for (std::size_t gpu = 0; gpu < gpus; ++gpu) text += fmt::format("GPU{} ", gpu);
  for (std::size_t gpu = 0; gpu < gpus; ++gpu)
    text += fmt::format("\nGPU{} {}", gpu, fmt::join(cells[gpu], " "));
  return text + "\n";
}

// Two names for one machine had 21.6 ms and 92.4 ms, where the bound is 44.7 ms.
TEST(MachineNumbers, OfGpusChangeNoTime) {
  using Pairs = std::vector<std::pair<int, int>>;
  for (const auto& [gpus, pairs] : {std::pair(3, Pairs{{0, 1}}), std::pair(4, Pairs{{0, 1}, {2, 3}})})
    for (const std::string what :
         {"all_reduce --size 1GiB", "all_reduce --size 1MiB", "all_gather --size 64MiB"}) {
      std::vector<int> numbers(gpus);
      std::iota(numbers.begin(), numbers.end(), 0);
      const auto time = [&] {
        const std::string file = file_with("numbers.txt", matrix_with_pairs(numbers, pairs)).string();
        const nlohmann::json run = commlab_json("run " + what + " --gpu A100 --machine " + file);
        EXPECT_GE(run["time_us"].get<double>(), run["bound_us"].get<double>()) << what;
        return run["time_us"].get<double>();
      };
      const double first = time();
      while (std::ranges::next_permutation(numbers).found)
        EXPECT_NEAR(time() / first, 1, .01) << what << ", " << fmt::format("{}", fmt::join(numbers, ","));
    }
}

// NICs were paired with GPUs by their numbers: 6 GB/s instead of 48.
TEST(MachineNumbers, OfNicsChangeNoTime) {
  std::vector<int> nic_of = {0, 1, 2, 3};
  const auto times = [&] {
    std::string text = "GPU0 GPU1 GPU2 GPU3 NIC0 NIC1 NIC2 NIC3\n";
    const auto reach = [](int a, int b) { return a == b ? "PIX" : a / 2 == b / 2 ? "NODE" : "SYS"; };
    for (int a = 0; a < 4; ++a) {
      text += fmt::format("GPU{}", a);
      for (int b = 0; b < 4; ++b) text += a == b ? " X" : " NV18";
      for (int b = 0; b < 4; ++b) text += fmt::format(" {}", reach(a, nic_of[b]));
      text += "\n";
    }
    for (int a = 0; a < 4; ++a) {
      text += fmt::format("NIC{}", a);
      for (int b = 0; b < 4; ++b) text += fmt::format(" {}", reach(nic_of[a], b));
      for (int b = 0; b < 4; ++b)
        text += a == b ? " X" : fmt::format(" {}", nic_of[a] / 2 == nic_of[b] / 2 ? "NODE" : "SYS");
      text += "\n";
    }
    const std::string file = file_with("nics.txt", text).string();
    std::vector<double> times;
    for (const std::string nodes : {"", "2x ", "4x "})
      for (const std::string size : {"64KiB", "64MiB", "1GiB"})
        times.push_back(commlab_json("run all_reduce --size " + size + " --gpu H100 --machine '" + nodes +
                                     file + "'" + (nodes.empty() ? "" : " --nic 400G"))["time_us"]
                            .get<double>());
    return times;
  };
  const std::vector<double> in_order = times();
  for (const std::vector<int>& other :
       {std::vector{3, 2, 1, 0}, std::vector{1, 0, 3, 2}, std::vector{2, 3, 0, 1}}) {
    nic_of = other;
    EXPECT_EQ(times(), in_order) << fmt::format("{}", fmt::join(other, ","));
  }
}

}  // namespace
}  // namespace commlab

// Detection of made-up GPUs: this file answers NVML's calls.

#include "gpu/detect/detect.h"
#include "gpu/detect/detect_gpus.h"
#include "gpu/detect/detect_provenance.h"

#include <cstdio>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

// A stand-in for NVML: two H100 and one NVSwitch. The call with the number failing_call fails.
struct PaperNvml {
  int failing_call = -1;
  int calls = 0;
  bool loaded = false;
};
PaperNvml paper_nvml;

nvml::Return answer() { return paper_nvml.calls++ == paper_nvml.failing_call ? 999 : nvml::success; }
unsigned number_of(nvml::Handle handle) {
  return static_cast<unsigned>(reinterpret_cast<std::uintptr_t>(handle)) - 1;
}

nvml::Return say(char* text, unsigned room, const std::string& words) {
  std::snprintf(text, room, "%s", words.c_str());
  return answer();
}

nvml::Calls paper_calls() {
  using nvml::Handle;
  return {
      .init =
          [] {
            paper_nvml.loaded = true;
            return answer();
          },
      .shutdown =
          [] {
            paper_nvml.loaded = false;
            return answer();
          },
      .error_text = [](nvml::Return) { return "paper tore"; },
      .driver_version = [](char* text, unsigned room) { return say(text, room, "580.65"); },
      .count =
          [](unsigned* count) {
            *count = 2;
            return answer();
          },
      .handle =
          [](unsigned i, Handle* handle) {
            *handle = reinterpret_cast<Handle>(std::uintptr_t{i + 1});
            return answer();
          },
      .name = [](Handle, char* text, unsigned room) { return say(text, room, "NVIDIA H100 80GB HBM3"); },
      .uuid = [](Handle h, char* text,
                 unsigned room) { return say(text, room, fmt::format("GPU-{}", number_of(h))); },
      .memory =
          [](Handle, nvml::MemoryInfo* memory) {
            memory->total = 80ULL << 30;
            return answer();
          },
      .pci =
          [](Handle h, nvml::PciInfo* pci) {
            return say(pci->bus_id, 32, fmt::format("00000000:{}8:00.0", number_of(h) + 1));
          },
      .capability =
          [](Handle, int* major, int* minor) {
            *major = 9;
            *minor = 0;
            return answer();
          },
      .cores =
          [](Handle, unsigned* cores) {
            *cores = 132 * 128;
            return answer();
          },
      .link_state =
          [](Handle, unsigned link, int* enabled) {
            *enabled = link < 4;
            return link < 6 ? nvml::success : 3;
          },
      .link_remote = [](Handle, unsigned,
                        nvml::PciInfo* pci) { return say(pci->bus_id, 32, "00000000:A0:00.0"); },
      .link_remote_type =
          [](Handle, unsigned, int* type) {
            *type = nvml::leads_to_switch;
            return answer();
          },
      .peer_status =
          [](Handle, Handle, int, int* status) {
            *status = nvml::can;
            return answer();
          },
      .cuda_version =
          [](int* version) {
            *version = 13'020;
            return answer();
          },
      .clock =
          [](Handle h, int type, unsigned* mhz) {
            *mhz = type == nvml::clock_of_sm ? 1980 - 100 * number_of(h) : 2619;
            return answer();
          },
      .ecc =
          [](Handle, int* current, int* pending) {
            *current = *pending = 1;
            return answer();
          },
      .persistence =
          [](Handle, int* mode) {
            *mode = 0;
            return answer();
          },
      .clock_reasons =
          [](Handle h, unsigned long long* mask) {
            *mask = number_of(h) == 0 ? 0x1 : 0x24;
            return answer();
          },
  };
}

TEST(Detect, ReadsGpusFromNvml) {
  paper_nvml = {};
  Computer computer;
  add_gpus(computer, paper_calls(), {});

  EXPECT_EQ(computer.driver, "580.65");
  ASSERT_EQ(computer.gpus.size(), 2u);
  const Computer::Gpu& gpu = computer.gpus[1];
  EXPECT_EQ(gpu.name, "NVIDIA H100 80GB HBM3");
  EXPECT_EQ(gpu.bus, "0000:28:00.0");
  EXPECT_EQ(gpu.capability, 90);
  EXPECT_EQ(gpu.multiprocessors, 132);
  EXPECT_EQ(gpu.memory, (Bytes{std::int64_t{80} << 30}));
  ASSERT_EQ(gpu.nvlinks.size(), 1u);
  EXPECT_EQ(gpu.nvlinks[0].target, "0000:a0:00.0");
  EXPECT_EQ(gpu.nvlinks[0].target_class, "0x068000");
  EXPECT_EQ(gpu.nvlinks[0].count, 4);
  EXPECT_TRUE(computer.reaches[0][1]);
  EXPECT_EQ(computer.looked_for, (std::vector<std::string>{"NVML: driver 580.65 has 2 GPUs"}));
  EXPECT_FALSE(paper_nvml.loaded) << "NVML must be shut down at the end";
}

TEST(Detect, ReadsWhatDecidesTimesOfGpus) {
  paper_nvml = {};
  Provenance provenance;
  add_gpu_provenance(provenance, paper_calls());

  EXPECT_EQ(
      lines_of(provenance),
      (std::vector<std::string>{
          "driver: 580.65", "CUDA of the driver: 13.2", "GPU 00000000:18:00.0: NVIDIA H100 80GB HBM3",
          "ECC of 00000000:18:00.0: on", "persistence of 00000000:18:00.0: off",
          "clocks limited on 00000000:18:00.0: by nothing", "GPU 00000000:28:00.0: NVIDIA H100 80GB HBM3",
          "ECC of 00000000:28:00.0: on", "persistence of 00000000:28:00.0: off",
          "clocks limited on 00000000:28:00.0: by power cap and software thermal "
          "slowdown",
          "clock of 00000000:18:00.0: 1980 MHz before, 1980 MHz after",
          "memory clock of 00000000:18:00.0: 2619 MHz before, 2619 MHz after",
          "clock of 00000000:28:00.0: 1880 MHz before, 1880 MHz after",
          "memory clock of 00000000:28:00.0: 2619 MHz before, 2619 MHz after"}));
  EXPECT_FALSE(paper_nvml.loaded) << "NVML must be shut down at the end";
}

// Whichever call fails, the others' facts are there, and none is made up.
TEST(Detect, AFactWhoseCallFailsIsLeftOut) {
  Provenance whole;
  paper_nvml = {};
  add_gpu_provenance(whole, paper_calls());
  const int calls = paper_nvml.calls;
  const std::vector<std::string> all = lines_of(whole);

  for (int failing = 0; failing < calls - 1; ++failing) {  // the last one shuts NVML down
    paper_nvml = {.failing_call = failing};
    Provenance provenance;
    add_gpu_provenance(provenance, paper_calls());

    const std::vector<std::string> lines = lines_of(provenance);
    for (const std::string& line : lines) EXPECT_THAT(all, testing::Contains(line)) << failing;
    EXPECT_LE(lines.size(), all.size());
    EXPECT_EQ(lines.empty(), failing == 0) << failing;
  }
}

TEST(Detect, LinksToWhatAVirtualMachineHidesLeadToASwitch) {
  paper_nvml = {};
  nvml::Calls calls = paper_calls();
  calls.link_remote = [](nvml::Handle, unsigned, nvml::PciInfo* pci) {
    return say(pci->bus_id, 32, "FFFFFFF:FFFF:FF");
  };
  calls.link_remote_type = [](nvml::Handle, unsigned, int*) { return nvml::Return{999}; };
  Computer computer;
  add_gpus(computer, calls, {});

  ASSERT_EQ(computer.gpus[0].nvlinks.size(), 1u);
  EXPECT_EQ(computer.gpus[0].nvlinks[0].target_class, "0x068000");
  EXPECT_EQ(computer.gpus[0].nvlinks[0].count, 4);
  EXPECT_EQ(computer.looked_for.size(), 1u) << "only the driver's line: nothing failed";
}

TEST(Detect, ShowsWhatCudaWouldShow) {
  paper_nvml = {};
  Computer computer;
  add_gpus(computer, paper_calls(), {.visible = "GPU-1"});

  ASSERT_EQ(computer.gpus.size(), 1u);
  EXPECT_EQ(computer.gpus[0].bus, "0000:28:00.0");
  EXPECT_EQ(computer.hidden_gpus, 1);
  EXPECT_EQ(computer.reaches.size(), 1u);
  EXPECT_THAT(computer.looked_for.back(), testing::HasSubstr("CUDA_VISIBLE_DEVICES='GPU-1' shows 1"));
}

std::vector<std::string> uuids(const Computer& computer) {
  std::vector<std::string> all;
  for (const Computer::Gpu& gpu : computer.gpus) all.push_back(gpu.uuid);
  return all;
}

// Guards against a fixed bug: CUDA's first GPU is the fastest, NVML's is the one on the first bus, so links
// were assigned to the wrong GPUs.
TEST(Detect, NumbersGpusAsCudaDoes) {
  paper_nvml = {};
  Computer computer;
  add_gpus(computer, paper_calls(), {.buses = {"0000:28:00.0", "0000:18:00.0"}});
  EXPECT_THAT(uuids(computer), testing::ElementsAre("GPU-1", "GPU-0"));

  Computer shown;
  add_gpus(shown, paper_calls(), {.buses = {"0000:28:00.0"}, .visible = "0"});
  EXPECT_THAT(uuids(shown), testing::ElementsAre("GPU-1"));
  EXPECT_EQ(shown.hidden_gpus, 1);
  EXPECT_EQ(shown.visible, "0");
}

TEST(Detect, BusesAreTheSameHoweverTheyAreWritten) {
  paper_nvml = {};
  nvml::Calls calls = paper_calls();
  calls.pci = [](nvml::Handle h, nvml::PciInfo* pci) {
    return say(pci->bus_id, 32, fmt::format("00000000:{}B:00.0", number_of(h) + 1));
  };
  Computer computer;
  add_gpus(computer, calls, {.buses = {"0000:2B:00.0", "0000:2b:00.0"}});
  ASSERT_EQ(computer.gpus.size(), 1u) << "two parts of one GPU are one GPU";
  EXPECT_EQ(computer.gpus[0].bus, "0000:2b:00.0");
}

// CUDA numbers GPUs by bus where all are alike or CUDA_DEVICE_ORDER says so; uuids need no order.
TEST(Detect, SaysWhereCudasOrderIsNotKnown) {
  nvml::Calls unlike = paper_calls();
  unlike.name = [](nvml::Handle h, char* text, unsigned room) {
    return say(text, room, number_of(h) == 0 ? "NVIDIA T4" : "NVIDIA H100 PCIe");
  };
  const auto numbering = [](const nvml::Calls& calls, const CudaView& cuda) {
    paper_nvml = {};
    Computer computer;
    add_gpus(computer, calls, cuda);
    EXPECT_EQ(computer.looked_for.front() == computer.numbering, !computer.numbering.empty());
    return computer.numbering;
  };

  EXPECT_THAT(numbering(unlike, {}), testing::HasSubstr("unless CUDA_DEVICE_ORDER=PCI_BUS_ID is set"));
  EXPECT_NE(numbering(unlike, {.visible = "1,0"}), "");
  EXPECT_NE(numbering(unlike, {.order = "FASTEST_FIRST"}), "");
  EXPECT_EQ(numbering(unlike, {.order = "PCI_BUS_ID"}), "");
  EXPECT_EQ(numbering(unlike, {.visible = "GPU-1,GPU-0"}), "");
  EXPECT_EQ(numbering(unlike, {.buses = {"0000:18:00.0", "0000:28:00.0"}}), "");
  EXPECT_EQ(numbering(paper_calls(), {}), "");
}

// Each call fails in turn: no crash, and a sentence that names the call.
TEST(Detect, WhicheverCallFailsIsTold) {
  paper_nvml = {};
  Computer whole;
  add_gpus(whole, paper_calls(), {});
  const int calls = paper_nvml.calls;
  ASSERT_GT(calls, 20);
  for (int failing = 0; failing < calls; ++failing) {
    paper_nvml = {.failing_call = failing};
    Computer computer;
    add_gpus(computer, paper_calls(), {});
    EXPECT_THAT(computer.looked_for,
                testing::Contains(testing::ContainsRegex("NVML: nvml.* failed: paper tore")))
        << failing;
    EXPECT_LE(computer.gpus.size(), 2u);
    EXPECT_EQ(computer.reaches.size(), computer.gpus.size()) << failing;
  }
}

TEST(Detect, WithoutADriverSaysWhatWasLookedFor) {
  const Computer computer = look_at_this_computer();
  EXPECT_FALSE(computer.looked_for.empty());
  EXPECT_GE(computer.processors, 1);
}

}  // namespace
}  // namespace commlab

// What decides times on a computer without GPUs, from recorded files.

#include "gpu/detect/detect_provenance.h"

#include <filesystem>
#include <fstream>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "gpu/cuda/cuda_backend.h"
#include "gpu/detect/detect.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::Contains;
using testing::ElementsAre;
using testing::Not;
using testing::StartsWith;

class RecordedComputer : public testing::Test {
 protected:
  ~RecordedComputer() override { fs::remove_all(root_); }
  void write(const std::string& file, const std::string& text) {
    fs::create_directories((root_ / file).parent_path());
    std::ofstream(root_ / file) << text;
  }
  std::vector<std::string> lines() {
    Provenance provenance;
    add_host_provenance(provenance, root_);
    return lines_of(provenance);
  }

  fs::path root_ = fs::temp_directory_path() / ("commlab_provenance_" + std::to_string(getpid()));
};

TEST_F(RecordedComputer, TellsProcessorsClocksLoadAndWhetherItIsVirtual) {
  write("proc/cpuinfo",
        "model name\t: AMD EPYC\ncpu MHz\t\t: 2000.0\nflags\t\t: fpu hypervisor\n\nmodel name\t: AMD EPYC\n"
        "cpu MHz\t\t: 3000.0\nflags\t\t: fpu hypervisor\n");
  write("proc/loadavg", "1.25 0.50 0.30 2/100 77\n");
  write("sys/devices/system/cpu/cpu0/cpufreq/scaling_governor", "performance\n");
  write("sys/devices/system/node/node0/cpulist", "0-1\n");

  const std::vector<std::string> found = lines();

  for (const char* line :
       {"processor: AMD EPYC", "NUMA nodes: 1", "virtual machine: yes", "governor: performance",
        "clock of processors: 2500 MHz before, 2500 MHz after", "load: 1.25 before, 1.25 after"})
    EXPECT_THAT(found, Contains(line));
}

TEST_F(RecordedComputer, WhatIsNotFoundIsLeftOut) {
  const std::vector<std::string> found = lines();

  EXPECT_THAT(found, Contains("virtual machine: no"));
  for (const char* name : {"processor:", "governor:", "clock", "load:"})
    EXPECT_THAT(found, Not(Contains(StartsWith(name))));
}

TEST(DetectProvenance, TakesTheVariablesOfNcclAndCuda) {
  const char* const environment[] = {"NCCL_PROTO=LL",          "HOME=/root",  "NCCL_ALGO=Ring",
                                     "CUDA_VISIBLE_DEVICES=1", "UCX_TLS=tcp", nullptr};
  Provenance provenance;
  add_gpu_variables(provenance, environment);

  EXPECT_THAT(lines_of(provenance),
              ElementsAre("CUDA_VISIBLE_DEVICES: 1", "NCCL_ALGO: Ring", "NCCL_PROTO: LL"));
}

// Not those that a launcher sets for each process or each job anew; two equal runs must not differ.
TEST(DetectProvenance, TakesTheVariablesThatSteerMpi) {
  const char* const environment[] = {"OMPI_MCA_btl=self,tcp",
                                     "OMPI_MCA_orte_hnp_uri=1189150720.0;tcp://10.0.0.1:49733",
                                     "OMPI_MCA_ess_base_vpid=3",
                                     "OMPI_MCA_pmix=^s1,s2",
                                     "OMPI_MCA_initial_wdir=/home",
                                     "OMPI_COMM_WORLD_RANK=3",
                                     "MPICH_ASYNC_PROGRESS=1",
                                     "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM=ring",
                                     "MPIR_CVAR_CH3_INTERFACE_HOSTNAME=node1",
                                     "UCX_TLS=tcp",
                                     "NCCL_ALGO=Ring",
                                     nullptr};
  Provenance provenance;
  add_mpi_variables(provenance, environment);

  EXPECT_THAT(lines_of(provenance),
              ElementsAre("MPICH_ASYNC_PROGRESS: 1", "MPIR_CVAR_ALLREDUCE_INTRA_ALGORITHM: ring",
                          "OMPI_MCA_btl: self,tcp", "UCX_TLS: tcp"));
}

// A table and a machine file have a line for each fact, and a terminal shows them.
TEST(DetectProvenance, VariablesThatCannotBeShownAreEscaped) {
  const char* const environment[] = {"UCX_TLS=a\nb\x1b[2J\xff", nullptr};
  Provenance provenance;
  add_mpi_variables(provenance, environment);

  EXPECT_THAT(lines_of(provenance), ElementsAre("UCX_TLS: a\\nb\\x1b[2J\\xff"));
}

TEST(DetectProvenance, EqualWiringHasAnEqualHash) {
  const auto wiring = [](int numa) {
    Computer computer;
    computer.vendor = "AuthenticAMD";
    computer.nics.push_back({.name = "mlx5_0", .megabits = 400'000, .numa = numa, .path = {}});
    Provenance provenance;
    add_wiring(provenance, computer);
    return lines_of(provenance);
  };

  EXPECT_EQ(wiring(0), wiring(0));
  EXPECT_NE(wiring(0), wiring(1));
  EXPECT_EQ(wiring(0).front(), "NICs: mlx5_0 400 Gb/s");
}

// This computer, whatever it is: nothing fails, and what a measurement keeps reads back.
TEST(DetectProvenance, ThisComputersReadsBack) {
  for (const auto& [name, on] : backend_names) {
    const Provenance here = look_at_provenance(on);
    Provenance again;
    for (const std::string& line : lines_of(here)) EXPECT_TRUE(add_line(again, line)) << line;
    EXPECT_TRUE(here.known());
    EXPECT_EQ(lines_of(again), lines_of(here)) << name;
  }
}

// The Toolkit is told only where it can matter.
TEST(DetectProvenance, NamesTheCudaToolkitOfTheBuildWhereABackendUsesGpus) {
  const auto of_toolkit = StartsWith("CUDA Toolkit of the build: ");
  EXPECT_THAT(lines_of(look_at_provenance(BackendName::mpi)), Not(Contains(of_toolkit)));
  if (cuda_toolkit_version().empty()) GTEST_SKIP() << "this commlab was built without CUDA";
  for (const BackendName on : {BackendName::cuda, BackendName::nccl})
    EXPECT_THAT(lines_of(look_at_provenance(on)), Contains(of_toolkit));
}

}  // namespace
}  // namespace commlab

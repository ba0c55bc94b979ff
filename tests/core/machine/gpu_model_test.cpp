// The table of GPUs: what other people's logs, traces and commands call them.
#include "core/machine/gpu_model.h"

#include <set>
#include <string>

#include <gtest/gtest.h>

namespace commlab {
namespace {

std::string found(std::string_view name) {
  const Result<GpuModel> model = find_gpu_model(name);
  return model ? std::string(full_name(*model)) : model.error().message;
}

struct Named {
  const char* written;
  const char* model;
};

// As drivers write them, and as people do.
TEST(GpuModels, AreKnownByTheNamesThatDriversAndPeopleWrite) {
  for (const auto& [written, model] : {Named{"NVIDIA A100-SXM4-80GB", "A100"},
                                       Named{"NVIDIA A100-SXM-64GB", "A100"},
                                       Named{"A100-PCIE-40GB", "A100 PCIe"},
                                       Named{"NVIDIA A100 80GB PCIe", "A100 PCIe"},
                                       Named{"NVIDIA A10G", "A10G"},
                                       Named{"NVIDIA A10", "A10"},
                                       Named{"A800-SXM4-80GB", "A800"},
                                       Named{"NVIDIA A800 80GB PCIe", "A800 PCIe"},
                                       Named{"NVIDIA A40", "A40"},
                                       Named{"Tesla T4", "T4"},
                                       Named{"Tesla V100-PCIE-16GB", "V100 PCIe"},
                                       Named{"Tesla V100S-PCIE-32GB", "V100 PCIe"},
                                       Named{"Tesla V100-SXM2-16GB", "V100"},
                                       Named{"Tesla P100-PCIE-16GB", "P100 PCIe"},
                                       Named{"NVIDIA GeForce RTX 3090", "RTX 3090"},
                                       Named{"GeForce RTX 3090 Ti", "RTX 3090"},
                                       Named{"NVIDIA GeForce RTX 4090", "RTX 4090"},
                                       Named{"rtx4090", "RTX 4090"},
                                       Named{"NVIDIA GeForce RTX 5090", "RTX 5090"},
                                       Named{"NVIDIA RTX A6000", "A6000"},
                                       Named{"NVIDIA RTX A5000", "A5000"},
                                       Named{"NVIDIA RTX 6000 Ada Generation", "RTX 6000 Ada"},
                                       Named{"NVIDIA RTX PRO 6000 Blackwell Server Edition", "RTX PRO 6000"},
                                       Named{"NVIDIA L4", "L4"},
                                       Named{"NVIDIA L20", "L20"},
                                       Named{"NVIDIA L40", "L40"},
                                       Named{"NVIDIA L40S", "L40S"},
                                       Named{"NVIDIA H100 80GB HBM3", "H100"},
                                       Named{"NVIDIA H100 PCIe", "H100 PCIe"},
                                       Named{"NVIDIA H100 NVL", "H100 PCIe"},
                                       Named{"8xH100", "H100"},
                                       Named{"8 H100s", "H100"},
                                       Named{"H100SXM5", "H100"},
                                       Named{"H100x8", "H100"},
                                       Named{"NVIDIA H200", "H200"},
                                       Named{"NVIDIA H200 NVL", "H200 NVL"},
                                       Named{"NVIDIA H800", "H800"},
                                       Named{"NVIDIA H20", "H20"},
                                       Named{"NVIDIA H20-3e", "H20"},
                                       Named{"NVIDIA GH200 480GB", "GH200"},
                                       Named{"NVIDIA B200", "B200"},
                                       Named{"NVIDIA GB200", "GB200"},
                                       Named{"NVIDIA B300 SXM6 AC", "B300"},
                                       Named{"NVIDIA GB10", "GB10"},
                                       Named{"AMD Instinct MI300X OAM", "MI300X"},
                                       Named{"AMD Instinct MI325X", "MI325X"},
                                       Named{"AMD Instinct MI250X/MI250", "MI250X"},
                                       Named{"AMD Instinct MI210", "MI210"}})
    EXPECT_EQ(found(written), model) << written;
}

// Another GPU of which a known one's name is only a part.
TEST(GpuModels, AreNotFoundInOtherNames) {
  for (const char* name :
       {"", "A1000", "RTX A2000", "GTX 1080", "A100X", "B100", "Voodoo2", "T400", "MI3", "L401"})
    EXPECT_FALSE(find_gpu_model(name)) << name << ": " << found(name);
  EXPECT_FALSE(find_gpu_model(std::string(1 << 20, 'A')));
}

TEST(GpuModels, HaveDifferentNamesAndDeviceIds) {
  std::set<std::string_view> names;
  std::set<int> ids;
  for (const GpuModel& model : gpu_models()) {
    EXPECT_TRUE(names.insert(full_name(model)).second) << model.name;
    EXPECT_EQ(found(full_name(model)), full_name(model));
    for (const int id : model.device_ids) {
      if (id == 0) continue;
      EXPECT_TRUE(ids.insert(id).second) << model.name << " " << id;
      EXPECT_EQ(full_name(*gpu_model_of_device(id)), full_name(model));
    }
  }
}

// Its NVLinks were taken for those of a GPU on a board.
TEST(GpuModels, OfACardHaveTheNvlinksOfItsBridges) {
  for (const char* name : {"Tesla V100-PCIE-16GB", "Tesla P100-PCIE-16GB"})
    EXPECT_EQ(find_gpu_model(name)->nvlinks, 0) << name;
  EXPECT_EQ(find_gpu_model("NVIDIA H100 PCIe")->nvlinks, 12);
  EXPECT_EQ(find_gpu_model("NVIDIA H100 80GB HBM3")->nvlinks, 18);
}

// It was taken for an RTX 5090, the nearest lower compute capability.
TEST(GpuModels, KnowTheGb10ByItsComputeCapability) {
  ASSERT_EQ(gpu_models_of(121).size(), 1u);
  EXPECT_EQ(gpu_models_of(121).front().name, "GB10");
  EXPECT_EQ(gpu_models_of(122).front().name, "GB10");
}

}  // namespace
}  // namespace commlab

// One table: compute capabilities and NVLinks from the GPUs' data sheets, PCI device ids from pci-ids.ucw.cz.
// An H800, an A800 and an H20 are an H100, an A100 and an H200 with other numbers of NVLinks (400 GB/s: 8
// links of 50 both ways; the H20 has all 18). A card has the NVLinks of its bridges: 12 of an A100 and an
// H100 (600 GB/s), 18 of an H200 NVL, none of a V100 or P100. The xGMI links of an MI250X are those of one of
// its two GPUs.
//
// The CPUs of a server, if its file does not name them: Intel's Skylake for GPUs with PCIe Gen3, AMD's (the
// first with Gen4) for the A100, Intel's Sapphire Rapids for later GPUs; the GB10 has Arm's cores beside it.
#include "core/machine/gpu_model.h"

#include <algorithm>
#include <cctype>
#include <string>

#include "core/base/nearest.h"

namespace commlab {
namespace {

constexpr CpuModel skylake = {.architecture = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = 0x55};
constexpr CpuModel sapphire_rapids = {
    .architecture = "x86_64", .vendor = "GenuineIntel", .family = 6, .model = 0x8F};
constexpr CpuModel amd = {.architecture = "x86_64", .vendor = "AuthenticAMD"};
constexpr CpuModel arm = {.architecture = "arm64"};

using Names = std::array<std::string_view, 4>;
constexpr Names v100_cards = {"V100 PCIe", "V100S PCIe", "V100 FHHL"};
constexpr Names a100_cards = {"A100 PCIe", "A100 40GB PCIe", "A100 80GB PCIe"};
constexpr Names a800_cards = {"A800 PCIe", "A800 40GB PCIe", "A800 80GB PCIe"};
constexpr Names h100_cards = {"H100 PCIe", "H100 80GB PCIe", "H100 NVL"};
constexpr Names h800_cards = {"H800 PCIe", "H800 80GB PCIe"};

constexpr bool card = true, board = false;
constexpr std::array models = {
    // name, sm, NVLinks, PCIe, CPUs, form, device ids, other names
    GpuModel{"P100", 60, 4, 3, skylake, board, {0x15F9}},
    GpuModel{"P100", 60, 0, 3, skylake, card, {0x15F7, 0x15F8}, {"P100 PCIe"}},
    GpuModel{"V100", 70, 6, 3, skylake, board, {0x1DB1, 0x1DB2, 0x1DB5, 0x1DB7, 0x1DB8, 0x1DF5}},
    GpuModel{"V100", 70, 0, 3, skylake, card, {0x1DB3, 0x1DB4, 0x1DB6, 0x1DF6}, v100_cards},
    GpuModel{"T4", 75, 0, 3, skylake, card, {0x1EB8}},
    GpuModel{"A100", 80, 12, 4, amd, board, {0x20B0, 0x20B2, 0x20B3}},
    GpuModel{"A100", 80, 12, 4, amd, card, {0x20B1, 0x20B5, 0x20F1}, a100_cards},
    GpuModel{"A800", 80, 8, 4, amd, board, {0x20F3}},
    GpuModel{"A800", 80, 8, 4, amd, card, {0x20F5, 0x20F6}, a800_cards},
    GpuModel{"A30", 80, 4, 4, amd, card, {0x20B7}},
    GpuModel{"RTX 3090", 86, 4, 4, sapphire_rapids, card, {0x2203, 0x2204}, {"RTX 3090 Ti", "3090"}},
    GpuModel{"A10", 86, 0, 4, sapphire_rapids, card, {0x2236}},
    GpuModel{"A10G", 86, 0, 4, sapphire_rapids, card, {0x2237}},
    GpuModel{"A40", 86, 4, 4, sapphire_rapids, card, {0x2235}},
    GpuModel{"A6000", 86, 4, 4, sapphire_rapids, card, {0x2230}},
    GpuModel{"A5000", 86, 4, 4, sapphire_rapids, card, {0x2231}},
    GpuModel{"L4", 89, 0, 4, sapphire_rapids, card, {0x27B8}},
    GpuModel{"L20", 89, 0, 4, sapphire_rapids, card, {0x26B7, 0x26BA}},
    GpuModel{"L40", 89, 0, 4, sapphire_rapids, card, {0x26B5}},
    GpuModel{"L40S", 89, 0, 4, sapphire_rapids, card, {0x26B9}},
    GpuModel{"RTX 6000 Ada", 89, 0, 4, sapphire_rapids, card, {0x26B1}},
    GpuModel{"RTX 4090", 89, 0, 4, sapphire_rapids, card, {0x2684}, {"4090"}},
    GpuModel{"H100", 90, 18, 5, sapphire_rapids, board, {0x2330, 0x2336, 0x2339}},
    GpuModel{"H100", 90, 12, 5, sapphire_rapids, card, {0x2321, 0x2331}, h100_cards},
    GpuModel{"H200", 90, 18, 5, sapphire_rapids, board, {0x2335}},
    GpuModel{"H200", 90, 18, 5, sapphire_rapids, card, {0x233B}, {"H200 NVL"}},
    GpuModel{"H800", 90, 8, 5, sapphire_rapids, board, {0x2324}},
    GpuModel{"H800", 90, 8, 5, sapphire_rapids, card, {0x2322}, h800_cards},
    GpuModel{"H20", 90, 18, 5, sapphire_rapids, board, {0x2329, 0x232C}},
    GpuModel{"GH200", 90, 18, 5, sapphire_rapids, board, {0x2342, 0x2348}},
    GpuModel{"B200", 100, 18, 5, sapphire_rapids, board, {0x2901}},
    GpuModel{"GB200", 100, 18, 5, sapphire_rapids, board, {0x2941}},
    GpuModel{"B300", 103, 18, 5, sapphire_rapids, board, {0x3182}},
    GpuModel{"GB300", 103, 18, 5, sapphire_rapids, board},
    GpuModel{"RTX 5090", 120, 0, 5, sapphire_rapids, card, {0x2B85}, {"5090"}},
    GpuModel{"RTX PRO 6000", 120, 0, 5, sapphire_rapids, card, {0x2BB1, 0x2BB4, 0x2BB5}},
    GpuModel{"GB10", 121, 0, 5, arm, board, {0x2E12}},
    GpuModel{"MI210", 0, 3, 4, amd, card, {0x740F}},
    GpuModel{"MI250", 0, 8, 4, amd, board},
    GpuModel{"MI250X", 0, 8, 4, amd, board, {0x7408, 0x740C}},
    GpuModel{"MI300X", 0, 7, 5, sapphire_rapids, board, {0x74A1}},
    GpuModel{"MI325X", 0, 7, 5, sapphire_rapids, board, {0x74A5}},
};

bool is_digit(char c) { return std::isdigit(static_cast<unsigned char>(c)) != 0; }
bool is_of_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0; }
char lower(char c) { return static_cast<char>(std::tolower(static_cast<unsigned char>(c))); }

// Before a name: nothing, what is no letter, or a number of GPUs, "8xH100".
bool may_precede(std::string_view before) {
  if (before.empty() || !is_of_word(before.back())) return true;
  return lower(before.back()) == 'x' && before.size() > 1 && is_digit(before[before.size() - 2]);
}

// Behind it: nothing, what is no letter, a plural, "H100s", a form, "H100SXM", or a number, "H100x8".
bool may_follow(std::string_view after) {
  if (after.empty() || !is_of_word(after[0])) return true;
  std::string word;
  for (const char c : after.substr(0, after.find_first_of(" -_,;/()"))) word += lower(c);
  return word == "s" || word.starts_with("sxm") || (word.size() > 1 && word[0] == 'x' && is_digit(word[1]));
}

// Where `name` ends that begins at the start of `text`; npos: it does not. "RTX 4090", "rtx4090" and
// "RTX-4090" are the same name.
std::size_t end_of_name(std::string_view text, std::string_view name) {
  std::size_t at = 0;
  for (const char wanted : name) {
    if (!is_of_word(wanted)) continue;
    while (at > 0 && at < text.size() && (text[at] == ' ' || text[at] == '-' || text[at] == '_')) ++at;
    if (at == text.size() || lower(text[at]) != lower(wanted)) return text.npos;
    ++at;
  }
  return at;
}

bool has_name(std::string_view text, std::string_view name) {
  for (std::size_t at = 0; at < text.size(); ++at) {
    if (!is_of_word(text[at]) || !may_precede(text.substr(0, at))) continue;
    const std::size_t length = end_of_name(text.substr(at), name);
    if (length != text.npos && may_follow(text.substr(at + length))) return true;
  }
  return false;
}

// Its name is that of the GPU on a board.
bool is_second_form(const GpuModel& model) {
  return model.is_card && std::ranges::count(models, model.name, &GpuModel::name) > 1;
}

// The longest name of the model that `text` has; empty: none.
std::string_view name_in(std::string_view text, const GpuModel& model) {
  std::string_view longest;
  const auto look_for = [&](std::string_view name) {
    if (name.size() > longest.size() && has_name(text, name)) longest = name;
  };
  if (!is_second_form(model)) look_for(model.name);
  for (const std::string_view name : model.other_names) look_for(name);
  return longest;
}

}  // namespace

std::span<const GpuModel> gpu_models() { return models; }

// The longest name that `name` contains: that of "H100 PCIe", not of H100.
Result<GpuModel> find_gpu_model(std::string_view name) {
  constexpr std::size_t longest_name = 200;
  const GpuModel* best = nullptr;
  std::size_t longest = 0;
  std::vector<std::string> names;
  for (const GpuModel& model : models) {
    if (std::ranges::find(names, model.name) == names.end()) names.emplace_back(model.name);
    const std::string_view found = name_in(name.substr(0, longest_name), model);
    if (found.size() > longest) {
      best = &model;
      longest = found.size();
    }
  }
  if (best != nullptr) return *best;
  return fail("unknown GPU '{}'{}; expected {}", name, suggestion(name, names), fmt::join(names, ", "));
}

std::string_view full_name(const GpuModel& model) {
  return is_second_form(model) ? model.other_names.front() : model.name;
}

std::optional<GpuModel> gpu_model_of_device(int device_id) {
  if (device_id == 0) return std::nullopt;
  const auto found = std::ranges::find_if(models, [&](const GpuModel& model) {
    return std::ranges::find(model.device_ids, device_id) != model.device_ids.end();
  });
  return found == models.end() ? std::nullopt : std::optional(*found);
}

std::vector<GpuModel> gpu_models_of(int sm) {
  std::vector<GpuModel> alike;
  for (const GpuModel& model : models)
    if (model.sm == sm && std::ranges::find(alike, model.name, &GpuModel::name) == alike.end())
      alike.push_back(model);
  if (sm > 0 && !alike.empty()) return alike;
  const GpuModel* best = &models.front();
  for (const GpuModel& model : models)
    if (model.sm > 0 && model.sm <= sm && model.sm > best->sm) best = &model;
  return {*best};
}

}  // namespace commlab

#include "core/machine_text/computer_report.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/base/words.h"
#include "core/machine/gpu_model.h"

namespace commlab {
namespace {

constexpr std::size_t longest_name = 80;

// The line without the marks of a quotation and its blanks.
std::string_view without_quotation(std::string_view line) {
  while (!line.empty() && (line[0] == '>' || line[0] == ' ' || line[0] == '\t')) line.remove_prefix(1);
  return trimmed(line);
}

// What stands behind "Vendor ID:"; empty: the line does not begin so.
std::string_view value_of(std::string_view line, std::string_view key) {
  return line.starts_with(key) ? trimmed(line.substr(key.size())) : std::string_view{};
}

// "GPU 0: NVIDIA H100 80GB HBM3 (UUID: GPU-...)"
std::string_view gpu_listed(std::string_view line) {
  const std::size_t at = line.find("GPU ");
  const std::size_t colon = line.find(": ", std::min(at, line.size()));
  if (at == line.npos || colon == line.npos) return {};
  if (!parse_number<int>(line.substr(at + 4, colon - at - 4))) return {};
  const std::string_view name = line.substr(colon + 2);
  return trimmed(name.substr(0, name.find(" (UUID")));
}

// "|   0  NVIDIA A100-SXM4-80GB          On  | 00000000:07:00.0 Off |"
std::string_view gpu_in_table(std::string_view line) {
  if (!line.starts_with('|')) return {};
  const std::string_view row = trimmed(line.substr(1, line.find('|', 1) - 1));
  const std::size_t blank = row.find(' ');
  if (blank == row.npos || !parse_number<int>(row.substr(0, blank))) return {};
  const std::string_view cells = trimmed(row.substr(blank));
  const std::string_view name = trimmed(cells.substr(0, cells.find("  ")));
  return find_gpu_model(name) ? name : std::string_view{};
}

// "GPU[0] : Card Series: AMD Instinct MI300X OAM"
std::string_view gpu_of_rocm(std::string_view line) {
  for (const std::string_view key : {"Card Series:", "Card series:", "Marketing Name:"}) {
    const std::size_t at = line.find(key);
    if (at == line.npos) continue;
    const std::string_view name = trimmed(line.substr(at + key.size()));
    if (find_gpu_model(name)) return name;
  }
  return {};
}

class ReportReader {
 public:
  ComputerReport read(std::string_view text) {
    for (const std::string_view line : split_at(text, '\n')) {
      ++line_;
      if (line.size() < 1000) read_line(without_quotation(line));
    }
    const bool is_whole = cpu_.architecture != "x86_64" || (!cpu_.vendor.empty() && cpu_.family > 0);
    if (!cpu_.architecture.empty() && is_whole) report_.cpu = cpu_;
    return report_;
  }

 private:
  void read_line(std::string_view line) {
    for (const std::string_view gpu : {gpu_listed(line), gpu_in_table(line), gpu_of_rocm(line)})
      if (!gpu.empty()) take_gpu(gpu.substr(0, longest_name));
    if (const auto driver = value_of(line, "Nvidia driver version:"); report_.driver.empty())
      report_.driver = driver.substr(0, longest_name);
    if (const auto name = value_of(line, "Model name:"); report_.processor.empty())
      report_.processor = name.substr(0, longest_name);
    if (const auto name = value_of(line, "Architecture:"); cpu_.architecture.empty())
      cpu_.architecture = name == "aarch64" ? "arm64" : name.starts_with("ppc64") ? "ppc64" : name;
    if (const auto vendor = value_of(line, "Vendor ID:"); cpu_.vendor.empty()) cpu_.vendor = vendor;
    if (const auto number = parse_number<int>(value_of(line, "CPU family:"))) cpu_.family = *number;
    if (const auto number = parse_number<int>(value_of(line, "Model:"))) cpu_.model = *number;
  }

  void take_gpu(std::string_view name) {
    if (report_.gpu.empty()) {
      report_.gpu = name;
      report_.line = line_;
    } else if (report_.other_gpu.empty() && report_.gpu != name) {
      report_.other_gpu = name;
    }
  }

  int line_ = 0;
  CpuModel cpu_;
  ComputerReport report_;
};

}  // namespace

ComputerReport computer_report(std::string_view text) { return ReportReader().read(text); }

Result<GpuModel> model_in_report(const ComputerReport& report, std::string_view gpu,
                                 std::string_view file_name) {
  const Result<GpuModel> told = find_gpu_model(report.gpu);
  if (gpu.empty()) {
    if (!told)
      return fail("{}:{}: the GPU '{}' is not known; name the nearest one with --gpu: {}", file_name,
                  report.line, report.gpu, told.error().message);
    if (!report.other_gpu.empty())
      return fail("{}:{}: the GPUs are '{}' and '{}'; expected GPUs of one model, or one named with --gpu",
                  file_name, report.line, report.gpu, report.other_gpu);
    return told;
  }
  const Result<GpuModel> asked = find_gpu_model(gpu);
  if (!asked) return fail("--gpu: {}", asked.error().message);
  const bool agrees = told && told->name == asked->name;
  if (told && !agrees && report.other_gpu.empty())
    return fail("{}:{}: the GPU is '{}', but --gpu says {}; expected the same GPU, or no --gpu", file_name,
                report.line, report.gpu, gpu);
  return agrees ? told : asked;
}

}  // namespace commlab

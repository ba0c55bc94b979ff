#include "gui/cli/commands/machine_detect.h"

#include "core/base/numbers.h"
#include "core/machine_text/computer.h"
#include "core/machine_text/machine_toml_writer.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/table.h"

namespace commlab {
namespace {

// A "?" for a number that is not known.
std::string known(int number) { return number > 0 ? std::to_string(number) : "?"; }

std::string host_text(const Computer& computer) {
  std::string text = fmt::format("this computer: {}\n\n", computer.host);
  text += fact("processor",
               computer.processor.empty() ? "unknown: /proc/cpuinfo does not name it" : computer.processor);
  text += fact("usable", counted(computer.processors, "processor"));
  text += fact("memory", to_human(computer.memory));
  for (const Computer::NumaNode& node : computer.numa)
    text += fact(fmt::format("NUMA {}", node.id),
                 fmt::format("processors {}, {}", node.processors, to_human(node.memory)));
  for (const Computer::Nic& nic : computer.nics)
    text += fact(nic.name, fmt::format("{} Gb/s, NUMA {}", nic.megabits / 1000, nic.numa));
  if (!computer.driver.empty()) text += fact("driver", computer.driver);
  if (!computer.visible.empty())
    text += fact("visible", fmt::format("CUDA_VISIBLE_DEVICES={}, which hides {}", computer.visible,
                                        counted(computer.hidden_gpus, "GPU")));
  return text;
}

std::string nvlinks_text(const Computer& computer, const Computer::Gpu& gpu) {
  std::vector<std::string> parts;
  int to_switches = 0;
  for (const Computer::NvLink& link : gpu.nvlinks) {
    if (link.target_class == "0x068000") {
      to_switches += link.count;
      continue;
    }
    const auto peer = std::ranges::find(computer.gpus, link.target, &Computer::Gpu::bus);
    parts.push_back(fmt::format(
        "{} to {}", link.count,
        peer == computer.gpus.end() ? link.target : fmt::format("gpu{}", peer - computer.gpus.begin())));
  }
  if (to_switches > 0) parts.push_back(fmt::format("{} to NVSwitch", to_switches));
  return parts.empty() ? "none" : fmt::format("{}", fmt::join(parts, ", "));
}

std::string gpus_text(const Computer& computer) {
  Table table({{""},
               {"name"},
               {"memory", right},
               {"SMs", right},
               {"capability", right},
               {"PCIe"},
               {"NUMA", right},
               {"NVLinks"}});
  for (std::size_t g = 0; g < computer.gpus.size(); ++g) {
    const Computer::Gpu& gpu = computer.gpus[g];
    const Computer::PciDevice pci = gpu.path.empty() ? Computer::PciDevice{} : gpu.path.back();
    table.add({fmt::format("gpu{}", g), gpu.name, to_human(gpu.memory), known(gpu.multiprocessors),
               fmt::format("{}.{}", gpu.capability / 10, gpu.capability % 10),
               fmt::format("{} {} x{}", gpu.bus, pci.link_speed.empty() ? "?" : pci.link_speed,
                           known(pci.link_width)),
               gpu.numa < 0 ? "?" : std::to_string(gpu.numa), nvlinks_text(computer, gpu)});
  }
  return table.text();
}

std::string peers_text(const Computer& computer) {
  if (computer.reaches.size() < 2) return {};
  std::vector<Table::Column> columns{{"peer-to-peer"}};
  for (std::size_t g = 0; g < computer.reaches.size(); ++g)
    columns.push_back({fmt::format("gpu{}", g), right});
  Table table(columns);
  for (std::size_t from = 0; from < computer.reaches.size(); ++from) {
    std::vector<std::string> row{fmt::format("gpu{}", from)};
    for (std::size_t to = 0; to < computer.reaches.size(); ++to)
      row.push_back(from == to ? "-" : computer.reaches[from][to] ? "yes" : "no");
    table.add(std::move(row));
  }
  return '\n' + table.text();
}

}  // namespace

Result<int> detect_machine(const std::string& file, const Tools& tools) {
  const Computer computer = tools.look_at_computer();
  std::string text = host_text(computer);
  if (!computer.gpus.empty()) text += '\n' + gpus_text(computer) + peers_text(computer);
  text += "\nlooked for\n";
  for (const std::string& sentence : computer.looked_for) text += paragraph(sentence, "  ");
  const Output printed{.answers = tools.answers};
  if (const Status told = deliver(printed, text); !told) return tl::unexpected(told.error());

  const Result<Machine> machine = machine_of(computer, tools.machine_folder / "parameters");
  if (!machine && !file.empty())
    return fail(machine.error().fault, "{}; {} was not written", machine.error().message, file);
  if (!machine) return tl::unexpected(machine.error());
  if (file.empty())
    return deliver(printed, fmt::format("\nas a machine: {}; --out FILE.toml writes it\n", machine->title))
        .map([] { return 0; });
  return deliver({.file = file}, machine_to_toml(*machine))
      .and_then([&] {
        return deliver(printed, fmt::format("\nwritten to {}: {}; to look at it: commlab machine show {}\n",
                                            file, machine->title, file));
      })
      .map([] { return 0; });
}

}  // namespace commlab

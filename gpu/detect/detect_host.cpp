#include "gpu/detect/detect_host.h"

#include <algorithm>
#include <fstream>
#include <sstream>

#include "gpu/host/host_processors.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

// The text after the colon of the first line with this key: "model name\t: Intel(R) Xeon(R)".
std::string value_of(const fs::path& file, const std::string& key) {
  std::ifstream stream(file);
  for (std::string line; std::getline(stream, line);) {
    const std::size_t colon = line.find(':');
    if (colon == line.npos || !line.starts_with(key) || line.find_first_not_of(" \t", key.size()) != colon)
      continue;
    const std::size_t value = line.find_first_not_of(' ', colon + 1);
    return value == line.npos ? "" : line.substr(value);
  }
  return {};
}

int whole(const std::string& text) {
  int number = 0;
  std::istringstream(text) >> number;
  return number;
}

// "Node 0 MemTotal:       131072 kB", "MemTotal:  131072 kB"
Bytes total_memory(const fs::path& file) {
  std::ifstream stream(file);
  for (std::string word; stream >> word;) {
    std::int64_t kib = 0;
    if (word == "MemTotal:" && stream >> kib) return {kib * 1024};
  }
  return {};
}

}  // namespace

void add_host(Computer& computer, const fs::path& root) {
  const fs::path cpuinfo = root / "proc/cpuinfo";
  computer.processor = value_of(cpuinfo, "model name");
  computer.vendor = value_of(cpuinfo, "vendor_id");
  computer.family = whole(value_of(cpuinfo, "cpu family"));
  computer.model = whole(value_of(cpuinfo, "model"));
  computer.processors = static_cast<int>(allowed_processors().size());
  computer.memory = total_memory(root / "proc/meminfo");
  std::error_code none;
  for (const auto& entry : fs::directory_iterator(root / "sys/devices/system/node", none)) {
    const std::string name = entry.path().filename().string();
    if (!name.starts_with("node") || name.find_first_not_of("0123456789", 4) != name.npos) continue;
    std::ifstream list(entry.path() / "cpulist");
    std::string processors;
    std::getline(list, processors);
    computer.numa.push_back({.id = whole(name.substr(4)),
                             .processors = processors,
                             .memory = total_memory(entry.path() / "meminfo")});
  }
  std::ranges::sort(computer.numa, {}, &Computer::NumaNode::id);
}

}  // namespace commlab

#include "core/machine.h"

#include <algorithm>
#include <fstream>
#include <iterator>

#include "core/nearest.h"

namespace commlab {
namespace {

// log2 with 16 binary digits after the point, by repeated squaring: the same on every computer,
// which a library's logarithm is not. log2 of 0 counts as 0.
std::int64_t log2_q16(std::int64_t value) {
  if (value <= 1) return 0;
  const int whole = 63 - __builtin_clzll(static_cast<std::uint64_t>(value));
  std::uint64_t mantissa = static_cast<std::uint64_t>(value) << (63 - whole);  // in [1, 2), 63 digits
  std::int64_t result = whole;
  for (int digit = 0; digit < 16; ++digit) {
    const auto square = static_cast<unsigned __int128>(mantissa) * mantissa >> 63;
    const bool is_two_or_more = square >> 64 != 0;
    mantissa = static_cast<std::uint64_t>(is_two_or_more ? square >> 1 : square);
    result = 2 * result + (is_two_or_more ? 1 : 0);
  }
  return result;
}

Result<std::string> read_file(const std::filesystem::path& path) {
  std::error_code ignored;
  std::ifstream file(path, std::ios::binary);
  if (!file || !std::filesystem::is_regular_file(path, ignored)) {
    return fail("machine file '{}' cannot be read; expected a TOML file, as sim/machines/hcm8.toml",
                path.string());
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

Result<Machine> machine_from_file(const std::filesystem::path& path,
                                  const std::filesystem::path& machine_folder) {
  const Result<std::string> text = read_file(path);
  if (!text) return tl::unexpected(text.error());
  return machine_from_toml(*text, path.string(), machine_folder / "parameters");
}

}  // namespace

Bandwidth RateCurve::at(Bytes size) const {
  const auto above = std::ranges::upper_bound(points, size, {}, &Point::size);
  if (above == points.begin()) return above->rate;
  const Point& low = *std::prev(above);
  if (above == points.end() || low.size == size) return low.rate;

  const std::int64_t begin = log2_q16(low.size.count);
  const std::int64_t width = log2_q16(above->size.count) - begin;
  if (width == 0) return low.rate;
  const auto rise = static_cast<__int128>(above->rate.bytes_per_second) - low.rate.bytes_per_second;
  const auto risen = rise * (log2_q16(size.count) - begin) / width;
  return {low.rate.bytes_per_second + static_cast<std::int64_t>(risen)};
}

Result<Protocol> find_protocol(const Machine& machine, std::string_view name) {
  std::vector<std::string> names;
  for (const Protocol& protocol : machine.protocols) {
    if (protocol.name == name) return protocol;
    names.push_back(protocol.name);
  }
  if (names.empty())
    return fail("protocol '{}': machine '{}' tells no protocols apart; leave it out", name, machine.name);
  return fail("protocol '{}': machine '{}' has no such protocol{}; expected {}", name, machine.name,
              suggestion(name, names), fmt::join(names, ", "));
}

Result<Machine> find_machine(std::string_view name, const std::filesystem::path& machine_folder) {
  if (name.find('/') != name.npos && name.find(':') == name.npos)
    return machine_from_file(name, machine_folder);
  if (name.ends_with(".toml")) return machine_from_file(name, machine_folder);
  if (name.find(':') != name.npos) return machine_from_spec(name);

  const std::vector<std::string> names = machine_names(machine_folder);
  if (std::ranges::find(names, name) != names.end()) {
    return machine_from_file(machine_folder / fmt::format("{}.toml", name), machine_folder);
  }
  return fail("unknown machine '{}'{}; expected {}{}a file, or a SPEC like switch:8,450GB/s,350ns", name,
              suggestion(name, names), fmt::join(names, ", "), names.empty() ? "" : ", ");
}

std::vector<std::string> machine_names(const std::filesystem::path& machine_folder) {
  std::vector<std::string> names;
  std::error_code none;  // a folder that is not there has no machines
  for (const auto& entry : std::filesystem::directory_iterator(machine_folder, none)) {
    if (entry.path().extension() == ".toml") names.push_back(entry.path().stem().string());
  }
  std::ranges::sort(names);
  return names;
}

}  // namespace commlab

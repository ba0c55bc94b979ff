#include "lessons/class/learners.h"

#include <algorithm>
#include <cctype>
#include <charconv>
#include <span>

#include <fmt/format.h>

#include "core/base/stable_hash.h"
#include "lessons/class/variant_of_name.h"
#include "lessons/play/record.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t longest_file_name = 200;  // of the 255 bytes that file systems take

fs::path folder_of_all(const fs::path& records) { return records / "learners"; }

// Names become file names: letters of all alphabets, digits, blanks, - and _ stay; any other byte is written
// as %2F.
bool stays(unsigned char byte) {
  return std::isalnum(byte) || byte == ' ' || byte == '-' || byte == '_' || byte >= 0x80;
}
std::string file_name_of(std::string_view name) {
  std::string file;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    file += stays(byte) ? std::string(1, c) : fmt::format("%{:02X}", byte);
  }
  if (file.size() <= longest_file_name) return file;
  return fmt::format("{}%{:016x}", file.substr(0, longest_file_name - 17), stable_hash(name));
}
std::string name_of_file(std::string_view file) {
  std::string name;
  for (std::size_t at = 0; at < file.size(); ++at) {
    unsigned byte = 0;
    const std::string_view digits = file.substr(at + 1, 2);
    const bool coded = file[at] == '%' && digits.size() == 2 &&
                       std::from_chars(digits.data(), digits.data() + 2, byte, 16).ptr == digits.data() + 2;
    name += coded ? static_cast<char>(byte) : file[at];
    if (coded) at += 2;
  }
  return name;
}

bool holds_records(const fs::path& folder) {
  std::error_code unreadable;
  return std::ranges::any_of(
      fs::directory_iterator(folder, unreadable),
      [](const fs::directory_entry& entry) { return entry.path().extension() == ".json"; });
}

// "Ada, Bob", or the first few of many.
std::string spoken_names(const std::vector<std::string>& names) {
  constexpr std::size_t most = 10;
  const std::span few(names.begin(), std::min(names.size(), most));
  return fmt::format("{}{}", fmt::join(few, ", "),
                     names.size() > most ? fmt::format(" and {} more", names.size() - most) : "");
}

}  // namespace

fs::path folder_of_learner(std::string_view name, const fs::path& records) {
  if (name.empty()) return records;
  const std::string compared = name_as_compared(name);
  for (const std::string& known : learners_in(records))
    if (name_as_compared(known) == compared) return folder_of_all(records) / file_name_of(known);
  return folder_of_all(records) / file_name_of(name);
}

std::vector<std::string> learners_in(const fs::path& records) {
  std::vector<std::string> names;
  std::error_code unreadable;
  for (const auto& entry : fs::directory_iterator(folder_of_all(records), unreadable))
    if (holds_records(entry.path())) names.push_back(name_of_file(entry.path().filename().string()));
  std::ranges::sort(names);
  return names;
}

Result<std::string> exported_by(std::string_view name, const fs::path& records) {
  const std::vector<std::string> others = learners_in(records);
  const fs::path folder = folder_of_learner(name, records);
  if (others.empty() || holds_records(folder))
    return exported_records(others.empty() ? records : folder, name);
  if (name.empty())
    return fail("there are no answers without a name here, only those of {}: export --name NAME",
                spoken_names(others));
  return fail("there are no answers of {} here, only those of {}{}", name, spoken_names(others),
              holds_records(records) ? ", and some without a name: export without --name" : "");
}

}  // namespace commlab

// write_mutants SOURCES OUT LIST...: writes a copy of each source that the lists name, in which a switch
// chooses between a fragment and its replacement, and OUT/mutants.txt: number, place in the lists, reason to
// survive, mutant.
//
//   core/x.cpp: if («a < b → a <= b») return;      becomes      if ((is_on(17) ? (a <= b) : (a < b))) return;
//
// The text round the fragment makes it unique in its source; runs of blanks and line ends count as one blank.
// A fragment that ends with a semicolon is a statement, and may be replaced by nothing. Mutants may lie
// within mutants.

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

constexpr std::string_view opening = "«", arrow = " → ", closing = "»";

constexpr std::size_t most = 1 << 16;  // numbers, as in mutant.h

struct Mutant {
  std::size_t number;
  std::string place;  // in the lists
  std::string text;   // as its list shows it
  std::string before, fragment, replacement, after;
  std::string reason = "";          // why no test can tell it from the program
  std::size_t first = 0, last = 0;  // the fragment in its source
};

using MutantsOfFiles = std::map<std::string, std::vector<Mutant>>;

void tell(const std::string& place, const std::string& message) {
  std::cerr << place << ": " << message << "\n";
}

[[noreturn]] void stop(const std::string& place, const std::string& message) {
  tell(place, message);
  std::exit(2);
}

std::string contents(const std::filesystem::path& path) {
  std::ifstream in(path);
  if (!in) stop(path.string(), "cannot be read");
  return {std::istreambuf_iterator<char>(in), {}};
}

// Leaves a file alone that holds this text already, so that it is not compiled again.
void write(const std::filesystem::path& path, const std::string& text) {
  if (std::filesystem::exists(path) && contents(path) == text) return;
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path) << text;
}

bool is_blank(char c) { return std::isspace(static_cast<unsigned char>(c)) != 0; }

// A text with single blanks, and for each of its characters the place in the original.
struct Spaced {
  std::string text;
  std::vector<std::size_t> places;
};

Spaced spaced(const std::string& original) {
  Spaced result;
  for (std::size_t i = 0; i < original.size(); ++i) {
    if (is_blank(original[i]) && !result.text.empty() && result.text.back() == ' ') continue;
    result.text += is_blank(original[i]) ? ' ' : original[i];
    result.places.push_back(i);
  }
  return result;
}

// A number that depends on the mutant's text, so that a change of a list recompiles only the sources that it
// names.
std::size_t number_of(const std::string& text, std::set<std::size_t>& taken) {
  std::uint64_t hash = 14695981039346656037u;  // FNV-1a
  for (const char c : text) hash = (hash ^ static_cast<unsigned char>(c)) * 1099511628211u;
  std::size_t number = hash % most;
  while (number == 0 || !taken.insert(number).second) number = (number + 1) % most;
  return number;
}

void read_line(const std::string& line, const std::string& place, std::set<std::size_t>& numbers,
               MutantsOfFiles& mutants, Mutant*& last) {
  if (line.empty() || line[0] == '#') return;
  if (line.starts_with("  ")) {
    if (!last) stop(place, "a reason stands below its mutant");
    last->reason += (last->reason.empty() ? "" : " ") + line.substr(2);
    return;
  }
  const auto colon = line.find(": "), open = line.find(opening), turn = line.find(arrow, open),
             close = line.rfind(closing);
  if (colon > open || turn == std::string::npos || close == std::string::npos || close < turn)
    stop(place, "expected PATH: before«fragment → replacement»after");
  auto& all = mutants[line.substr(0, colon)];
  const auto begin = open + opening.size(), end = turn + arrow.size();
  all.push_back({.number = number_of(line, numbers),
                 .place = place,
                 .text = line,
                 .before = line.substr(colon + 2, open - colon - 2),
                 .fragment = line.substr(begin, turn - begin),
                 .replacement = line.substr(end, close - end),
                 .after = line.substr(close + closing.size())});
  last = &all.back();
}

MutantsOfFiles read_lists(const std::vector<std::string>& lists) {
  MutantsOfFiles mutants;
  std::set<std::size_t> numbers;
  for (const std::string& list : lists) {
    std::istringstream lines(contents(list));
    Mutant* last = nullptr;
    std::string line;
    for (int n = 1; std::getline(lines, line); ++n)
      read_line(line, std::filesystem::path(list).filename().string() + ":" + std::to_string(n), numbers,
                mutants, last);
  }
  return mutants;
}

// Says so and returns false if the source does not have the place once.
bool find(Mutant& mutant, const Spaced& source, const std::string& path) {
  const std::string sought = mutant.before + mutant.fragment + mutant.after;
  const auto at = source.text.find(sought);
  const bool again = at != std::string::npos && source.text.find(sought, at + 1) != std::string::npos;
  if (at == std::string::npos || again) {
    tell(mutant.place, path + " has " + (again ? "several places" : "no place") + " with '" + sought +
                           "': the source has changed, so change the list");
    return false;
  }
  const auto begin = at + mutant.before.size();
  mutant.first = source.places[begin];
  mutant.last = source.places[begin + mutant.fragment.size() - 1] + 1;
  return true;
}

// The source from `first` to `last`, with the mutants that lie there; `next` is the first of them.
std::string with_switches(const std::string& source, std::size_t first, std::size_t last,
                          const std::vector<Mutant>& mutants, std::size_t& next) {
  std::string result;
  while (next < mutants.size() && mutants[next].first < last) {
    const Mutant& m = mutants[next++];
    if (m.last > last) stop(m.place, "the fragment ends outside the fragment that it begins in");
    result += source.substr(first, m.first - first);
    const std::string itself = with_switches(source, m.first, m.last, mutants, next);
    const std::string is_on = "::commlab::mutants::is_on(" + std::to_string(m.number) + ")";
    const bool truth = m.replacement == "true" || m.replacement == "false" ||
                       m.replacement.starts_with('!') || m.fragment.starts_with('!');
    if (m.fragment.ends_with(';'))
      result += "{ if (" + is_on + ") { " + m.replacement + " } else { " + itself + " } }";
    else
      result += "(" + is_on + (truth ? " ? bool(" : " ? (") + m.replacement +
                (truth ? ") : bool(" : ") : (") + itself + "))";
    first = m.last;
  }
  return result + source.substr(first, last - first);
}

// Copies of sources that no list names any more would still be compiled and included.
void remove_all_but(const MutantsOfFiles& files, const std::filesystem::path& out) {
  std::vector<std::filesystem::path> unlisted;
  for (const auto& file : std::filesystem::recursive_directory_iterator(out)) {
    const auto path = std::filesystem::relative(file.path(), out);
    const bool copy = path.extension() == ".cpp" || path.extension() == ".h";
    if (copy && !files.contains(path.string())) unlisted.push_back(file.path());
  }
  for (const auto& path : unlisted) std::filesystem::remove(path);
}

}  // namespace

int main(int count, char** words) {
  if (count < 4) stop("write_mutants", "expected SOURCES OUT LIST...");
  const std::filesystem::path sources = words[1], out = words[2];
  MutantsOfFiles files = read_lists({words + 3, words + count});
  std::map<std::size_t, std::string> table;
  bool found = true;
  for (auto& [path, mutants] : files) {
    const std::string source = contents(sources / path);
    const Spaced text = spaced(source);
    for (Mutant& mutant : mutants) {
      found = find(mutant, text, path) && found;
      table[mutant.number] = mutant.place + "\t" + mutant.reason + "\t" + mutant.text + "\n";
    }
    if (!found) continue;  // the others are still checked
    std::ranges::stable_sort(mutants, [](const Mutant& a, const Mutant& b) {
      return a.first != b.first ? a.first < b.first : a.last > b.last;
    });
    std::size_t next = 0;
    write(out / path, "#include \"tests/mutants/mutant.h\"\n#line 1 \"" + (sources / path).string() + "\"\n" +
                          with_switches(source, 0, source.size(), mutants, next));
  }
  if (!found) return 2;
  std::string lines;
  for (const auto& [number, line] : table) lines += std::to_string(number) + "\t" + line;
  write(out / "mutants.txt", lines);
  remove_all_but(files, out);
}

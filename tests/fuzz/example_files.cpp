#include "tests/fuzz/example_files.h"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>

#include <fmt/format.h>

namespace commlab {
namespace {

namespace fs = std::filesystem;

const fs::path root = COMMLAB_SOURCE_DIR;

std::string text_of_file(const fs::path& file) {
  std::ifstream stream(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(stream), {}};
}

std::vector<std::string> documents() {
  std::vector<std::string> texts = files_in("lessons", ".md");
  for (const char* readme :
       {"README.md", "core/README.md", "gpu/README.md", "gui/README.md", "sim/README.md"})
    texts.push_back(text_of_file(root / readme));
  return texts;
}

// What stands between each `begin` and the next `end`.
std::vector<std::string> between(const std::string& begin, std::string_view end) {
  std::vector<std::string> found;
  for (const std::string& text : documents())
    for (std::size_t at = 0; (at = text.find(begin, at)) != text.npos;) {
      at += begin.size();
      found.push_back(text.substr(at, std::min(text.find(end, at), text.size()) - at));
    }
  return found;
}

}  // namespace

std::vector<std::string> files_in(std::string_view folder, std::string_view ending) {
  std::vector<fs::path> files;
  std::error_code missing;
  for (const auto& entry : fs::directory_iterator(root / folder, missing))
    if (entry.is_regular_file() && entry.path().string().ends_with(ending)) files.push_back(entry.path());
  std::ranges::sort(files);
  std::vector<std::string> texts;
  std::ranges::transform(files, std::back_inserter(texts), text_of_file);
  return texts;
}

std::vector<std::string> lines_after(std::string_view words) { return between(std::string(words), "\n"); }

std::vector<std::string> blocks_of(std::string_view language) {
  return between(fmt::format("```{}\n", language), "```");
}

}  // namespace commlab

#include "gui/cli/output/output.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include <fmt/ranges.h>

#include "core/files/write_file.h"
#include "gui/picture/png_of_svg.h"

namespace commlab {
namespace {

bool is_among(std::span<const std::string_view> endings, const std::string& ending) {
  return std::ranges::find(endings, ending) != endings.end();
}

constexpr std::string_view trace_endings[] = {".trace", ".perfetto", ".perfetto-trace", ".pftrace"};

}  // namespace

Status deliver(const Output& output, const std::string& answer) {
  if (!output.file.empty()) return write_file(output.file, answer);
  output.answers.print(answer);
  return {};
}

bool is_picture(const std::string& file) { return is_among(picture_endings(), ending_of(file)); }

Status deliver(const Output& output, const std::string& answer, const std::function<std::string()>& svg) {
  if (output.answers.draw) output.answers.draw(svg());
  if (!is_picture(output.file)) return deliver(output, answer);
  const Status drawn = draw(output.file, svg());
  return drawn ? deliver({.answers = output.answers}, answer) : drawn;
}

Status draw(const std::string& file, const std::string& svg) {
  if (ending_of(file) != ".png") return write_file(file, svg);
  return png_of_svg(svg).and_then([&](const std::string& png) { return write_file(file, png); });
}

std::string ending_of(const std::string& file) {
  std::string ending = std::filesystem::path(file).extension().string();
  for (char& letter : ending)
    if (letter >= 'A' && letter <= 'Z') letter = static_cast<char>(letter - 'A' + 'a');
  return ending;
}

std::span<const std::string_view> answer_endings(bool as_csv) {
  static constexpr std::string_view all[] = {".txt", ".log", ".csv", ".json"};
  static constexpr std::string_view without_csv[] = {".txt", ".log", ".json"};
  if (as_csv) return all;
  return without_csv;
}

std::span<const std::string_view> report_endings() {
  static constexpr std::array<std::string_view, 2> endings = {".txt", ".log"};
  return endings;
}

std::span<const std::string_view> picture_endings() {
  static constexpr std::array<std::string_view, 2> endings = {".svg", ".png"};
  return endings;
}

std::span<const std::string_view> machine_endings() {
  static constexpr std::array<std::string_view, 1> endings = {".toml"};
  return endings;
}

std::span<const std::string_view> sheet_endings() {
  static constexpr std::array<std::string_view, 5> endings = {".html", ".htm", ".md", ".markdown", ".txt"};
  return endings;
}

std::span<const std::string_view> json_rows_endings() {
  static constexpr std::array<std::string_view, 4> endings = {".jsonl", ".ndjson", ".txt", ".log"};
  return endings;
}

Status accept_file(const std::string& file, std::span<const std::string_view> endings, bool draws) {
  const std::string ending = ending_of(file);
  if (draws && ending == ".png")
    if (const std::string missing = no_png(); !missing.empty())
      return fail("--out {}: {}; FILE.svg needs nothing", file, missing);
  if (ending.empty() || is_among(endings, ending) || (draws && is_picture(file))) return {};
  const std::string what = is_picture(file) ? "there is nothing to draw here"
                                            : fmt::format("commlab writes no {} files here", ending);
  const std::string_view traces =
      is_among(trace_endings, ending)
          ? "; a trace is written by commlab run --trace FILE.trace, or FILE.json for Perfetto"
          : "";
  return fail("--out {}: {}; expected {}{}{}", file, what,
              draws ? fmt::format("{} for a picture, or ", fmt::join(picture_endings(), " or ")) : "",
              fmt::join(endings, ", "), traces);
}

}  // namespace commlab

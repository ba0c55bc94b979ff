#include "lessons/play/givens.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <string_view>

#include "lessons/play/teaching_stops.h"

namespace commlab {
namespace {

bool is_given(std::string_view paragraph) {
  const bool numbered = std::isdigit(static_cast<unsigned char>(paragraph.front())) &&
                        paragraph.substr(0, 4).find(". ") != std::string_view::npos;
  return numbered ||
         std::ranges::any_of(std::initializer_list<std::string_view>{"|", "    ", "```", "- ", "* "},
                             [&](std::string_view mark) { return paragraph.starts_with(mark); });
}

}  // namespace

std::string givens_of(const StepContent& content, std::size_t item) {
  assert(item < content.items.size() && "the step has this item");
  std::string givens;
  for (std::size_t i = 0; i < item; ++i) {
    const auto* prose = std::get_if<Prose>(&content.items[i]);
    if (!prose) continue;
    for (const std::string& paragraph : paragraphs_of(prose->markdown))
      if (is_given(paragraph)) givens += paragraph + "\n\n";
  }
  return givens;
}

std::string givens_or_paragraph(const StepContent& content, std::size_t item) {
  const std::string givens = givens_of(content, item);
  const auto* before = item > 0 ? std::get_if<Prose>(&content.items[item - 1]) : nullptr;
  if (!givens.empty() || !before) return givens;
  const std::vector<std::string> paragraphs = paragraphs_of(before->markdown);
  return paragraphs.empty() ? "" : paragraphs.back();
}

}  // namespace commlab

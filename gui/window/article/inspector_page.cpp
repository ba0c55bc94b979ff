#include "gui/window/article/inspector_page.h"

#include <algorithm>

#include "gui/window/run/matrix_cell.h"

namespace commlab {

std::string InspectorPage::cargo(const Transfer& t) const {
  if (t.blocks > 1) return fmt::format("{} chunks", t.blocks);
  return chunk_text(trace().partition, t.block, t.part);
}

double InspectorPage::share_of_run(Time time) const {
  return trace().finish.ps == 0 ? 0 : static_cast<double>(time.ps) / static_cast<double>(trace().finish.ps);
}

bool InspectorPage::touches(const Transfer& t, Rank rank) const {
  if (t.group == no_group) return t.from == rank || t.to == rank;
  return std::ranges::find(trace().groups[t.group], rank) != trace().groups[t.group].end();
}

void InspectorPage::tell_completion(std::string_view what, Time completed) {
  if (completed == never)
    return article_.say(fmt::format("{} is never complete: the result is wrong.", what));
  article_.say(fmt::format("{} {} complete {} {}.", what, now_ >= completed ? "is" : "will be",
                           now_ >= completed ? "since" : "at", to_human(completed)));
}

std::string InspectorPage::capital(std::string_view text) {
  if (text.empty() || text[0] < 'a' || text[0] > 'z') return std::string(text);
  return fmt::format("{}{}", static_cast<char>(text[0] - 'a' + 'A'), text.substr(1));
}

}  // namespace commlab

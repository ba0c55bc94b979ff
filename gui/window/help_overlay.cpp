// Which key does what: all commands, grouped by what they are for, in as many columns as there is room for.

#include <algorithm>

#include "gui/window/bars.h"
#include "gui/window/commands.h"
#include "gui/window/note_item.h"

namespace commlab {
namespace {

// Keys and titles of one purpose, in one cell of the overlay.
void list_group(Ui& ui, const Session& session, std::string_view group, double key_width) {
  ImGui::TextDisabled("%s", std::string(group).c_str());
  for (const WindowCommand& command : window_commands()) {
    if (command.group != group) continue;
    const std::string key = keys_text(command, session.settings), title(command.title);
    const float left = ImGui::GetCursorPosX();
    ImGui::TextColored(float_color(ui.theme.accent), "%s", key.c_str());
    note_item(ui, "help." + std::string(command.name), title);
    const bool beside = ui.canvas.width_of(key, ui.theme.font) < key_width;
    if (beside) ImGui::SameLine();
    ImGui::SetCursorPosX(left + static_cast<float>(key_width));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopTextWrapPos();
  }
  ImGui::Spacing();
}

std::vector<std::string_view> command_groups() {
  std::vector<std::string_view> groups;
  for (const WindowCommand& command : window_commands())
    if (std::ranges::find(groups, command.group) == groups.end()) groups.push_back(command.group);
  return groups;
}

// Which column each group is in: as even in lines as their order allows.
std::vector<int> columns_of(const std::vector<std::string_view>& groups, int columns) {
  const auto all = static_cast<double>(window_commands().size() + groups.size());
  std::vector<int> result;
  double lines = 0;
  for (const std::string_view group : groups) {
    const double own =
        1 + static_cast<double>(std::ranges::count(window_commands(), group, &WindowCommand::group));
    const double middle = lines + own / 2;
    result.push_back(std::min(columns - 1, static_cast<int>(columns * middle / all)));
    lines += own;
  }
  return result;
}

}  // namespace

void help_overlay(Ui& ui, Session& session, const Area& window) {
  if (!session.help) return;
  const Theme& theme = ui.theme;
  const Area area = window.inset(2 * theme.gap);
  ImGui::SetNextWindowPos(vec({area.x, area.y}));
  ImGui::SetNextWindowSize(vec({area.width, area.height}));
  ImGui::Begin("keys", &session.help,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings);
  ImGui::TextUnformatted("Which key does what. Escape closes this.");
  ImGui::Separator();
  const double column = theme.font * 20;  // titles that need more go on in a second line
  const int columns = std::clamp(static_cast<int>(area.width / column), 1, 3);
  double key_width = 0;
  for (const WindowCommand& command : window_commands())
    if (command.also.empty())
      key_width = std::max(key_width, ui.canvas.width_of(key_of(command, session.settings), theme.font));
  std::vector<std::string_view> groups = command_groups();
  if (presenting(session)) std::ranges::stable_partition(groups, [](auto group) { return group == "Class"; });
  const std::vector<int> place = columns_of(groups, columns);
  if (ImGui::BeginTable("keys", columns, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchSame)) {
    for (int c = 0; c < columns; ++c) {
      ImGui::TableNextColumn();
      for (std::size_t g = 0; g < groups.size(); ++g)
        if (place[g] == c) list_group(ui, session, groups[g], key_width + 2 * theme.gap);
    }
    ImGui::EndTable();
  }
  ImGui::End();
}

}  // namespace commlab

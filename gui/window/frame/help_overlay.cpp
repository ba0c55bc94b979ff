#include "gui/window/frame/help_overlay.h"

#include <algorithm>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/imgui/note_item.h"

namespace commlab {
namespace {

struct CommandGroup {
  std::string_view title;
  std::vector<const WindowCommand*> commands;
};

// For a class: its own keys first, and all others in one group, "Picture". Else: a group for each topic.
std::vector<CommandGroup> groups_in(const Settings& settings, KeyPlace place) {
  std::vector<CommandGroup> groups;
  if (place == KeyPlace::presented) groups = {{"Class", {}}, {"Picture", {}}};
  const auto title = [&](const WindowCommand& command) -> std::string_view {
    if (place != KeyPlace::presented) return title_of(command.topic);
    return command.place == KeyPlace::anywhere ? "Picture" : "Class";
  };
  for (const WindowCommand* command : commands_with_keys(settings, place)) {
    auto group = std::ranges::find(groups, title(*command), &CommandGroup::title);
    if (group == groups.end()) group = groups.insert(groups.end(), {title(*command), {}});
    group->commands.push_back(command);
  }
  return groups;
}

class KeysTable {
 public:
  KeysTable(Ui& ui, const Session& session, double width)
      : ui_(ui),
        settings_(session.settings),
        place_(key_place(session)),
        groups_(groups_in(settings_, place_)) {
    const double column = ui.theme.font * 20;  // titles that need more go on in a second line
    const int most = std::min(3, static_cast<int>(groups_.size()));
    columns_ = std::clamp(static_cast<int>(width / column), 1, std::max(1, most));
    for (const CommandGroup& group : groups_)
      for (const WindowCommand* command : group.commands)
        if (command->also.empty())
          key_width_ = std::max(key_width_, ui.canvas.width_of(key_of(*command, settings_), ui.theme.font));
    key_width_ += 2 * ui.theme.gap;
  }

  void show() const {
    if (!ImGui::BeginTable("keys", columns_, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchSame))
      return;
    const std::vector<int> place = columns_of_groups();
    for (int c = 0; c < columns_; ++c) {
      ImGui::TableNextColumn();
      for (std::size_t g = 0; g < groups_.size(); ++g)
        if (place[g] == c) list(groups_[g]);
    }
    ImGui::EndTable();
  }

 private:
  void list(const CommandGroup& group) const {
    ImGui::TextDisabled("%s", std::string(group.title).c_str());
    for (const WindowCommand* command : group.commands) {
      const std::string key = keys_text(*command, settings_, place_), title(command->title);
      const float left = ImGui::GetCursorPosX();
      ImGui::TextColored(float_color(ui_.theme.accent), "%s", key.c_str());
      note_item(ui_, "help." + std::string(command->name), key);
      if (ui_.canvas.width_of(key, ui_.theme.font) < key_width_) ImGui::SameLine();
      ImGui::SetCursorPosX(left + static_cast<float>(key_width_));
      ImGui::PushTextWrapPos(0);
      ImGui::TextUnformatted(title.c_str());
      ImGui::PopTextWrapPos();
    }
    ImGui::Spacing();
  }

  // Spreads the groups over the columns, in their order and with about equally many lines in each.
  std::vector<int> columns_of_groups() const {
    const auto lines_of = [](const CommandGroup& group) {
      return 1 + static_cast<double>(group.commands.size());
    };
    double all = 0, lines = 0;
    for (const CommandGroup& group : groups_) all += lines_of(group);
    std::vector<int> result;
    for (const CommandGroup& group : groups_) {
      const double middle = lines + lines_of(group) / 2;
      result.push_back(std::min(columns_ - 1, static_cast<int>(columns_ * middle / all)));
      lines += lines_of(group);
    }
    return result;
  }

  Ui& ui_;
  const Settings& settings_;
  KeyPlace place_;
  std::vector<CommandGroup> groups_;
  int columns_ = 1;
  double key_width_ = 0;
};

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
  KeysTable(ui, session, area.width).show();
  ImGui::End();
}

}  // namespace commlab

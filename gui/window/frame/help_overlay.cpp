#include "gui/window/frame/help_overlay.h"

#include <algorithm>

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"
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
    const int most = place_ == KeyPlace::presented ? static_cast<int>(groups_.size()) : 3;
    columns_ = std::clamp(static_cast<int>(width / column), 1, std::max(1, most));
    for (const CommandGroup& group : groups_)
      for (const WindowCommand* command : group.commands)
        if (command->also.empty())
          key_width_ = std::max(key_width_, ui.canvas.width_of(key_of(*command, settings_), ui.theme.font));
    key_width_ += 2 * ui.theme.gap;
    title_width_ = width / columns_ - key_width_ - 4 * ui.theme.gap;
  }

  void show() const {
    if (!ImGui::BeginTable("keys", columns_, ImGuiTableFlags_ScrollY | ImGuiTableFlags_SizingStretchSame))
      return;
    const double height = height_of_column();
    double filled = 0;
    int column = 0;
    ImGui::TableNextColumn();
    for (const CommandGroup& group : groups_) {
      for (std::size_t i = 0; i < group.commands.size(); ++i) {
        const bool heads = i == 0 || filled == 0;
        const double needed = lines_of(*group.commands[i]) + (heads ? lines_of_head : 0);
        if (filled > 0 && filled + needed > height && column + 1 < columns_) {
          ImGui::TableNextColumn();
          ++column;
          filled = 0;
        }
        if (i == 0 || filled == 0) head(group, i > 0);
        filled += lines_of(*group.commands[i]) + (i == 0 || filled == 0 ? lines_of_head : 0);
        list(*group.commands[i]);
      }
      ImGui::Spacing();
    }
    ImGui::Dummy(vec({1, ui_.theme.gap}));  // so that the last row can be scrolled into view wholly
    ImGui::EndTable();
  }

 private:
  static constexpr double lines_of_head = 1.3;

  static void head(const CommandGroup& group, bool goes_on) {
    ImGui::TextDisabled("%s%s", std::string(group.title).c_str(), goes_on ? ", continued" : "");
  }

  void list(const WindowCommand& command) const {
    const std::string key = keys_text(command, settings_, place_), title(command.title);
    const float left = ImGui::GetCursorPosX();
    ImGui::TextColored(float_color(ui_.theme.accent), "%s", key.c_str());
    note_item(ui_, "help." + std::string(command.name), key);
    if (ui_.canvas.width_of(key, ui_.theme.font) < key_width_) ImGui::SameLine();
    ImGui::SetCursorPosX(left + static_cast<float>(key_width_));
    ImGui::PushTextWrapPos(0);
    ImGui::TextUnformatted(title.c_str());
    ImGui::PopTextWrapPos();
  }

  // How many lines the command needs in its column.
  double lines_of(const WindowCommand& command) const {
    const double words = static_cast<double>(
        wrapped(command.title, std::max(title_width_, ui_.theme.font), ui_.theme.font, ui_.canvas).size());
    const bool key_alone =
        ui_.canvas.width_of(keys_text(command, settings_, place_), ui_.theme.font) >= key_width_;
    return words + (key_alone ? 1 : 0);
  }

  // The columns are about equally high. A group that is longer than the rest of its column goes on in the
  // next.
  double height_of_column() const {
    double all = 0, longest = 0;
    for (const CommandGroup& group : groups_) {
      all += lines_of_head;
      for (const WindowCommand* command : group.commands) {
        all += lines_of(*command);
        longest = std::max(longest, lines_of(*command));
      }
    }
    return (all + (columns_ - 1) * lines_of_head) / columns_ + longest / 2;
  }

  Ui& ui_;
  const Settings& settings_;
  KeyPlace place_;
  std::vector<CommandGroup> groups_;
  int columns_ = 1;
  double key_width_ = 0;
  double title_width_ = 0;
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

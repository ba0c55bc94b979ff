#include "gui/window/frame/overlays.h"

#include <algorithm>
#include <cctype>
#include <optional>

#include "core/base/words.h"
#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/commands/requests.h"
#include "gui/window/draw/paragraph.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/imgui/note_item.h"
#include "gui/window/run/goal.h"
#include "gui/window/session/beside.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

template <class Contents>
void show_popup(const char* name, Popup& popup, PicturePoint at, PicturePoint pivot,
                const Contents& contents) {
  if (popup.open && !popup.shown) ImGui::OpenPopup(name);
  popup.shown = ImGui::IsPopupOpen(name);
  if (!popup.shown) {  // never asked for, or closed by Escape or a click beside it
    popup.open = false;
    return;
  }
  ImGui::SetNextWindowPos(vec(at), ImGuiCond_Always, vec(pivot));
  if (!ImGui::BeginPopup(name, ImGuiWindowFlags_NoMove)) return;
  contents();
  if (!popup.open) ImGui::CloseCurrentPopup();
  ImGui::EndPopup();
}

std::string in_lower_case(std::string_view text) {
  std::string lower(text);
  std::ranges::transform(lower, lower.begin(), [](unsigned char c) { return std::tolower(c); });
  return lower;
}

// Whether each word of the filter is in the command's title, topic, name or key.
bool is_found(const WindowCommand& command, std::string_view key, std::string_view filter) {
  const std::string all =
      in_lower_case(fmt::format("{} {} {} {}", command.title, title_of(command.topic), command.name, key));
  return std::ranges::all_of(split_at_blanks(filter), [&](std::string_view word) {
    return all.find(in_lower_case(word)) != std::string::npos;
  });
}

}  // namespace

void menu_overlay(Ui& ui, Session& session, const Area& window) {
  const Theme& theme = ui.theme;
  show_popup("menu", session.menu, {window.right() - theme.gap, theme.gap + theme.button + 4}, {1, 0}, [&] {
    const WindowCommand* chosen = nullptr;
    std::optional<CommandTopic> topic;
    ImGui::TextUnformatted("Type to search; Enter does the first.");
    if (ImGui::IsWindowAppearing()) {
      session.menu_filter.clear();
      ImGui::SetKeyboardFocusHere();
    }
    const ImVec2 at = ImGui::GetCursorScreenPos();
    const double width = theme.font * 32;
    const bool entered = ui.field("menu.search", {at.x, at.y, width, theme.button}, session.menu_filter, "");
    const double most = window.height - 5 * theme.button;
    ImGui::BeginChild("commands", vec({width, std::min(most, theme.font * 40)}));
    for (const WindowCommand& command : window_commands()) {
      const std::string key(key_of(command, session.settings));
      if (!is_found(command, key, session.menu_filter)) continue;
      if (entered && !chosen) chosen = &command;
      if (command.topic != topic) {
        if (topic) ImGui::Spacing();
        topic = command.topic;
        ImGui::TextColored(float_color(theme.accent), "%s", std::string(title_of(command.topic)).c_str());
        ImGui::Separator();
      }
      ImGui::PushID(command.name.data());
      if (ImGui::Selectable(std::string(command.title).c_str())) chosen = &command;
      note_item(ui, "menu." + std::string(command.name), std::string(command.title));
      ImGui::SameLine(ImGui::GetContentRegionMax().x - ImGui::CalcTextSize(key.c_str()).x);
      ImGui::TextDisabled("%s", key.c_str());
      ImGui::PopID();
    }
    if (!topic) ImGui::TextDisabled("Nothing is called that.");
    ImGui::EndChild();
    if (!chosen) return;
    session.menu.open = false;
    chosen->act(session);
  });
}

// The tables that fit the filter; those of the scene's collective come first.
std::vector<const PublishedName*> tables_for(const Session& session) {
  std::vector<const PublishedName*> tables;
  for (const PublishedName& table : session.tables)
    if (table.words.find(session.table_filter) != std::string::npos) tables.push_back(&table);
  const CollectiveKind kind = session.scene->trace().collective.kind;
  std::ranges::stable_partition(tables,
                                [&](const PublishedName* table) { return table->collective == kind; });
  return tables;
}

void tables_overlay(Ui& ui, Session& session, const Area& window) {
  const Theme& theme = ui.theme;
  show_popup("published", session.choosing_table, window.center(), {0.5, 0.5}, [&] {
    const PublishedName* chosen = nullptr;
    ImGui::TextUnformatted("Times that others measured and published, laid over the plot. Type to filter:");
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    ui.field("published.filter", {at.x, at.y, theme.font * 20, theme.button}, session.table_filter, "");
    ImGui::BeginChild("tables", vec({theme.font * 40, std::min(window.height * 0.6, theme.font * 24)}));
    for (const PublishedName* table : tables_for(session)) {
      if (ImGui::Selectable(table->words.c_str())) chosen = table;
      note_item(ui, "published." + table->name, table->words);
    }
    ImGui::EndChild();
    if (!chosen) return;
    session.choosing_table.open = false;
    session.tab = Tab::plot;
    overlay_published(session, chosen->name);
  });
}

void beside_overlay(Ui& ui, Session& session, const Area& window) {
  show_popup("beside", session.choosing_beside, window.center(), {0.5, 0.5}, [&] {
    std::optional<std::string> chosen;
    ImGui::TextUnformatted("Play beside another algorithm, on the same clock:");
    const std::vector<std::string> names = algorithms_beside(*session.scene);
    for (const std::string& name : names) {
      if (ImGui::Selectable(name.c_str())) chosen = name;
      note_item(ui, "beside." + name, name);
    }
    if (names.empty()) ImGui::TextDisabled("There is no other algorithm for this number of ranks.");
    if (!chosen) return;
    session.choosing_beside.open = false;
    play_beside(session, *chosen);
  });
}

void way_back_overlay(Ui& ui, const Session& session, const Area& caption) {
  if (session.way_back == 0) return;
  const Theme& theme = ui.theme;
  const std::string text =
      fmt::format("{} shows the bars", key_of(**find_command("controls"), session.settings));
  const double width = ui.canvas.width_of(text, theme.font) + 2 * theme.gap;
  const Area box{caption.right() - width, caption.y, width, caption.height};
  ui.canvas.fill(box, theme.raised, 6);
  ui.canvas.frame(box, {.color = theme.edge, .width = theme.line}, 6);
  ui.label("way-back", box.center(), text,
           {.color = theme.words, .size = theme.font, .anchor = Anchor::middle});
}

void go_to_overlay(Ui& ui, Session& session, const Area& window) {
  const Theme& theme = ui.theme;
  const PicturePoint at{window.center().x, theme.button + 2 * theme.gap};
  show_popup("go-to", session.going, at, {0.5, 0}, [&] {
    ImGui::TextUnformatted(
        "Go to: 6.8us, 60%, event 12, step 3, rank 3 complete, chunk 2 complete,\n"
        "rank 2 holds 3 (contributions; or: of chunk 5), first contention,\n"
        "link gpu0->gpu1 idle > 2us. Or find: rank 3, chunk 2, link gpu0-gpu1");
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const Area field{ImGui::GetCursorScreenPos().x, ImGui::GetCursorScreenPos().y, theme.font * 22,
                     theme.button};
    if (!ui.field("go-to.field", field, session.going_to, "")) return;
    session.going.open = false;
    if (select_named(session, session.going_to)) return;
    const Result<Time> time = time_of(session, session.going_to);
    if (time)
      go_to(session, *time);
    else
      session.notice = time.error().message;
  });
}

void typing_overlay(Ui& ui, Session& session, const Area& window) {
  const Theme& theme = ui.theme;
  show_popup("type", session.typing, {window.center().x, 3 * theme.button}, {0.5, 0}, [&] {
    ImGui::TextUnformatted("What is run, as after commlab run; Enter runs it:");
    if (ImGui::IsWindowAppearing()) ImGui::SetKeyboardFocusHere();
    const ImVec2 at = ImGui::GetCursorScreenPos();
    if (!ui.field("type.field", {at.x, at.y, window.width * 0.9, theme.button}, session.line, "")) return;
    session.typing.open = false;
    const Result<Experiment> experiment = parse_line(session.line);
    if (experiment)
      perform(session, *experiment);
    else
      session.notice = experiment.error().message;
  });
}

void link_menu_overlay(Ui& ui, Session& session) {
  if (!session.link_menu) return;
  Popup menu{.open = true, .shown = session.link_menu->shown};
  show_popup("link-menu", menu, session.link_menu->at, {0, 0}, [&] {
    const LinkId link = session.link_menu->link;
    const auto item = [&](const char* id, const char* title) {
      const bool chosen = ImGui::Selectable(title);
      note_item(ui, id, title);
      menu.open = menu.open && !chosen;
      return chosen;
    };
    ImGui::TextDisabled("%s", session.scene->trace().topology.link_name(link).c_str());
    if (item("link-menu.slower", "make it 4 times slower")) perform_with_slow_link(session, link, 4);
    if (item("link-menu.cut", "cut it")) perform_with_cut_link(session, link);
    if (item("link-menu.latency", "add 10 us of latency"))
      perform_with_late_link(session, link, microseconds(10));
    if (item("link-menu.mend", "mend all links")) perform_unedited(session);
  });
  if (menu.open)
    session.link_menu->shown = true;
  else
    session.link_menu.reset();
}

void predict_first(Ui& ui, const WindowLayout& layout) {
  const Theme& theme = ui.theme;
  const bool script = layout.lanes.width > 0;
  const Area& over = script                      ? layout.lanes
                     : layout.launch.width > 0   ? layout.launch
                     : layout.timeline.width > 0 ? layout.timeline  // empty yet, and the machine is not
                                                 : layout.topology;
  constexpr std::string_view title = "Predict first";
  const double width = ui.canvas.width_of(title, theme.font) * bold_width + 4 * theme.gap;
  if (over.width < width) return;
  const double height = theme.button + theme.gap;
  const bool on_machine = layout.topology.width > 0;
  const double y = script       ? over.center().y - height / 2
                   : on_machine ? over.y + 2 * theme.gap
                                : over.bottom() - height - 2 * theme.gap;
  const double x = script ? over.center().x - width / 2 : over.x + 2 * theme.gap;  // corners are free
  const Area box{x, y, width, height};
  ui.canvas.fill(box, theme.raised, 8);
  ui.canvas.frame(box, {.color = theme.accent, .width = 1.5 * theme.line}, 8);
  ui.label("predict-first", box.center(), title,
           {.color = theme.words, .size = theme.font, .anchor = Anchor::middle, .bold = true});
}

// One large button, until something was played.
void first_play_button(Ui& ui, Session& session, const Area& topology) {
  if (!session.untouched || topology.width < 40) return;
  const Theme& theme = ui.theme;
  const double width = std::min(theme.font * 9, 0.32 * std::min(topology.width, topology.height));
  const double height = std::min(theme.font * 3.2, width);
  const bool roomy = width > theme.font * 6;
  const Area area{topology.center().x - width / 2, topology.center().y - height / 2, width, height};
  const WindowCommand& play = **find_command("play");
  const std::string tooltip = tooltip_of(play, session.settings);
  if (ui.button("first-play", roomy ? "Play" : "", area,
                {.icon = Icon::play, .primary = true, .tooltip = tooltip}))
    play.act(session);
  if (session.view.playing || session.view.now > Time{}) session.untouched = false;
}

}  // namespace commlab

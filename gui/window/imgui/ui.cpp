#include "gui/window/imgui/ui.h"

#include <algorithm>

#include "gui/window/draw/paragraph.h"
#include "gui/window/imgui/dear_imgui.h"

#include <imgui_stdlib.h>  // needs imgui.h before it

namespace commlab {
namespace {

constexpr double rounding = 6;

void place_next(const Area& area) {
  ImGui::SetCursorScreenPos(vec({area.x, area.y}));
  ImGui::SetNextItemWidth(static_cast<float>(area.width));
}

// Above the widget, so that you can still click what is below it; below, if there is no room above.
PicturePoint place_of_tooltip(const Area& widget, ImVec2 size, double from) {
  constexpr double away = 6;
  const ImVec2 window = ImGui::GetIO().DisplaySize;
  const double most_x = std::max(away, window.x - size.x - away),
               most_y = std::max(away, window.y - size.y - away);
  if (from > 0 && from + away <= most_x) return {from + away, std::clamp(widget.y, away, most_y)};
  const double above = widget.y - size.y - away;
  return {std::clamp(widget.x, away, most_x),
          above >= away ? above : std::min(widget.bottom() + away, most_y)};
}

void tooltip_of_item(std::string_view text, const Area& widget, double from) {
  if (text.empty() || !ImGui::IsItemHovered()) return;
  constexpr float longest_line = 30;  // in heights of a letter
  const float most = std::min(longest_line * ImGui::GetFontSize(), 0.9f * ImGui::GetIO().DisplaySize.x);
  const char* const begin = text.data();
  const char* const end = begin + text.size();
  const ImVec2 words = ImGui::CalcTextSize(begin, end, false, most), pad = ImGui::GetStyle().WindowPadding;
  const ImVec2 size{words.x + 2 * pad.x, words.y + 2 * pad.y};
  ImGui::SetNextWindowPos(vec(place_of_tooltip(widget, size, from)));
  ImGui::BeginTooltip();
  ImGui::PushTextWrapPos(pad.x + most);
  ImGui::TextUnformatted(begin, end);
  ImGui::PopTextWrapPos();
  ImGui::EndTooltip();
}

// Fields and lists are as high as buttons.
void fit_height(const Area& area) {
  const float padding = std::max(0.0f, (static_cast<float>(area.height) - ImGui::GetFontSize()) / 2);
  ImGui::PushStyleVar(ImGuiStyleVar_FramePadding, {ImGui::GetStyle().FramePadding.x, padding});
}

// Whether the last click was on this widget. Then it needs no tooltip: the user knows what it does.
bool was_pressed(const Area& widget) {
  const ImVec2 at = ImGui::GetIO().MouseClickedPos[0];
  return widget.has({at.x, at.y});
}

Color background(const Theme& theme, const ButtonLook& look, bool hovered, bool held) {
  const Color base = look.primary   ? theme.accent
                     : look.pressed ? blend(theme.raised, theme.accent, 0.35)
                                    : theme.raised;
  if (!look.enabled) return blend(base, theme.panel, 0.6);
  return blend(base, theme.words, held ? 0.25 : hovered ? 0.12 : 0);
}

}  // namespace

bool Ui::button(std::string_view id, std::string_view label, const Area& area, const ButtonLook& look) {
  place_next(area);
  const std::string name(id);
  const bool clicked =
      ImGui::InvisibleButton(name.c_str(), {static_cast<float>(area.width), static_cast<float>(area.height)});
  const bool hovered = ImGui::IsItemHovered();
  if (!look.enabled || !was_pressed(area)) tooltip_of_item(look.tooltip, area, tooltips_from);
  if (!look.quiet || (hovered && look.enabled))
    canvas.fill(area, background(theme, look, hovered, ImGui::IsItemActive()), rounding);
  if (!look.quiet)
    canvas.frame(area, {.color = look.primary ? theme.accent : theme.edge, .width = theme.line}, rounding);
  if (ImGui::IsItemFocused() && ImGui::GetIO().NavVisible)
    canvas.frame(area.inset(-3), {.color = theme.words, .width = 2 * theme.line}, rounding + 3);
  Color ink = look.primary ? theme.on_accent : look.quiet ? theme.quiet : theme.words;
  if (!look.enabled) ink = blend(ink, theme.panel, 0.5);
  const double icon_width = look.icon == Icon::none ? 0 : theme.font;
  const double wider = look.primary ? usual_bold : 1;
  const double text_width = label.empty() ? 0 : wider * canvas.width_of(label, theme.font);
  const double space = icon_width > 0 && text_width > 0 ? theme.gap : 0;
  double left = area.center().x - (icon_width + space + text_width) / 2;
  if (icon_width > 0) icon(look.icon, {left, area.center().y - theme.font / 2, theme.font, theme.font}, ink);
  left += icon_width + space;
  if (!label.empty())
    canvas.text({left, area.center().y}, label, {.color = ink, .size = theme.font, .bold = look.primary});
  registry.note({.id = name,
                 .role = look.pressed ? Role::toggle : Role::button,
                 .value = !look.value.empty() ? std::string(look.value)
                          : label.empty()     ? (look.pressed ? "on" : "")
                                              : std::string(label),
                 .area = area,
                 .enabled = look.enabled});
  return clicked && look.enabled;
}

bool Ui::field(std::string_view id, const Area& area, std::string& text, std::string_view tooltip,
               std::string_view hint) {
  place_next(area);
  fit_height(area);
  const std::string name = "##" + std::string(id);
  const bool entered =
      ImGui::InputTextWithHint(name.c_str(), std::string(hint).c_str(), &text,
                               ImGuiInputTextFlags_EnterReturnsTrue | ImGuiInputTextFlags_AutoSelectAll);
  ImGui::PopStyleVar();
  if (!ImGui::IsItemActive()) tooltip_of_item(tooltip, area, tooltips_from);
  registry.note({.id = std::string(id), .role = Role::field, .value = text, .area = area});
  return entered;
}

void Ui::lines(std::string_view id, const Area& area, std::string& text) {
  place_next(area);
  const std::string name = "##" + std::string(id);
  ImGui::InputTextMultiline(name.c_str(), &text,
                            {static_cast<float>(area.width), static_cast<float>(area.height)});
  registry.note({.id = std::string(id), .role = Role::field, .value = text, .area = area});
}

std::optional<std::size_t> Ui::choice(std::string_view id, const Area& area, std::string_view current,
                                      std::span<const std::string> options, std::string_view tooltip) {
  place_next(area);
  fit_height(area);
  const std::string name = "##" + std::string(id);
  const bool only_arrow = area.width <= 1.2 * area.height;
  const bool open =
      ImGui::BeginCombo(name.c_str(), std::string(current).c_str(),
                        ImGuiComboFlags_HeightLarge | (only_arrow ? ImGuiComboFlags_NoPreview : 0));
  ImGui::PopStyleVar();
  if (!open) tooltip_of_item(tooltip, area, tooltips_from);
  registry.note({.id = std::string(id), .role = Role::choice, .value = std::string(current), .area = area});
  if (!open) return std::nullopt;
  std::optional<std::size_t> chosen;
  for (std::size_t i = 0; i < options.size(); ++i) {
    const bool is_current = options[i] == current;
    if (ImGui::Selectable(options[i].c_str(), is_current)) chosen = i;
    if (is_current) ImGui::SetItemDefaultFocus();
    const ImVec2 low = ImGui::GetItemRectMin(), high = ImGui::GetItemRectMax();
    registry.note({.id = std::string(id) + "." + options[i],
                   .role = Role::choice,
                   .value = is_current ? "chosen" : "",
                   .area = {low.x, low.y, high.x - low.x, high.y - low.y}});
  }
  ImGui::EndCombo();
  return chosen;
}

std::optional<double> Ui::slider(std::string_view id, const Area& area, std::string_view value,
                                 const SliderLook& look) {
  place_next(area);
  const std::string name(id);
  ImGui::InvisibleButton(name.c_str(), {static_cast<float>(area.width), static_cast<float>(area.height)});
  tooltip_of_item(look.tooltip, area, tooltips_from);
  registry.note(
      {.id = name, .role = Role::slider, .value = std::string(value), .area = area, .enabled = look.enabled});
  if (!look.enabled || !ImGui::IsItemActive()) return std::nullopt;
  return std::clamp((ImGui::GetIO().MousePos.x - area.x) / area.width, 0.0, 1.0);
}

double Ui::splitter(std::string_view id, const Area& area, bool vertical) {
  if (area.width <= 0 || area.height <= 0) return 0;
  place_next(area);
  const std::string name(id);
  ImGui::InvisibleButton(name.c_str(), {static_cast<float>(area.width), static_cast<float>(area.height)});
  const bool active = ImGui::IsItemActive();
  if (active || ImGui::IsItemHovered()) {
    ImGui::SetMouseCursor(vertical ? ImGuiMouseCursor_ResizeEW : ImGuiMouseCursor_ResizeNS);
    canvas.fill(area.inset(2), theme.accent, 2);
  }
  registry.note({.id = name, .role = Role::slider, .value = {}, .area = area});
  const ImVec2 moved = ImGui::GetIO().MouseDelta;
  return active ? (vertical ? moved.x : moved.y) : 0;
}

void Ui::label(std::string_view id, PicturePoint at, std::string_view text, const Words& words) {
  canvas.text(at, text, words);
  const double width = canvas.width_of(text, words.size);
  const double left = words.anchor == Anchor::start ? 0 : words.anchor == Anchor::middle ? width / 2 : width;
  registry.note({.id = std::string(id),
                 .role = Role::label,
                 .value = std::string(text),
                 .area = {at.x - left, at.y - words.size / 2, width, words.size}});
}

void Ui::icon(Icon which, const Area& a, Color color) {
  const Area in = a.inset(a.width * 0.12);
  const double mid = in.center().y;
  const auto triangle = [&](double from, double to) {
    const PicturePoint points[] = {{from, in.y}, {to, mid}, {from, in.bottom()}};
    const PicturePoint turned[] = {{from, in.y}, {from, in.bottom()}, {to, mid}};
    canvas.polygon(to > from ? std::span(points) : std::span(turned), color);
  };
  const double bar = in.width * 0.18;
  switch (which) {
    case Icon::none: return;
    case Icon::play: return triangle(in.x + in.width * 0.1, in.right());
    case Icon::pause:
      canvas.fill({in.x + in.width * 0.12, in.y, in.width * 0.26, in.height}, color);
      canvas.fill({in.x + in.width * 0.62, in.y, in.width * 0.26, in.height}, color);
      return;
    case Icon::forward:
      canvas.fill({in.x + in.width * 0.1, in.y, bar, in.height}, color);
      return triangle(in.x + in.width * 0.4, in.right());
    case Icon::back:
      canvas.fill({in.right() - in.width * 0.1 - bar, in.y, bar, in.height}, color);
      return triangle(in.right() - in.width * 0.4, in.x);
    case Icon::start:
      canvas.fill({in.x, in.y, bar, in.height}, color);
      triangle(in.x + in.width * 0.62, in.x + bar);
      return triangle(in.right(), in.x + in.width * 0.58);
    case Icon::end:
      canvas.fill({in.right() - bar, in.y, bar, in.height}, color);
      triangle(in.x, in.x + in.width * 0.42);
      return triangle(in.x + in.width * 0.38, in.right() - bar);
    case Icon::menu:
      for (int i = 0; i < 3; ++i) canvas.fill({in.x, in.y + i * (in.height - bar) / 2, in.width, bar}, color);
      return;
    case Icon::cross:
      canvas.line({in.x, in.y}, {in.right(), in.bottom()}, {.color = color, .width = bar});
      canvas.line({in.x, in.bottom()}, {in.right(), in.y}, {.color = color, .width = bar});
      return;
  }
}

void apply_style(const Theme& theme) {
  ImGuiStyle style;
  style.WindowPadding = {static_cast<float>(theme.gap), static_cast<float>(theme.gap)};
  style.FramePadding = {static_cast<float>(theme.gap), static_cast<float>(theme.gap) / 2};
  style.ItemSpacing = {static_cast<float>(theme.gap), static_cast<float>(theme.gap) / 2};
  style.FrameRounding = style.PopupRounding = rounding;
  style.FrameBorderSize = style.PopupBorderSize = static_cast<float>(theme.line);
  style.CircleTessellationMaxError = 0.75f;  // pixels, for round corners; canvases draw circles themselves
  style.ScrollbarSize = static_cast<float>(theme.font);
  const auto set = [&](ImGuiCol which, Color color) { style.Colors[which] = float_color(color); };
  set(ImGuiCol_Text, theme.words);
  set(ImGuiCol_TextDisabled, theme.quiet);
  set(ImGuiCol_TextSelectedBg, theme.accent.faded(0.4));
  set(ImGuiCol_WindowBg, theme.ground);
  set(ImGuiCol_PopupBg, theme.panel);
  set(ImGuiCol_Border, theme.edge);
  set(ImGuiCol_FrameBg, theme.raised);
  set(ImGuiCol_FrameBgHovered, blend(theme.raised, theme.words, 0.12));
  set(ImGuiCol_FrameBgActive, blend(theme.raised, theme.words, 0.2));
  set(ImGuiCol_Button, theme.raised);
  set(ImGuiCol_ButtonHovered, blend(theme.raised, theme.words, 0.12));
  set(ImGuiCol_ButtonActive, blend(theme.raised, theme.words, 0.25));
  set(ImGuiCol_Header, theme.accent.faded(0.35));
  set(ImGuiCol_HeaderHovered, theme.accent.faded(0.5));
  set(ImGuiCol_HeaderActive, theme.accent.faded(0.6));
  set(ImGuiCol_ScrollbarBg, theme.panel);
  set(ImGuiCol_ScrollbarGrab, theme.edge);
  set(ImGuiCol_NavHighlight, theme.words);
  ImGui::GetStyle() = style;
}

}  // namespace commlab

#include "gui/window/frame/frame.h"

#include <algorithm>
#include <cassert>

#include "core/files/write_file.h"
#include "gui/picture/svg_canvas.h"
#include "gui/window/frame/caption_bar.h"
#include "gui/window/frame/caption_buttons.h"
#include "gui/window/frame/counters_bar.h"
#include "gui/window/frame/figure.h"
#include "gui/window/frame/headline.h"
#include "gui/window/frame/help_overlay.h"
#include "gui/window/frame/layout_of_window.h"
#include "gui/window/frame/overlays.h"
#include "gui/window/frame/pressed_keys.h"
#include "gui/window/frame/scenario_bar.h"
#include "gui/window/frame/tab_bar.h"
#include "gui/window/frame/transport_bar.h"
#include "gui/window/frame/what_if_bar.h"
#include "gui/window/frame/window_panels.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/lesson/play.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/lesson/watch.h"
#include "gui/window/lesson/what_if.h"
#include "gui/window/panels/lanes_panel.h"
#include "gui/window/panels/lesson/join_box.h"
#include "gui/window/panels/lesson/presenter_panel.h"
#include "gui/window/session/letters.h"
#include "gui/window/session/named_in_run.h"
#include "gui/window/session/playing.h"

namespace commlab {
namespace {

constexpr double height_for_usual_letters = 1080;  // pixels

bool is_calm(const Session& session) { return session.view.arrange == Arrange::calm; }

// While the button is held over no widget, Dear ImGui calls the window itself active.
bool holds_a_widget() {
  return ImGui::IsAnyItemActive() && ImGui::GetActiveID() != ImGui::GetCurrentWindowRead()->MoveId;
}

Pointer pointer_over(const Area& area, const Input& input) {
  const ImGuiIO& io = ImGui::GetIO();
  Pointer pointer;
  pointer.pressed_at = {io.MouseClickedPos[0].x, io.MouseClickedPos[0].y};
  const bool ours = area.has(pointer.pressed_at) && !holds_a_widget();
  pointer.down = io.MouseDown[0] && ours;
  pointer.released = ImGui::IsMouseReleased(0) && ours;
  pointer.shift = io.KeyShift;
  pointer.ctrl = io.KeyCtrl;
  if (pointer.down) pointer.at = input.mouse;
  if (!area.has(input.mouse) || !ImGui::IsWindowHovered()) return pointer;
  pointer.wheel = input.wheel;  // scrolls over buttons, too
  if (ImGui::IsAnyItemHovered()) return pointer;
  pointer.at = input.mouse;
  pointer.pressed = ImGui::IsMouseClicked(0);
  pointer.double_clicked = ImGui::IsMouseDoubleClicked(0);
  pointer.right_clicked = ImGui::IsMouseClicked(1);
  return pointer;
}

class DrawnFrame {
 public:
  DrawnFrame(Session& session, const Input& input, Canvas& canvas, Registry& registry)
      : session_(session),
        input_(input),
        canvas_(canvas),
        registry_(registry),
        ui_{.canvas = canvas, .registry = registry, .theme = session.theme} {}

  void draw() {
    const Area window{0, 0, input_.width, input_.height};
    canvas_.fill(window, session_.theme.ground);
    if (session_.black) return canvas_.fill(window, {});
    const int rows = rows_of_scenario();
    const double gap = session_.theme.gap;
    const double asked = height_of_what_if_bar(ui_, session_, input_.width - 2 * gap);
    below_ = asked > 0 ? asked + gap : 0;
    const WindowLayout layout = this->layout(rows);
    panels(layout);
    follow_pointing();
    if (!pointed_) session_.view.hovered = session_.beside.hovered = {};
    tab_bar(ui_, session_, top_of(layout.tabs));
    if (session_.controls) transport_bar(ui_, session_, layout.transport);
    if (is_calm(session_) && rows > 0 && !session_.scenario)
      scenario_in_words(ui_, session_, layout.scenario);
    else if (rows > 0)
      scenario_bar(ui_, session_, layout.scenario);
    headline(ui_, session_, layout.headline);
    caption_bar(ui_, session_, what_if_button(ui_, session_, caption_buttons(ui_, session_, layout.caption)));
    splitters(layout, window);
    first_play_button(ui_, session_, layout.topology);
    what_if_bar(ui_, session_, {gap, input_.height - gap - asked, input_.width - 2 * gap, asked});
    way_back_overlay(ui_, session_, layout.caption);
    go_to_overlay(ui_, session_, window);
    typing_overlay(ui_, session_, window);
    link_menu_overlay(ui_, session_);
    tables_overlay(ui_, session_, window);
    beside_overlay(ui_, session_, window);
    menu_overlay(ui_, session_, window);
    help_overlay(ui_, session_, window);
    join_overlay(ui_, session_, window);
    notes_overlay(ui_, session_, window);
    draw_spotlight(canvas_, session_, input_.mouse);
  }

 private:
  static constexpr double least = 40;               // pixels: a smaller panel shows nothing
  static constexpr double most_for_scenario = 0.3;  // of the height: a higher bar is not shown

  int rows_of_scenario() const {
    if (!session_.controls || content() != WindowContent::experiment ||
        session_.view.arrange == Arrange::lesson)
      return 0;
    if (!session_.scenario) return is_calm(session_) ? 1 : 0;
    const Theme& theme = session_.theme;
    const int rows = scenario_rows(canvas_, theme, session_, input_.width - 2 * theme.gap);
    return rows * (theme.button + theme.gap) < most_for_scenario * input_.height ? rows : 0;
  }
  WindowLayout layout(int rows) const {
    const Theme& theme = session_.theme;
    const auto lines = headline_lines(canvas_, theme, session_, input_.width - 2 * theme.gap).size();
    // While a "what if?" is open, its run has the whole width; the lesson's page is hidden. A class sees one
    // large picture.
    const Arrange of_what_if = presenting(session_) ? Arrange::present : Arrange::explore;
    const Arrange arrange = session_.what_if.open ? of_what_if : session_.view.arrange;
    const bool two = session_.beside.scene && arrange != Arrange::lesson;
    return layout_of_window(
        input_.width, input_.height - below_, theme, session_.settings, two ? for_two(arrange) : arrange,
        rows, session_.controls, static_cast<int>(lines), content(), arrangement(),
        two ? arrange != Arrange::calm || session_.calm_timeline : session_.calm_timeline);
  }
  // Two runs beside each other have the whole width, and a timeline where there would be one.
  static Arrange for_two(Arrange arrange) {
    return arrange == Arrange::present ? Arrange::present : Arrange::calm;
  }
  LessonArrangement arrangement() const {
    const LessonShown* lesson = session_.lesson_beside();
    if (!lesson) return {};
    LessonArrangement arrangement = lesson->arrangement;
    arrangement.highest_lanes = height_for_lanes(session_);
    arrangement.text_needs_no_details =
        session_.script_run && session_.script_run->tensors.empty() && !hangs(*session_.script_run);
    return arrangement;
  }
  // While a lesson is beside the pictures, it decides what they show.
  WindowContent content() const {
    if (const LessonShown* lesson = session_.lesson_beside()) return lesson->content;
    return session_.script_run ? WindowContent::script : WindowContent::experiment;
  }
  Area top_of(const Area& tabs) const { return {tabs.x, tabs.y, tabs.width, session_.theme.button}; }
  Area below_tabs(const Area& tabs) const {
    const double bar = session_.theme.button;
    return {tabs.x, tabs.y + bar, tabs.width, tabs.height - bar};
  }

  void panel(const Area& area, void (*draw)(Panel&)) {
    if (area.width < least || area.height < least) return;
    canvas_.fill(area, session_.theme.panel, 6);
    canvas_.frame(area, {.color = session_.theme.edge.faded(0.5), .width = session_.theme.line}, 6);
    canvas_.clip(area);
    Panel panel{.session = session_,
                .canvas = canvas_,
                .area = area,
                .pointer = pointer_over(area, input_),
                .registry = registry_};
    if (panel.pointer.at) {  // this panel sets `hovered` anew; the others see the last frame's
      session_.view.hovered = session_.beside.hovered = {};
      pointed_ = true;
    }
    draw(panel);
    canvas_.unclip();
  }

  void panels(const WindowLayout& layout) {
    for (const WindowPanel& each : window_panels) {
      if (each.kind == PanelKind::tensors || each.kind == PanelKind::outcome) continue;
      if (each.tab && *each.tab != session_.tab) continue;
      const Area& area = layout.*each.area;
      panel(each.tab ? below_tabs(area) : area, each.draw);
      if (each.kind == PanelKind::listing) script_details(layout);
    }
    if (layout.counters.height > 0 && !session_.what_if.shows_another_run()) counters(layout.counters);
    if (is_locked(session_) && !presenting(session_)) predict_first(ui_, layout);
  }

  // REQUIRES: a lesson beside the pictures.
  void counters(const Area& area) {
    assert(session_.lesson_beside() && "a lesson is beside the pictures");
    const std::vector<LabelledValue>& all = session_.lesson_beside()->page.content.view.counters;
    draw_counters(canvas_, area, all, session_.theme);
    for (std::size_t i = 0; i < all.size(); ++i)
      registry_.note({.id = fmt::format("counter.{}", i),
                      .role = Role::label,
                      .value = all[i].label + ": " + all[i].text,
                      .area = area});
  }

  // If only one of them fits, a script that hangs shows its outcome, and any other script its tensors.
  void script_details(const WindowLayout& layout) {
    const bool without = !session_.script_run || session_.script_run->tensors.empty();
    const bool both = layout.outcome.width > 0 && layout.tensors.width > 0;
    if (both && without)
      return panel({layout.tensors.x, layout.tensors.y, layout.outcome.right() - layout.tensors.x,
                    layout.tensors.height},
                   outcome_panel);
    panel(layout.outcome, outcome_panel);
    const bool chosen = !arrangement().panels.empty();
    const bool outcome_instead = layout.outcome.width <= 0 && !chosen && session_.script_run &&
                                 (without || (session_.script_shown().over() && hangs(*session_.script_run)));
    panel(layout.tensors, outcome_instead ? outcome_panel : tensors_panel);
  }

  // A newly selected GPU joins the ring that is being drawn, or becomes the answer to a question for a place.
  void follow_pointing() {
    Selection& selected = session_.view.selected;
    if (selected == session_.lesson.pointed) return;
    const bool is_gpu = selected.rank && selected == Selection{.rank = selected.rank};
    if (is_gpu && add_to_ring(session_, *selected.rank)) {
      selected = {};
      leave_field();
    }
    session_.lesson.pointed = selected;
    if (point_at(session_, selected_name(session_))) leave_field();
  }

  void splitters(const WindowLayout& layout, const Area& window) {
    Settings& settings = session_.settings;
    if (const double moved = ui_.splitter("splitter.columns", layout.column_splitter, true))
      settings.columns = std::clamp(settings.columns + moved / window.width, 0.2, 0.6);
    if (const double moved = ui_.splitter("splitter.timeline", layout.row_splitter, false))
      settings.timeline = std::clamp(settings.timeline - moved / window.height, 0.15, 0.6);
  }

  Session& session_;
  const Input& input_;
  Canvas& canvas_;
  Registry& registry_;
  bool pointed_ = false;  // the pointer is in one of the panels
  double below_ = 0;      // pixels that the panels leave for the what-if bar
  Ui ui_;
};

// Writes what is shown to an SVG file.
void draw_svg(Session& session, const Input& input) {
  SvgCanvas canvas(input.width, input.height, session.theme.ground);
  draw_figure(canvas, session, input.width, input.height);
  if (const Status written = write_file(session.vector_picture, std::move(canvas).finish()); written)
    session.answer = "written: " + session.vector_picture.string();
  else
    session.notice = written.error().message;
  session.vector_picture.clear();
}

}  // namespace

void draw_frame(Session& session, const Input& input, const Fonts& fonts, Textures& textures) {
  follow_workers(session);
  watch_lesson(session);
  follow_presenter(session, input.seconds, input.height);
  follow_what_if(session);
  if (is_calm(session)) follow_height(session, input.height, height_for_usual_letters);
  if (ImGui::IsMouseClicked(0)) forget_news(session);
  do_keys(session, input);
  play_for(session, input.seconds);
  session.way_back = std::max(0.0, session.way_back - input.seconds);
  session.registry.clear();
  ImGui::SetNextWindowPos({0, 0});
  ImGui::SetNextWindowSize(ImGui::GetIO().DisplaySize);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, {0, 0});
  ImGui::PushStyleVar(ImGuiStyleVar_WindowBorderSize, 0);
  ImGui::Begin("commlab", nullptr,
               ImGuiWindowFlags_NoDecoration | ImGuiWindowFlags_NoMove | ImGuiWindowFlags_NoSavedSettings |
                   ImGuiWindowFlags_NoBringToFrontOnFocus | ImGuiWindowFlags_NoScrollWithMouse);
  ImGui::PopStyleVar(2);
  ImGuiCanvas canvas(*ImGui::GetWindowDrawList(), fonts, textures);
  DrawnFrame(session, input, canvas, session.registry).draw();
  if (!session.vector_picture.empty()) draw_svg(session, input);
  ImGui::End();
}

}  // namespace commlab

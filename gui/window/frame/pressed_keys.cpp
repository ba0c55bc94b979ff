#include "gui/window/frame/pressed_keys.h"

#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/lesson/draw_ring.h"
#include "gui/window/lesson/play.h"

namespace commlab {
namespace {

// Beside a lesson, letters and digits go to the open question: they choose an answer, and digits begin a
// number.
bool goes_to_question(Session& session, const KeyStroke& key) {
  if (key.key.size() != 1 || key.ctrl || key.shift || key.alt) return false;
  if (key_place(session) != KeyPlace::lesson) return false;
  const char sign = key.key.front();
  if (sign >= '0' && sign <= '9') return take_digit(session, sign);
  return sign >= 'A' && sign <= 'Z' && choose(session, static_cast<std::size_t>(sign - 'A'));
}

// A class moves by stops, not by steps, so it needs only two lesson commands: scrolling and "what if?".
bool is_for_class(const WindowCommand& command) {
  return command.topic != CommandTopic::lesson || command.name == "lesson-down" ||
         command.name == "lesson-up" || command.name == "what-if";
}

// Takes back the last GPU of a ring that is being drawn.
bool takes_back(Session& session, const KeyStroke& key) {
  return key == KeyStroke{.key = "Backspace"} && take_back(session);
}

// Any key ends the black screen, and does nothing else.
bool ends_black_screen(Session& session) {
  const bool was_black = session.black;
  session.black = false;
  return was_black;
}

}  // namespace

void do_keys(Session& session, const Input& input) {
  ImGuiIO& io = ImGui::GetIO();
  const bool list_is_open =
      ImGui::IsPopupOpen("", ImGuiPopupFlags_AnyPopupId | ImGuiPopupFlags_AnyPopupLevel);
  const bool list_was_open = (io.ConfigFlags & ImGuiConfigFlags_NavEnableKeyboard) != 0;
  io.ConfigFlags = list_is_open ? ImGuiConfigFlags_NavEnableKeyboard : ImGuiConfigFlags_None;
  const bool typing = io.WantTextInput || list_is_open;
  for (const KeyStroke& key : input.keys) {
    if (ends_black_screen(session)) continue;
    if (typing && key.key != "Escape" && !key.alt && (!key.ctrl || io.WantTextInput)) continue;
    const bool leaves_widget = key.key == "Escape" && session.what_if.open && (typing || list_was_open);
    if (leaves_widget) continue;  // Escape left the list or the field, and so far nothing else
    if (goes_to_question(session, key) || takes_back(session, key)) continue;
    const WindowCommand* command = command_of(key, session.settings, key_place(session));
    if (!command || (presenting(session) && !is_for_class(*command))) continue;
    forget_news(session);
    const std::string_view why_not = command->topic == CommandTopic::time ? why_nothing_plays(session) : "";
    if (why_not.empty())
      command->act(session);
    else
      session.notice = why_not;
  }
}

}  // namespace commlab

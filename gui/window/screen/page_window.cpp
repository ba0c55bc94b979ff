#include "gui/window/screen/page_window.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <utility>

#include <emscripten.h>

#include "gui/window/commands/exports.h"
#include "gui/window/imgui/dear_imgui.h"

namespace commlab {
namespace {

// clang-format off
EM_JS(void, hand_to_page, (void* window), { Module.opened(window); })
EM_JS(void, copy_in_page, (const char* text), { Module.copied(UTF8ToString(text)); })
// clang-format on

// What is pasted comes as typed text, because a page may read the clipboard only then.
const char* nothing_to_paste(void*) { return ""; }

char* text_for_page(const std::string& text) {
  char* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  std::memcpy(copy, text.c_str(), text.size() + 1);
  return copy;
}

}  // namespace

PageWindow::PageWindow(std::unique_ptr<const WindowTools> tools, std::unique_ptr<Session> session,
                       std::filesystem::path config)
    : tools_(std::move(tools)),
      session_(std::move(session)),
      config_(std::move(config)),
      kept_(session_->settings) {}

int PageWindow::frame(double width, double height, double density, double seconds) {
  if (!stage_) {
    stage_.emplace();
    ImGuiIO& io = ImGui::GetIO();
    io.SetClipboardTextFn = [](void*, const char* text) { copy_in_page(text); };
    io.GetClipboardTextFn = nothing_to_paste;
  }
  if (!pointers_.empty()) {
    now_ = pointers_.front();
    pointers_.pop_front();
  }
  input_.width = width;
  input_.height = height;
  input_.density = density;
  input_.seconds = std::clamp(seconds, 1e-4, 0.1);
  input_.mouse = now_.place;
  input_.left = now_.left;
  input_.right = now_.right;
  take_strokes();
  tell_imgui(input_);
  stage_->frame(*session_, input_);
  input_.wheel = 0;
  session_->closing = false;  // a page is closed by its reader
  keep_settings();
  const auto wish = [](bool wanted, PageWish bit) { return wanted ? static_cast<int>(bit) : 0; };
  return wish(is_moving(), PageWish::another_frame) | wish(ImGui::GetIO().WantTextInput, PageWish::keyboard) |
         wish(session_->full_screen, PageWish::full_screen);
}

void PageWindow::pointer(PicturePoint place, bool left, bool right) {
  const Pointer next{.place = place, .left = left, .right = right};
  const Pointer& before = pointers_.empty() ? now_ : pointers_.back();
  const bool only_moves = before.left == left && before.right == right;
  // A press begins where the pointer already was in a frame, as a mouse does it: a finger does not.
  if (!only_moves) pointers_.push_back({.place = place, .left = before.left, .right = before.right});
  if (only_moves && pointers_.size() > 1 && pointers_[pointers_.size() - 2].left == left &&
      pointers_[pointers_.size() - 2].right == right)
    pointers_.back() = next;
  else
    pointers_.push_back(next);
}

void PageWindow::key(std::string_view name, bool ctrl, bool shift, bool alt) {
  Result<KeyStroke> stroke = parse_key(name);
  if (!stroke) return;  // a key without a meaning here
  stroke->ctrl = ctrl;
  stroke->shift = stroke->shift || (shift && stroke->key != "Plus");
  stroke->alt = alt;
  strokes_.push_back({.key = *std::move(stroke)});
}

// A text field takes keys and text in the order in which they came. A key is seen again, and text is taken
// after a key, only after a frame without keys.
void PageWindow::take_strokes() {
  const bool after_keys = !std::exchange(input_.keys, {}).empty();
  input_.typed.clear();
  const bool in_order = ImGui::GetIO().WantTextInput;
  if (in_order && after_keys) return;
  for (; !strokes_.empty(); strokes_.pop_front()) {
    const Stroke& next = strokes_.front();
    if (in_order && (!input_.keys.empty() || (next.key && !input_.typed.empty()))) return;
    if (next.key)
      input_.keys.push_back(*next.key);
    else
      input_.typed += next.typed;
  }
}

bool PageWindow::is_moving() const {
  const bool working = session_->worker.busy() || session_->finder.busy() || session_->tutor.busy();
  return session_->view.playing || session_->glide || working || !pointers_.empty() || !strokes_.empty();
}

void PageWindow::keep_settings() {
  if (session_->settings == kept_) return;
  kept_ = session_->settings;
  if (const Status written = write_settings(kept_, config_); !written)
    session_->notice = written.error().message;
}

// The empty job waits for the one that is stopped.
void PageWindow::end() {
  stage_.reset();
  for (Worker* const worker : {&session_->worker, &session_->finder, &session_->tutor})
    if (worker->busy())
      worker->start("ending", [](const std::stop_token&, const ReportProgress&) { return Worker::Apply(); });
}

bool PageWindow::has_ended() {
  bool ended = true;
  for (Worker* const worker : {&session_->worker, &session_->finder, &session_->tutor}) {
    worker->poll(*session_);
    ended = ended && !worker->busy();
  }
  return ended;
}

std::string PageWindow::widgets() const {
  std::string text;
  for (const Widget& found : session_->registry.widgets())
    text += fmt::format("{}\t{}\t{}\t{}\t{}\t{}\n", found.id, found.area.x, found.area.y, found.area.width,
                        found.area.height, found.value);
  return text;
}

std::string PageWindow::command() const { return session_->scene ? command_that_shows(*session_) : ""; }

void show_in_page(std::unique_ptr<PageWindow> window) { hand_to_page(window.release()); }

}  // namespace commlab

// What the page calls, with the window that it was handed.
extern "C" {

EMSCRIPTEN_KEEPALIVE int commlab_frame(commlab::PageWindow* window, double width, double height,
                                       double density, double seconds) {
  return window->frame(width, height, density, seconds);
}
EMSCRIPTEN_KEEPALIVE void commlab_pointer(commlab::PageWindow* window, double x, double y, bool left,
                                          bool right) {
  window->pointer({x, y}, left, right);
}
EMSCRIPTEN_KEEPALIVE void commlab_wheel(commlab::PageWindow* window, double notches) {
  window->wheel(notches);
}
EMSCRIPTEN_KEEPALIVE void commlab_key(commlab::PageWindow* window, const char* name, bool ctrl, bool shift,
                                      bool alt) {
  window->key(name, ctrl, shift, alt);
}
EMSCRIPTEN_KEEPALIVE void commlab_type(commlab::PageWindow* window, const char* text) { window->type(text); }
EMSCRIPTEN_KEEPALIVE void commlab_say(commlab::PageWindow* window, const char* notice) {
  window->say(notice);
}
// The page frees these texts.
EMSCRIPTEN_KEEPALIVE char* commlab_widgets(commlab::PageWindow* window) {
  return commlab::text_for_page(window->widgets());
}
EMSCRIPTEN_KEEPALIVE char* commlab_command(commlab::PageWindow* window) {
  return commlab::text_for_page(window->command());
}
EMSCRIPTEN_KEEPALIVE void commlab_end(commlab::PageWindow* window) { window->end(); }
// Whether the window is closed now; it must have been asked to end.
EMSCRIPTEN_KEEPALIVE bool commlab_close(commlab::PageWindow* window) {
  if (!window->has_ended()) return false;
  delete window;
  return true;
}
}

#pragma once
// The window in a page of a browser. The page's JavaScript (gui/web/page.js) owns the canvas and its WebGL 2
// context, asks for frames, and passes on what the user does.

#include <deque>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "gui/window/imgui/input.h"
#include "gui/window/screen/stage.h"
#include "gui/window/session/session.h"

namespace commlab {

// What the page must know after a frame; a set of bits.
enum class PageWish : int {
  another_frame = 1,  // something moves or is computed
  keyboard = 2,       // a text field has the focus: a touch screen shows its keyboard
  full_screen = 4,
};

class PageWindow {
 public:
  // `config`: the folder of the settings, which are written whenever they change.
  PageWindow(std::unique_ptr<const WindowTools> tools, std::unique_ptr<Session> session,
             std::filesystem::path config);

  // Draws a frame of this size, in units of the layout. REQUIRES: a WebGL 2 context is current. Returns
  // PageWishes.
  int frame(double width, double height, double density, double seconds);

  // Every change of the buttons is seen by a frame of its own, however quick a tap is.
  void pointer(PicturePoint place, bool left, bool right);
  void wheel(double notches) { input_.wheel += notches; }
  void key(std::string_view name, bool ctrl, bool shift, bool alt);
  void type(std::string_view text) { strokes_.push_back({.typed = std::string(text)}); }
  void say(std::string_view notice) { session_->notice = notice; }

  // A page closes a window in two steps, because its own thread must never wait for another one to end: that
  // one may need the page's thread for its files, or to begin threads of its own. end() asks the window's
  // work to end and draws no more; after it, the window may be deleted once has_ended() says so.
  void end();
  bool has_ended();

  // The widgets of the last frame: a line "id x y width height value" for each, with tabs between.
  std::string widgets() const;
  // "commlab window all_reduce ...", which shows what is shown now.
  std::string command() const;

 private:
  struct Pointer {
    PicturePoint place{-1, -1};
    bool left = false;
    bool right = false;
  };
  // What came from the keyboard: a key, or else text.
  struct Stroke {
    std::optional<KeyStroke> key{};
    std::string typed{};
  };
  void take_strokes();
  void keep_settings();
  bool is_moving() const;

  std::unique_ptr<const WindowTools> tools_;  // the session refers to them
  std::unique_ptr<Session> session_;
  std::filesystem::path config_;
  Settings kept_;  // as written last
  Input input_;
  Pointer now_;
  std::deque<Pointer> pointers_;  // that no frame has seen yet
  std::deque<Stroke> strokes_;    // likewise
  std::optional<Stage> stage_;    // from the first frame on, when the former window is closed
};

// Hands the window to the page, which closes the former one.
void show_in_page(std::unique_ptr<PageWindow>);

}  // namespace commlab

#include "gui/window/screen/surface_glfw.h"

#include <algorithm>
#include <array>

#define GLFW_INCLUDE_NONE
#include <GLFW/glfw3.h>
#include <backends/imgui_impl_glfw.h>

#include "gui/window/imgui/dear_imgui.h"
#include "gui/window/lesson/presenter.h"
#include "gui/window/libraries/load_glfw.h"
#include "gui/window/libraries/load_opengl.h"
#include "gui/window/screen/notes_window.h"
#include "gui/window/screen/stage.h"

namespace commlab {
namespace {

struct NamedKey {
  int glfw;
  std::string_view name;
};
constexpr NamedKey named_keys[] = {{GLFW_KEY_SPACE, "Space"},
                                   {GLFW_KEY_ENTER, "Enter"},
                                   {GLFW_KEY_ESCAPE, "Escape"},
                                   {GLFW_KEY_TAB, "Tab"},
                                   {GLFW_KEY_BACKSPACE, "Backspace"},
                                   {GLFW_KEY_DELETE, "Delete"},
                                   {GLFW_KEY_LEFT, "Left"},
                                   {GLFW_KEY_RIGHT, "Right"},
                                   {GLFW_KEY_UP, "Up"},
                                   {GLFW_KEY_DOWN, "Down"},
                                   {GLFW_KEY_HOME, "Home"},
                                   {GLFW_KEY_END, "End"},
                                   {GLFW_KEY_PAGE_UP, "PageUp"},
                                   {GLFW_KEY_PAGE_DOWN, "PageDown"},
                                   {GLFW_KEY_KP_ADD, "Plus"},
                                   {GLFW_KEY_KP_SUBTRACT, "Minus"},
                                   {GLFW_KEY_MINUS, "Minus"},
                                   {GLFW_KEY_F1, "F1"},
                                   {GLFW_KEY_F2, "F2"},
                                   {GLFW_KEY_F3, "F3"},
                                   {GLFW_KEY_F4, "F4"},
                                   {GLFW_KEY_F5, "F5"},
                                   {GLFW_KEY_F6, "F6"},
                                   {GLFW_KEY_F7, "F7"},
                                   {GLFW_KEY_F8, "F8"},
                                   {GLFW_KEY_F9, "F9"},
                                   {GLFW_KEY_F10, "F10"},
                                   {GLFW_KEY_F11, "F11"},
                                   {GLFW_KEY_F12, "F12"}};

// Letters and signs as on the user's keyboard; "+" is Plus wherever its key is.
KeyStroke stroke_of(int key, int scancode, int modifiers) {
  KeyStroke stroke{.key = {},
                   .ctrl = (modifiers & (GLFW_MOD_CONTROL | GLFW_MOD_SUPER)) != 0,
                   .shift = (modifiers & GLFW_MOD_SHIFT) != 0,
                   .alt = (modifiers & GLFW_MOD_ALT) != 0};
  const auto named = std::ranges::find(named_keys, key, &NamedKey::glfw);
  if (named != std::end(named_keys)) {
    stroke.key = named->name;
    return stroke;
  }
  const char* label = glfwGetKeyName(key, scancode);
  if (!label) return stroke;
  const std::string_view text = label;
  if (text == "+" || (text == "=" && stroke.shift)) return {.key = "Plus", .ctrl = stroke.ctrl};
  if (const Result<KeyStroke> known = parse_key(text); known && known->key.size() == 1)
    stroke.key = known->key;
  return stroke;
}

Input& input_of(GLFWwindow* window) { return *static_cast<Input*>(glfwGetWindowUserPointer(window)); }

void on_key(GLFWwindow* window, int key, int scancode, int action, int modifiers) {
  if (action == GLFW_RELEASE) return;
  const KeyStroke stroke = stroke_of(key, scancode, modifiers);
  if (!stroke.key.empty()) input_of(window).keys.push_back(stroke);
}

void on_scroll(GLFWwindow* window, double, double notches) { input_of(window).wheel += notches; }

class Window {
 public:
  static Result<std::unique_ptr<Window>> open(int width, int height) {
    if (const Status loaded = load_glfw(); !loaded) return tl::unexpected(loaded.error());
    if (const Status loaded = load_opengl(); !loaded) return tl::unexpected(loaded.error());
    if (!glfwInit()) return no_display();
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    GLFWwindow* window = glfwCreateWindow(width, height, "commlab", nullptr, nullptr);
    if (!window) {
      glfwTerminate();
      return no_display();
    }
    return std::unique_ptr<Window>(new Window(window));
  }
  ~Window() {
    glfwDestroyWindow(window_);
    glfwTerminate();
  }
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  void play(Session& session, ClosingSignals* signals) {
    Input input;
    glfwSetWindowUserPointer(window_, &input);
    glfwSetKeyCallback(window_, on_key);
    glfwSetScrollCallback(window_, on_scroll);
    Stage stage;
    ImGui_ImplGlfw_InitForOpenGL(window_, true);  // also calls our callbacks
    double last = glfwGetTime();
    while (!glfwWindowShouldClose(window_) && !session.closing) {
      wait_for_input(session);
      if (signals && signals->came()) session.closing = true;
      const double now = glfwGetTime();
      input.seconds = std::clamp(now - last, 1e-4, 0.1);
      last = now;
      read_pointer(input);
      follow_full_screen(session);
      follow_screens(session, screens());
      ImGui_ImplGlfw_NewFrame();
      stage.frame(session, input);
      glfwSwapBuffers(window_);
      follow_notes(session, input);
      input.keys.clear();
      input.wheel = 0;
    }
    notes_.reset();
    ImGui_ImplGlfw_Shutdown();
  }

 private:
  explicit Window(GLFWwindow* window) : window_(window) {
    glfwMakeContextCurrent(window_);
    glfwSwapInterval(1);
    glfwSetWindowSizeLimits(window_, 640, 400, GLFW_DONT_CARE, GLFW_DONT_CARE);
  }

  static tl::unexpected<Error> no_display() {
    const char* why = nullptr;
    glfwGetError(&why);
    return fail(
        Fault::runtime,
        "no window can be opened here ({}); without a display: commlab window ... --screenshot FILE.png",
        why ? why : "no display, or no OpenGL 3.3");
  }

  // If nothing moves, a frame is drawn only when the user does something, and twice a second.
  void wait_for_input(const Session& session) {
    const bool working = session.worker.busy() || session.finder.busy() || session.tutor.busy();
    const bool moving = session.view.playing || session.glide || working || session.movie;
    if (moving)
      glfwPollEvents();
    else
      glfwWaitEventsTimeout(0.5);
  }

  void read_pointer(Input& input) const {
    int width = 0, height = 0;
    glfwGetWindowSize(window_, &width, &height);
    input.width = width;
    input.height = height;
    glfwGetCursorPos(window_, &input.mouse.x, &input.mouse.y);
    input.left = glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_LEFT) == GLFW_PRESS;
    input.right = glfwGetMouseButton(window_, GLFW_MOUSE_BUTTON_RIGHT) == GLFW_PRESS;
  }

  // A key opens and closes the teacher's window; its own button closes it, too. With one screen there is
  // none, because it would cover the class's window.
  void follow_notes(Session& session, Input& input) {
    bool& wanted = session.presenter.notes;
    if (notes_ && notes_->closed()) wanted = false;
    if (!wanted || session.presenter.one_screen) return notes_.reset();
    if (!notes_) notes_ = NotesWindow::open(&input, on_key);
    if (notes_) return notes_->frame(session);
    wanted = false;
    session.notice = "No second window can be opened here for the notes.";
  }

  static int screens() {
    int count = 0;
    glfwGetMonitors(&count);
    return count;
  }

  // The class sees the second screen, if there is one; the teacher's notes are on the first.
  static GLFWmonitor* screen_for(const Session& session) {
    int count = 0;
    GLFWmonitor** const all = glfwGetMonitors(&count);
    return presenting(session) && count > 1 ? all[1] : glfwGetPrimaryMonitor();
  }

  void follow_full_screen(const Session& session) {
    if (session.full_screen == full_screen_) return;
    full_screen_ = session.full_screen;
    GLFWmonitor* monitor = screen_for(session);
    const GLFWvidmode* mode = monitor ? glfwGetVideoMode(monitor) : nullptr;
    if (!mode) return;
    if (full_screen_) {
      glfwGetWindowPos(window_, &before_[0], &before_[1]);
      glfwGetWindowSize(window_, &before_[2], &before_[3]);
      glfwSetWindowMonitor(window_, monitor, 0, 0, mode->width, mode->height, mode->refreshRate);
    } else {
      glfwSetWindowMonitor(window_, nullptr, before_[0], before_[1], before_[2], before_[3], 0);
    }
  }

  GLFWwindow* window_;
  std::unique_ptr<NotesWindow> notes_;
  bool full_screen_ = false;
  std::array<int, 4> before_{};  // full screen: position and size
};

}  // namespace

Status play_in_window(Session& session, int width, int height, ClosingSignals* signals) {
  return Window::open(width, height).map([&](const std::unique_ptr<Window>& window) {
    window->play(session, signals);
  });
}

}  // namespace commlab

#pragma once
// The teacher's notes in a native window of their own, to be dragged to the screen that the class does not
// see. Keys that are pressed in it are the audience's window's: a clicker works wherever the keyboard is.

#include <memory>

#include "gui/window/screen/notes_stage.h"

struct GLFWwindow;

namespace commlab {

class NotesWindow {
 public:
  using OnKey = void (*)(GLFWwindow*, int key, int scancode, int action, int modifiers);

  // Null where no second window can be had. `user`: what glfwGetWindowUserPointer gives OnKey. The OpenGL
  // context that is current stays so, here and in frame().
  static std::unique_ptr<NotesWindow> open(void* user, OnKey);
  ~NotesWindow();
  NotesWindow(const NotesWindow&) = delete;
  NotesWindow& operator=(const NotesWindow&) = delete;

  void frame(const Session&);
  bool closed() const;  // by its own button

 private:
  explicit NotesWindow(GLFWwindow* window);

  GLFWwindow* window_;
  std::unique_ptr<NotesStage> stage_;
};

}  // namespace commlab

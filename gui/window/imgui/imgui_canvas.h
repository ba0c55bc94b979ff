#pragma once
// The canvas that draws on the screen, with Dear ImGui's draw lists and OpenGL textures for rasters.

#include <map>
#include <string>

#include "gui/picture/canvas.h"
#include "gui/window/imgui/fonts.h"

struct ImDrawList;

namespace commlab {

// Rasters as OpenGL textures. Each is uploaded again only when its version changed. Without OpenGL (in tests
// of logic) nothing is uploaded.
class Textures {
 public:
  explicit Textures(bool has_opengl) : has_opengl_(has_opengl) {}
  Textures(const Textures&) = delete;
  Textures& operator=(const Textures&) = delete;
  ~Textures();
  void* of(const Raster&);

 private:
  struct Sent {
    unsigned name = 0;
    std::uint64_t version = 0;
    int width = 0;
    int height = 0;
  };
  bool has_opengl_;
  std::map<std::string, Sent, std::less<>> sent_;
};

class ImGuiCanvas final : public Canvas {
 public:
  ImGuiCanvas(ImDrawList& list, const Fonts& fonts, Textures& textures)
      : list_(list), fonts_(fonts), textures_(textures) {}

  void line(PicturePoint from, PicturePoint to, const Line&) override;
  void path(std::span<const PicturePoint>, const Line&) override;
  void fill(const Area&, Color, double rounding) override;
  void frame(const Area&, const Line&, double rounding) override;
  void disc(PicturePoint center, double radius, Color) override;
  void circle(PicturePoint center, double radius, const Line&) override;
  void sector(PicturePoint center, double inner, double outer, double from, double to, Color) override;
  void polygon(std::span<const PicturePoint>, Color) override;
  void text(PicturePoint at, std::string_view, const Words&) override;
  double width_of(std::string_view text, double size) const override;
  void image(const Area&, const Raster&) override;
  void clip(const Area&) override;
  void unclip() override;

 private:
  ImDrawList& list_;
  const Fonts& fonts_;
  Textures& textures_;
};

}  // namespace commlab

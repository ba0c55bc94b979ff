#include "gui/picture/pixels.h"

#include <algorithm>
#include <cmath>

#include "core/base/index.h"

namespace commlab {
namespace {

constexpr int rows_of_a_pixel = 4;  // each of them is covered exactly from left to right

struct Crossing {
  double x;
  int direction;  // of the edge: 1 down, -1 up
};

}  // namespace

Pixels::Pixels(int width, int height)
    : width_(width), height_(height), rgb_(index(width) * index(height) * 3, 255) {
  unclip();
}

void Pixels::unclip() { clip_ = {0, 0, static_cast<double>(width_), static_cast<double>(height_)}; }

void Pixels::fill(std::span<const Contour> contours, Color color) {
  double top = clip_.bottom(), bottom = clip_.y;
  for (const Contour& contour : contours)
    for (const PicturePoint point : contour) top = std::min(top, point.y), bottom = std::max(bottom, point.y);
  const int first = static_cast<int>(std::floor(std::max(top, clip_.y)));
  const int last = static_cast<int>(std::ceil(std::min(bottom, clip_.bottom())));
  std::vector<float> cover(index(width_));
  for (int row = std::max(first, 0); row < std::min(last, height_); ++row) {
    std::ranges::fill(cover, 0.0f);
    for (int part = 0; part < rows_of_a_pixel; ++part) {
      const double y = row + (part + 0.5) / rows_of_a_pixel;
      if (y >= clip_.y && y < clip_.bottom()) cover_row(contours, y, cover);
    }
    paint_row(row, cover, color);
  }
}

// Adds the shares of the pixels that the line at this height covers inside the contours.
void Pixels::cover_row(std::span<const Contour> contours, double y, std::vector<float>& cover) const {
  std::vector<Crossing> crossings;
  for (const Contour& contour : contours)
    for (std::size_t i = 0; i < contour.size(); ++i) {
      const PicturePoint a = contour[i], b = contour[(i + 1) % contour.size()];
      if ((a.y <= y) == (b.y <= y)) continue;
      crossings.push_back({a.x + (y - a.y) / (b.y - a.y) * (b.x - a.x), a.y < b.y ? 1 : -1});
    }
  std::ranges::sort(crossings, {}, &Crossing::x);
  int around = 0;
  for (std::size_t i = 0; i + 1 < crossings.size(); ++i) {
    around += crossings[i].direction;
    if (around == 0) continue;
    const double from = std::max(crossings[i].x, clip_.x);
    const double to = std::min(crossings[i + 1].x, clip_.right());
    for (int x = std::max(0, static_cast<int>(from)); x < std::min<double>(width_, to); ++x) {
      const double covered = std::min(to, x + 1.0) - std::max(from, static_cast<double>(x));
      if (covered > 0) cover[index(x)] += static_cast<float>(covered / rows_of_a_pixel);
    }
  }
}

void Pixels::paint_row(int row, std::span<const float> cover, Color color) {
  for (int x = 0; x < width_; ++x) {
    const float share = std::min(cover[index(x)], 1.0f) * static_cast<float>(color.a) / 255;
    if (share <= 0) continue;
    std::uint8_t* const pixel = &rgb_[(index(row) * index(width_) + index(x)) * 3];
    const std::uint8_t mixed[] = {color.r, color.g, color.b};
    for (int c = 0; c < 3; ++c)
      pixel[c] = static_cast<std::uint8_t>(std::lround(pixel[c] + share * (mixed[c] - pixel[c])));
  }
}

}  // namespace commlab

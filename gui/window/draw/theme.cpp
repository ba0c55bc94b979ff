#include "gui/window/draw/theme.h"

#include <algorithm>
#include <cmath>

#include <fmt/ranges.h>

#include "gui/picture/okabe_ito.h"

namespace commlab {
namespace {

// The eighth is a neutral that differs from theme to theme.
constexpr std::array<Color, chunk_hues> hues_with(std::uint32_t neutral) {
  std::array<Color, chunk_hues> hues{};
  for (std::size_t i = 0; i < okabe_ito::of_chunks.size(); ++i)
    hues[i] = rgb(okabe_ito::hex_of(okabe_ito::of_chunks[i]));
  hues.back() = rgb(neutral);
  return hues;
}
static_assert(chunk_hues == okabe_ito::of_chunks.size() + 1);

constexpr Theme dark = {.name = "dark",
                        .ground = rgb(0x12151B),
                        .panel = rgb(0x1A1E26),
                        .raised = rgb(0x2A303C),
                        .edge = rgb(0x6B7585),
                        .words = rgb(0xEDEFF2),
                        .quiet = rgb(0xAEB6C2),
                        .accent = rgb(0x5AA9FF),
                        .on_accent = rgb(0x06121F),
                        .good = rgb(0x4CC38A),
                        .bad = rgb(0xFF7B72),
                        .idle_link = rgb(0x3A424F),
                        .busy_link = rgb(0xF4F6F8),
                        .outline = rgb(0xEDEFF2),
                        .chunk = hues_with(0xD8D8DC)};

constexpr Theme light = {.name = "light",
                         .ground = rgb(0xEFF1F4),
                         .panel = rgb(0xFFFFFF),
                         .raised = rgb(0xE3E7EC),
                         .edge = rgb(0x7C8694),
                         .words = rgb(0x14171C),
                         .quiet = rgb(0x4A525E),
                         .accent = rgb(0x0B5CAD),
                         .on_accent = rgb(0xFFFFFF),
                         .good = rgb(0x0B6B45),
                         .bad = rgb(0xB3261E),
                         .idle_link = rgb(0xC9CFD7),
                         .busy_link = rgb(0x14171C),
                         .outline = rgb(0x14171C),
                         .chunk = hues_with(0x44444C)};

constexpr Theme projector = {.name = "projector",
                             .ground = rgb(0xFFFFFF),
                             .panel = rgb(0xFFFFFF),
                             .raised = rgb(0xE6EBF2),
                             .edge = rgb(0x5A6270),
                             .words = rgb(0x000000),
                             .quiet = rgb(0x2B3038),
                             .accent = rgb(0x004A9F),
                             .on_accent = rgb(0xFFFFFF),
                             .good = rgb(0x005C38),
                             .bad = rgb(0xA3150E),
                             .idle_link = rgb(0xB4BCC7),
                             .busy_link = rgb(0x000000),
                             .outline = rgb(0x000000),
                             .chunk = hues_with(0x44444C),
                             .font = 28,
                             .line = 2,
                             .button = 44,
                             .gap = 10};

constexpr Theme high_contrast = {.name = "contrast",
                                 .ground = rgb(0x000000),
                                 .panel = rgb(0x000000),
                                 .raised = rgb(0x1C1C1C),
                                 .edge = rgb(0xFFFFFF),
                                 .words = rgb(0xFFFFFF),
                                 .quiet = rgb(0xF0F0F0),
                                 .accent = rgb(0xFFE14D),
                                 .on_accent = rgb(0x000000),
                                 .good = rgb(0x5CFFB1),
                                 .bad = rgb(0xFF8A80),
                                 .idle_link = rgb(0x6A6A6A),
                                 .busy_link = rgb(0xFFFFFF),
                                 .outline = rgb(0xFFFFFF),
                                 .chunk = hues_with(0xD8D8DC),
                                 .font = 18,
                                 .line = 1.5,
                                 .button = 36};

constexpr std::array all_themes = {&dark, &light, &projector, &high_contrast};

constexpr double smallest_text = 13;
constexpr double smallest_projected_text = 24;
double linear(std::uint8_t channel) {
  const double c = channel / 255.0;
  return c <= 0.03928 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
}
double luminance(Color c) { return 0.2126 * linear(c.r) + 0.7152 * linear(c.g) + 0.0722 * linear(c.b); }

}  // namespace

// Letters have whole pixels: Dear ImGui from 1.90 on makes no others, and would stretch them.
double Theme::small() const {
  return std::max(std::floor(font * 0.85), name == projector.name ? smallest_projected_text : smallest_text);
}

Color Theme::of_chunk(int chunk_number) const { return chunk[chunk_number % chunk_hues]; }

Color Theme::on_chunk(int chunk_number) const {
  const Color hue = of_chunk(chunk_number);
  return contrast(rgb(0x000000), hue) >= contrast(rgb(0xFFFFFF), hue) ? rgb(0x000000) : rgb(0xFFFFFF);
}

std::vector<std::string_view> theme_names() {
  std::vector<std::string_view> names;
  for (const Theme* theme : all_themes) names.push_back(theme->name);
  return names;
}

Result<Theme> theme_named(std::string_view name, double scale) {
  const auto found = std::ranges::find(all_themes, name, &Theme::name);
  if (found == all_themes.end())
    return fail("unknown theme '{}'; there are {}", name, fmt::join(theme_names(), ", "));
  if (!(scale >= least_scale && scale <= most_scale))
    return fail("font scale {}: from {} to {} is possible", scale, least_scale, most_scale);
  Theme theme = **found;
  theme.font = std::round(theme.font * scale);
  theme.button = std::round(theme.button * scale);
  return theme;
}

double contrast(Color a, Color b) {
  const double x = luminance(a), y = luminance(b);
  return (std::max(x, y) + 0.05) / (std::min(x, y) + 0.05);
}

}  // namespace commlab

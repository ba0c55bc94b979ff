#pragma once
// Puts boxes and their names into a layout, and knows the measures that all arrangements of boxes share. A
// box is given by its number in the layout's wiring. The first boxes are the GPUs.

#include <cstdint>
#include <functional>
#include <string_view>

#include "gui/window/topology/layout.h"

namespace commlab {

// Where boxes and their names may stand: the picture without its margin and its legend.
Area room_for_boxes(const TopologyLayout&);
int gpus_in(const TopologyLayout&);
bool is_gpu(const TopologyLayout&, int box);

double text_width(const TopologyLayout&, std::string_view words);
double wanted_radius(const TopologyLayout&);  // of a GPU that has all the room it wants
// The radius of GPUs whose middles are so far apart, with room for a token between them.
double radius_for(const TopologyLayout&, double spacing);

// Chunks and messages are larger by this factor in a large picture.
double zoom_for(const Area&, double letters);
// The sizes of a chunk, the largest first. A chunk that shows a number in the smallest letters has scale 1;
// chunks of a smaller scale show colours only.
inline constexpr double chunk_scales[] = {1.7, 1.5, 1.3, 1.15, 1.0, 0.8, 0.6, 0.45, 0.35};
// The layout's chunks of this scale in about so many columns, with no name above them.
TopologyLayout::Grid grid_of(const TopologyLayout&, int columns, double scale);

// The least size of a chunk in a buffer: large enough for a number, or for a colour.
enum class LeastChunk : std::uint8_t { with_number, with_colour };
// Makes the chunks of buffers as large as `fits` allows for a buffer's width and height, in few columns.
// False if not even chunks of the least size fit, or if GPUs have too many chunks: they are discs then.
bool choose_grid(TopologyLayout&, const std::function<bool(double width, double height)>& fits,
                 LeastChunk = LeastChunk::with_colour);

void put_box(TopologyLayout&, int box, PicturePoint center, double width, double height);
// As large as the layout's radius or grid says.
void put_gpu(TopologyLayout&, int gpu, PicturePoint center);
void put_bar(TopologyLayout&, int box, double left, double right, double y, double thick);
void name_box(TopologyLayout&, int box, std::string_view name, PicturePoint middle);

}  // namespace commlab

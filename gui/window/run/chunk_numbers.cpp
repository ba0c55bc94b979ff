#include "gui/window/run/chunk_numbers.h"

#include <cassert>

namespace commlab {
namespace {

constexpr int most_ranks_with_numbers = 8;

}  // namespace

bool shows_numbers(const Scene& scene) {
  return scene.replay && scene.run.experiment.data != DataPattern::index &&
         scene.trace().collective.ranks <= most_ranks_with_numbers;
}

std::string number_text(const Scene& scene, ValueId value) {
  assert(shows_numbers(scene) && "chunks show numbers");
  return value == Replay::no_value ? "" : scene.replay->value_text(value, scene.run.experiment.data);
}

}  // namespace commlab

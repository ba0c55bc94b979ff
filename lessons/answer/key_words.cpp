#include "lessons/answer/key_words.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include <fmt/format.h>

#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

constexpr std::pair<std::string_view, std::string_view> meanings[] = {
    {"run", "the operation"},
    {"machine", "what it runs on"},
    {"flavour", "the library"},
    {"ranks", "how many ranks"},
    {"size", "how much data"},
    {"count", "elements of each rank"},
    {"algorithm", "how the operation is done"},
    {"from", "the sender"},
    {"to", "the receivers"},
    {"root", "the rank where it begins or ends"},
    {"route", "the way that the data take"},
    {"pieces", "into how many pieces the data are cut"},
    {"ring", "the order of the GPUs"},
    {"slow", "what is slowed down"},
    {"nodes", "how many computers"},
    {"gpus", "GPUs of each node"},
    {"processes", "processes on each node"},
    {"rank_rule", "what a process takes for its rank: global or local"},
    {"script", "the program"},
};

}  // namespace

std::string words_of_key(const std::string& key) {
  if (const auto node = visible_node(key)) return fmt::format("CUDA_VISIBLE_DEVICES of node {}", *node);
  const auto* known = std::ranges::find(meanings, key, &std::pair<std::string_view, std::string_view>::first);
  return known == std::end(meanings) ? "" : std::string(known->second);
}

std::string words_of_key(const Question& question, const std::string& key) {
  const auto own = std::ranges::find(question.words, spoken_key_of(key), &SceneKey::first);
  return own != question.words.end() ? own->second : words_of_key(key);
}

}  // namespace commlab

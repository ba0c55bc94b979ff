#pragma once
// The keys of a scene and their values. Expressions may change some keys and ask about the changed run.

#include <string>
#include <utility>
#include <vector>

namespace commlab {

// A key and its value as they are written, without quotes: "size", "1 MiB".
using SceneKey = std::pair<std::string, std::string>;
using SceneKeys = std::vector<SceneKey>;

}  // namespace commlab

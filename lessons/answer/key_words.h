#pragma once
// The meanings of a scene's keys in a few words, for learners who work on paper: "n, elements of each rank".

#include <string>

#include "lessons/model/lesson.h"

namespace commlab {

// For a key that the question allows to change: the question's own word.NAME, else the key's meaning in any
// scene. Empty if the key has no known meaning.
std::string words_of_key(const Question&, const std::string& key);
// The key's meaning in any scene; empty for a key that only this scene has.
std::string words_of_key(const std::string& key);

}  // namespace commlab

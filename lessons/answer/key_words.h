#pragma once
// What the keys of a scene are, in a few words for people who have no keyboard in front of them: "n, elements
// of each rank".

#include <string>

#include "lessons/model/lesson.h"

namespace commlab {

// Of a key that the question lets change: as its own word.NAME says, else what the key is in any scene. Empty
// where there is nothing to say.
std::string words_of_key(const Question&, const std::string& key);
// What the key is in any scene; empty: it is the scene's own.
std::string words_of_key(const std::string& key);

}  // namespace commlab

#pragma once
// What a shell offers when Tab is pressed: commands, options, and the values that an option or an argument
// can have. All of it follows from what the commands declare; no list is kept for the shells.

#include <string>
#include <vector>

#include "gui/experiments/tools.h"

namespace CLI {
class App;
}

namespace commlab {

struct Offer {
  std::string word;
  std::string meaning;  // may be empty
};

// The words that can stand in place of the last one, which may be the beginning of a word, or empty. `words`
// are those behind the program's name. REQUIRES: the options of all commands are declared.
std::vector<Offer> offers(const CLI::App& program, const std::vector<std::string>& words, const Tools&);

}  // namespace commlab

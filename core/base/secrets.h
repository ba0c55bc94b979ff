#pragma once
// Texts that nobody shall guess: drawn from the system's source of randomness, and compared so that the time
// taken says nothing about them.

#include <string>
#include <string_view>

namespace commlab {

// REQUIRES: the alphabet has a letter.
std::string random_text(std::string_view alphabet, std::size_t length);

// Compares in a time that does not depend on where the texts differ.
bool same_secret(std::string_view, std::string_view);

}  // namespace commlab

#pragma once
// The two pages that are served: one for the learners' phones, one for the teacher's second device. Each
// needs nothing else, and asks for its state about once a second. `nonce`: the word that its own style and
// script carry, so that a browser runs no other.

#include <string>
#include <string_view>

namespace commlab {

std::string learners_page(std::string_view nonce);
std::string teachers_page(std::string_view nonce);

}  // namespace commlab

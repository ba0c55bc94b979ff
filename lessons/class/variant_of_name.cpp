#include "lessons/class/variant_of_name.h"

#include "core/base/stable_hash.h"
#include "lessons/model/shuffled_choices.h"

namespace commlab {

std::string name_as_compared(std::string_view name) {
  std::string compared;
  bool blank = false;
  for (const char c : name) {
    if (c == ' ' || c == '\t' || c == '\r') {
      blank = !compared.empty();
      continue;
    }
    if (blank) compared += ' ';
    blank = false;
    compared += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  }
  return compared;
}

std::uint64_t variant_of_name(const Lesson& lesson, std::string_view name) {
  return stable_hash(name_as_compared(name)) % variants_of(lesson);
}

}  // namespace commlab

#include "gui/cli/output/failure.h"

#include <fmt/format.h>

#include "core/files/standard_streams.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/output.h"

namespace commlab {

bool asks_for_json(std::span<const char* const> words) {
  bool json = false, by_ending = false, has_format = false;
  for (std::size_t i = 0; i < words.size(); ++i) {
    const std::string_view word = words[i];
    const std::size_t equals = word.find('=');
    const std::string_view name = word.substr(0, equals);
    const std::string_view value = equals != word.npos    ? word.substr(equals + 1)
                                   : i + 1 < words.size() ? std::string_view(words[i + 1])
                                                          : std::string_view();
    if (name == "--format") has_format = true, json = value == "json";
    if (name == "--out") by_ending = ending_of(std::string(value)) == ".json";
  }
  return has_format ? json : by_ending;
}

void tell_failure(std::string_view sentence, int exit_status, bool as_json) {
  if (as_json) print_answer(document({{"error", sentence}, {"exit_status", exit_status}}));
  print_message(fmt::format("commlab: {}\n", sentence));
}

}  // namespace commlab

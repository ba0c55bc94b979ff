#include "lessons/format/explore_parser.h"

#include "lessons/format/key_table.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

// ["1 KiB", "1 MiB"], or where no text is meant [1, 2, 4].
Result<std::vector<std::string>> stops_of(const std::string& value) {
  if (!value.starts_with('[') || !value.ends_with(']'))
    return fail("a list of stops is expected, as in [\"1 KiB\", \"1 MiB\"]");
  std::vector<std::string> stops;
  for (const std::string& piece : cut_at_commas(std::string_view(value).substr(1, value.size() - 2))) {
    Result<std::string> stop = plain_value(piece);
    if (!stop) return tl::unexpected(stop.error());
    if (stop->empty()) return fail("a stop is empty");
    stops.push_back(*std::move(stop));
  }
  if (stops.size() < 2) return fail("at least two stops are needed, as in [\"1 KiB\", \"1 MiB\"]");
  if (stops.size() > most_explore_stops)
    return fail("{} stops; a control has at most {}", stops.size(), most_explore_stops);
  return stops;
}

Status read_control(const LessonKey& key, ExploreBlock& explore) {
  if (key.name == "script") return fail("a script cannot have stops: use with.NAME in it");
  if (const Status known = check_scene_key(key.name, "explore"); !known) return known;
  return stops_of(key.value).map([&](std::vector<std::string> stops) {
    explore.controls.push_back({key.name, std::move(stops)});
  });
}

}  // namespace

Result<ExploreBlock> parse_explore(const LessonFilePart& part, std::string_view file) {
  ExploreBlock explore{.line = part.line};
  const auto control = [&](const LessonKey& key, const std::string&) { return read_control(key, explore); };
  const Status read =
      read_keys(part, file,
                {filled_row("ask", explore.ask), labelled_row("show", explore.shows, LabelledFormat::allowed),
                 LessonKeyRow{std::string(any_other_key), control}});
  if (!read) return tl::unexpected(read.error());
  if (explore.controls.empty())
    return fail_in_lesson(file, part.line,
                          "there is nothing to move: a key of the scene with its stops is missing, as in "
                          "size = [\"1 KiB\", \"1 MiB\"]");
  return explore;
}

}  // namespace commlab

#include "lessons/format/view_parser.h"

#include <algorithm>
#include <span>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "lessons/format/key_table.h"

namespace commlab {
namespace {

Status check_name(std::string_view name, std::span<const std::string_view> among) {
  if (std::ranges::find(among, name) != among.end()) return {};
  const std::vector<std::string> names(among.begin(), among.end());
  return fail("'{}' is none of {}{}", name, fmt::join(names, ", "), suggestion(name, names));
}

// A list of known names.
LessonKeyRow names_row(std::string key, std::span<const std::string_view> among,
                       std::vector<std::string>& into) {
  return {std::move(key), [among, &into](const LessonKey& said, const std::string&) -> Status {
            const Result<std::vector<std::string>> names = texts_of(said.value);
            if (!names) return tl::unexpected(names.error());
            for (const std::string& name : *names)
              if (const Status known = check_name(name, among); !known) return known;
            into = *names;
            return {};
          }};
}

// One of the known names.
LessonKeyRow name_row(std::string key, std::span<const std::string_view> among, std::string& into) {
  return {std::move(key), [among, &into](const LessonKey& said, const std::string&) -> Status {
            return plain_value(said.value).and_then([&](const std::string& name) {
              return check_name(name, among).map([&] { into = name; });
            });
          }};
}

Status read_speed(const LessonKey& key, double& into) {
  const std::optional<double> speed = parse_number<double>(key.value);
  if (!speed || !(*speed >= slowest_view && *speed <= fastest_view))
    return fail("'{}' is no number from {} to {}", key.value, slowest_view, fastest_view);
  into = *speed;
  return {};
}

// A time, or "step 3".
Status read_at(const LessonKey& key, ViewBlock& view) {
  constexpr std::string_view step = "step ";
  const bool names_step = key.value.starts_with(step);
  return parse_expression(names_step ? std::string_view(key.value).substr(step.size()) : key.value, key.line)
      .map([&](Expression expression) { (names_step ? view.at_step : view.at) = std::move(expression); });
}

}  // namespace

Result<ViewBlock> parse_view(const LessonFilePart& part, std::string_view file) {
  ViewBlock view{.line = part.line};
  return read_keys(
             part, file,
             {name_row("layout", view_layouts, view.layout), name_row("picture", view_pictures, view.picture),
              names_row("panels", view_panels, view.panels), names_row("lanes", view_lanes, view.lanes),
              expression_row("highlight", [&](Expression e) { view.highlight = std::move(e); }),
              LessonKeyRow{"speed", [&](const LessonKey& key,
                                        const std::string&) { return read_speed(key, view.speed); }},
              LessonKeyRow{"at",
                           [&](const LessonKey& key, const std::string&) { return read_at(key, view); }},
              word_row("beside", view.beside), filled_row("caption", view.caption),
              labelled_row("counter", view.counters, LabelledFormat::allowed)})
      .map([&] { return std::move(view); });
}

}  // namespace commlab

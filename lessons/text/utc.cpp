#include "lessons/text/utc.h"

#include <cctype>
#include <chrono>
#include <cstdlib>

#include <fmt/format.h>

namespace commlab {
namespace {

namespace clock = std::chrono;

constexpr std::string_view shape = "0000-00-00T00:00:00Z";

bool has_shape(const std::string& text) {
  if (text.size() != shape.size()) return false;
  for (std::size_t i = 0; i < shape.size(); ++i) {
    const bool digit = std::isdigit(static_cast<unsigned char>(text[i])) != 0;
    if (shape[i] == '0' ? !digit : text[i] != shape[i]) return false;
  }
  return true;
}

}  // namespace

std::string utc_text(std::int64_t seconds) {
  const clock::sys_seconds moment{clock::seconds(seconds)};
  const auto day = clock::floor<clock::days>(moment);
  const clock::year_month_day date(day);
  const clock::hh_mm_ss time(moment - day);
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

std::optional<std::int64_t> parse_utc(const std::string& text) {
  if (!has_shape(text)) return std::nullopt;
  const auto number = [&](std::size_t at, std::size_t digits) {
    return std::atoi(text.substr(at, digits).c_str());
  };
  const clock::year_month_day date(clock::year(number(0, 4)),
                                   clock::month(static_cast<unsigned>(number(5, 2))),
                                   clock::day(static_cast<unsigned>(number(8, 2))));
  const int hours = number(11, 2), minutes = number(14, 2), seconds = number(17, 2);
  if (!date.ok() || hours > 23 || minutes > 59 || seconds > 59) return std::nullopt;
  const auto moment =
      clock::sys_days(date) + clock::hours(hours) + clock::minutes(minutes) + clock::seconds(seconds);
  return moment.time_since_epoch().count();
}

}  // namespace commlab

#include "core/nccl/nccl_version.h"

#include <algorithm>
#include <charconv>

namespace commlab {
namespace {

// Reads a whole number from the front of `text`; false if there is none.
bool read_number(std::string_view& text, int& into) {
  const auto [rest, error] = std::from_chars(text.data(), text.data() + text.size(), into);
  if (error != std::errc{} || into < 0) return false;
  text.remove_prefix(static_cast<std::size_t>(rest - text.data()));
  return true;
}

// NCCL_VERSION_CODE: 21806 is 2.18.6; up to 2.8, 2804 is 2.8.4 (src/nccl.h.in).
NcclVersion version_of_code(int code) {
  constexpr int first_long_code = 10000;
  if (code < first_long_code) return {code / 1000, code / 100 % 10};
  return {code / 10000, code / 100 % 100};
}

}  // namespace

Result<NcclVersion> parse_nccl_version(std::string_view text) {
  const auto wrong = [&] { return fail("'{}' is no version of NCCL; expected one as in 2.28", text); };
  std::string_view rest = text;
  NcclVersion version;
  int number = 0;
  if (!read_number(rest, number)) return wrong();
  constexpr int first_code = 1000;
  if (rest.empty() && number >= first_code) {
    version = version_of_code(number);
  } else {
    version.major = number;
    if (!rest.starts_with('.')) return wrong();
    rest.remove_prefix(1);
    if (!read_number(rest, version.minor)) return wrong();
    if (!rest.empty() && std::string_view(".-+").find(rest[0]) == std::string_view::npos) return wrong();
  }
  if (version.major > newest_known_nccl.major || version.minor >= 100) return wrong();
  if (version < oldest_known_nccl)
    return fail("NCCL {} is too old: the constants of {} and later are known", to_text(version),
                to_text(oldest_known_nccl));
  return version;
}

NcclVersion nccl_version_of_year(int year) {
  constexpr std::pair<int, NcclVersion> versions[] = {{2020, {2, 8}},  {2021, {2, 10}}, {2022, {2, 12}},
                                                      {2023, {2, 18}}, {2024, {2, 21}}, {2025, {2, 27}}};
  for (const auto& [until, version] : versions)
    if (year <= until) return version;
  return newest_known_nccl;
}

std::string to_text(NcclVersion version) { return fmt::format("{}.{}", version.major, version.minor); }

NcclVersion counts_as(NcclVersion version) { return std::min(version, newest_known_nccl); }

std::string to_human(NcclVersion version) {
  const NcclVersion known = counts_as(version);
  if (version == known) return to_text(version);
  return fmt::format("{} (the newest that is known, in place of {})", to_text(known), to_text(version));
}

}  // namespace commlab

#include "gpu/nccl/nccl_report.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>

#include <fmt/format.h>
#include <fmt/ranges.h>

namespace commlab {
namespace {

// In the order of NCCL_ALGO_* and NCCL_PROTO_* in src/include/plugin/nccl_tuner.h (2.28).
constexpr std::array<std::string_view, 7> algorithm_names = {
    "tree", "ring", "collnet-direct", "collnet-chain", "nvls", "nvls-tree", "pat"};
constexpr double most_us = 9e12;  // what a Time holds
constexpr std::array<std::string_view, 3> protocol_names = {"ll", "ll128", "simple"};

// The text after the first `mark`; nullopt if there is no `mark`.
std::optional<std::string_view> after(std::string_view text, std::string_view mark) {
  const std::size_t at = text.find(mark);
  if (at == text.npos) return std::nullopt;
  return text.substr(at + mark.size());
}

std::string_view first_word(std::string_view text) { return text.substr(0, text.find_first_of(" \t\r")); }

template <class Number>
std::optional<Number> number_at(std::string_view text) {
  Number number{};
  const auto [rest, wrong] = std::from_chars(text.data(), text.data() + text.size(), number);
  return wrong == std::errc{} ? std::optional(number) : std::nullopt;
}

// A name as this project spells it, from "RING" or from an index into `names`.
template <std::size_t n>
std::string name_at(std::string_view text, const std::array<std::string_view, n>& names) {
  const std::string_view word = first_word(text);
  if (const auto number = number_at<std::size_t>(word))
    return std::string(*number < n ? names[*number] : word);
  std::string name(word);
  std::ranges::transform(name, name.begin(), [](char c) {
    return c == '_' ? '-' : 'A' <= c && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  });
  return name;
}

// "={0..23}": 24 of them.
std::optional<int> channels_at(std::string_view text) {
  constexpr int most = 1 << 16;  // far above the 64 of NCCL (MAXCHANNELS, 2.28)
  const auto low = number_at<int>(text);
  const auto dots = after(text, "..");
  const auto high = dots ? number_at<int>(*dots) : std::nullopt;
  const bool is_range = low && high && 0 <= *low && *low <= *high && *high < most;
  return is_range ? std::optional(*high - *low + 1) : std::nullopt;
}

// "AllReduce: 1048576 Bytes -> ...", or without the name.
std::optional<NcclChoice> choice_of(std::string_view message) {
  const auto what = after(message, " Bytes -> ");
  const auto behind_name = after(message, ": ");
  const auto bytes = number_at<std::int64_t>(behind_name.value_or(message));
  if (!what || !bytes) return std::nullopt;
  const std::string_view name = behind_name ? message.substr(0, message.find_first_of(": ")) : "";
  NcclChoice choice{.collective = std::string(name),
                    .bytes = Bytes{*bytes},
                    .algorithm = {},
                    .protocol = {},
                    .channels = {},
                    .expected = {}};
  if (const auto kernel = after(*what, "Kernel ")) {
    choice.algorithm = first_word(*kernel);
    if (const auto channels = after(*what, "nchannels ")) choice.channels = number_at<int>(*channels);
    return choice;
  }
  const auto algorithm = after(*what, "Algo ");
  const auto protocol = after(*what, "proto ");
  if (!algorithm || !protocol) return std::nullopt;
  choice.algorithm = name_at(*algorithm, algorithm_names);
  choice.protocol = name_at(*protocol, protocol_names);
  if (const auto channels = after(*what, "channel{Lo..Hi}={")) choice.channels = channels_at(*channels);
  if (const auto time = after(*what, "time "))
    if (const auto us = number_at<double>(*time); us && *us >= 0 && *us <= most_us)
      choice.expected = Time{static_cast<std::int64_t>(std::llround(*us * 1e6))};
  return choice;
}

// Reads the text after "host:pid:tid [gpu] NCCL INFO ".
void read_line(NcclReport& report, std::string_view line) {
  const std::string_view said = after(line, "NCCL INFO ").value_or(line);
  if (constexpr std::string_view mark = "NCCL version "; said.starts_with(mark)) {
    report.version = first_word(said.substr(mark.size()));
  } else if (const auto warning = after(line, "NCCL WARN ")) {
    report.warnings.emplace_back(*warning);
  } else if (const auto message = after(line, "NCCL INFO ")) {
    if (auto choice = choice_of(*message))
      report.choices.push_back(std::move(*choice));
    else if (message->find(" coll channels, ") != message->npos)
      report.channels.emplace_back(*message);
  }
}

std::string text_of(const NcclChoice& choice) {
  std::string text = choice.algorithm;
  if (!choice.protocol.empty()) text += fmt::format(", protocol {}", choice.protocol);
  if (choice.channels)
    text += fmt::format(", {} channel{}", *choice.channels, *choice.channels == 1 ? "" : "s");
  return text;
}

}  // namespace

NcclReport read_nccl_report(std::string_view text) {
  NcclReport report;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    std::string_view line = text.substr(0, end);
    if (line.ends_with('\r')) line.remove_suffix(1);
    read_line(report, line);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return report;
}

std::string told(const NcclReport& report) {
  std::vector<std::string> choices;
  for (const NcclChoice& choice : report.choices)
    if (std::string text = text_of(choice); std::ranges::count(choices, text) == 0)
      choices.push_back(std::move(text));
  const std::string who = report.version.empty() ? "NCCL" : "NCCL " + report.version;
  return choices.empty() ? fmt::format("{} did not say which algorithm it chose", who)
                         : fmt::format("{} chose {}", who, fmt::join(choices, "; then "));
}

}  // namespace commlab

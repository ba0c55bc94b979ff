#include "gpu/net/meeting/hello.h"

#include <algorithm>
#include <array>
#include <utility>

#include <unistd.h>

namespace commlab {
namespace {

// Whether the name can be printed: it has no control characters for a terminal, and is not too long.
bool is_printable_name(std::string_view name) {
  const auto plain = [](char c) { return c > ' ' && c <= '~'; };
  return name.size() <= 255 && std::ranges::all_of(name, plain);
}

}  // namespace

NetMessage to_message(const Hello& hello) {
  return {.kind = "hello",
          .fields = {{"rank", hello.rank},
                     {"ranks", hello.ranks},
                     {"proof", hello.proof},
                     {"process", hello.process},
                     {"host", hello.host},
                     {"fields", hello.fields}}};
}

std::optional<Hello> to_hello(const NetMessage& message) {
  const auto rank = number_field(message, "rank"), ranks = number_field(message, "ranks"),
             process = number_field(message, "process");
  const auto proof = text_field(message, "proof"), host = text_field(message, "host");
  const auto fields = message.fields.find("fields");
  if (message.kind != "hello" || !rank || !ranks || !process || !proof || !host ||
      fields == message.fields.end() || !is_printable_name(*host))
    return std::nullopt;
  return Hello{
      .rank = *rank, .ranks = *ranks, .proof = *proof, .process = *process, .host = *host, .fields = *fields};
}

NetMessage refusal(const std::string& reason) { return {.kind = "refused", .fields = {{"reason", reason}}}; }

std::string who(const Hello& hello) { return fmt::format("process {} on {}", hello.process, hello.host); }

int this_process() { return static_cast<int>(::getpid()); }

std::string this_host() {
  std::array<char, 256> name{};
  if (::gethostname(name.data(), name.size() - 1) != 0 || !is_printable_name(name.data())) return "unknown";
  return name.data();
}

std::optional<int> number_field(const nlohmann::json& fields, std::string_view name) {
  const auto field = fields.find(name);
  if (field == fields.end() || !field->is_number_integer()) return std::nullopt;
  const bool fits = field->is_number_unsigned() ? std::in_range<int>(field->get<std::uint64_t>())
                                                : std::in_range<int>(field->get<std::int64_t>());
  if (!fits) return std::nullopt;
  return field->get<int>();
}

std::optional<int> number_field(const NetMessage& message, std::string_view name) {
  return number_field(message.fields, name);
}

std::optional<std::string> text_field(const NetMessage& message, std::string_view name) {
  const auto field = message.fields.find(name);
  if (field == message.fields.end() || !field->is_string()) return std::nullopt;
  return field->get<std::string>();
}

}  // namespace commlab

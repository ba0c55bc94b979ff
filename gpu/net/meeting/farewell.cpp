#include "gpu/net/meeting/farewell.h"

#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

constexpr std::string_view bye_kind = "bye", over_kind = "over";

}  // namespace

NetMessage farewell(const std::optional<Error>& reason) {
  if (!reason) return {.kind = std::string(bye_kind)};
  return {.kind = std::string(over_kind), .fields = {{"reason", reason->message}}};
}

bool says_bye(const NetMessage& message) { return message.kind == bye_kind; }

std::optional<Error> reason_to_end(const NetMessage& message) {
  if (message.kind != over_kind) return std::nullopt;
  const std::string reason = text_field(message.fields, "reason").value_or("it did not say why");
  return Error{fmt::format("rank 0 ended the run: {}", reason), Fault::runtime};
}

}  // namespace commlab

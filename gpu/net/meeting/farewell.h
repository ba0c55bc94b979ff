#pragma once
// The coordinator's last message to a member: "bye" when all is done, or "over" with the reason why the run
// ends.

#include <optional>

#include "core/base/error.h"
#include "gpu/net/messages/message.h"

namespace commlab {

// Without a reason "bye", with a reason "over".
NetMessage farewell(const std::optional<Error>& reason);
bool says_bye(const NetMessage&);
// The reason, if the message is "over".
std::optional<Error> reason_to_end(const NetMessage&);

}  // namespace commlab

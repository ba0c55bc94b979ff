// What another process may send: a stream of messages, which arrives in pieces of any size.

#include <algorithm>
#include <array>
#include <cstring>

#include "core/base/index.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/hello.h"
#include "gpu/net/messages/message.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

constexpr MessageLimits limits = {.text = KiB(4), .bytes = KiB(1)};
constexpr std::array<std::size_t, 3> pieces = {1, 7, 4096};  // lengths

std::string stream_of(const std::vector<NetMessage>& messages) {
  std::string stream;
  for (const NetMessage& message : messages)
    for (const std::vector<std::byte>& part : {message_head(message).value(), message.bytes})
      stream.append(reinterpret_cast<const char*>(part.data()), part.size());
  return stream;
}

std::vector<std::string> streams() {
  const Hello hello{
      .rank = 1, .ranks = 2, .proof = "proof", .process = 4711, .host = "here", .fields = {{"port", 4000}}};
  return {
      stream_of({{.kind = "greeting", .fields = {{"challenge", "abcdefghijklmnop"}}}, {.kind = "welcome"}}),
      stream_of({to_message(hello)}), stream_of({refusal("rank 1 is here already")}),
      stream_of({{.kind = "stamps", .fields = {{"count", 2}}, .bytes = std::vector<std::byte>(16)}})};
}

// What a process does with a message of any kind before it knows which one it is.
void use_message(const NetMessage& message) {
  if (const std::optional<Hello> hello = to_hello(message)) who(*hello);
  reason_to_end(message);
  for (const char* field : {"rank", "ranks", "count", "port"}) number_field(message, field);
  for (const char* field : {"challenge", "reason", "proof"}) text_field(message, field);
  message_head(message);
}

void use(std::string_view input) {
  for (const std::size_t longest : pieces) {
    MessageReader reader;
    for (std::string_view rest = input; !rest.empty();) {
      const std::span<std::byte> space = reader.space();
      const std::size_t piece = std::min({longest, space.size(), rest.size()});
      std::memcpy(space.data(), rest.data(), piece);
      rest.remove_prefix(piece);
      const Result<std::optional<NetMessage>> message = reader.take(piece, limits);
      if (!message) break;
      if (*message) use_message(**message);
    }
  }
}

}  // namespace

extern const FuzzedReader message{.name = "message", .longest = 4096, .examples = streams, .use = use};

}  // namespace commlab::fuzzed

// What another process may send: a stream of messages, which arrives in pieces of any size.

#include <algorithm>
#include <array>
#include <cstring>

#include "gpu/net/group/questions.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/hello.h"
#include "gpu/net/messages/message.h"
#include "tests/fuzz/net_inputs.h"
#include "tests/fuzz/reader.h"

namespace commlab::fuzzed {
namespace {

constexpr int ranks = 2;
constexpr MessageLimits limits = {.text = KiB(4), .bytes = KiB(4)};
constexpr std::array<std::size_t, 3> pieces = {1, 7, 4096};  // lengths

std::string stream_of(const std::vector<NetMessage>& messages) {
  std::string stream;
  for (const NetMessage& message : messages)
    stream += text_of_bytes(message_head(message).value()) + text_of_bytes(message.bytes);
  return stream;
}

std::vector<std::string> streams() {
  const Hello hello{.rank = 1,
                    .ranks = ranks,
                    .proof = "proof",
                    .process = 4711,
                    .host = "here",
                    .fields = {{"port", 4000}}};
  const Introduction introduction{
      .members = {{.address = "127.0.0.1", .port = 4000}, {.address = "::1", .port = 4001}}, .secret = 19};
  return {stream_of({greeting("abcdefghijklmnop"), challenge_in_return("ponmlkjihgfedcba"),
                     proof_in_return("$5$x$y")}),
          stream_of({to_message(hello)}),
          stream_of({refusal("rank 1 is here already")}),
          stream_of({introduction_message(introduction)}),
          stream_of({job_message(small_programs("ring"), {.absent = {1}, .nccl = NcclId(128)})}),
          stream_of({run_question({.deadline = std::chrono::seconds(3), .calls = 20}), go_at(1'000'000),
                     farewell({}), farewell(Error{"done"})})};
}

// What a process does with a message, whichever it expects.
void use_message(const NetMessage& message) {
  if (const std::optional<Hello> hello = to_hello(message)) who(*hello);
  challenge_of_greeting(message);
  challenge_in(message);
  proof_in(message);
  reason_of_refusal(message);
  reason_to_end(message);
  says_bye(message);
  to_introduction(message, ranks);
  to_job(message, ranks);
  to_run_terms(message);
  start_of(message);
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

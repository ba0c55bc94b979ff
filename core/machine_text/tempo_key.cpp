#include "core/machine_text/tempo_key.h"

#include <vector>

#include "core/base/words.h"
#include "core/machine/machine.h"

namespace commlab {
namespace {

constexpr const char* example = "64KiB 57us 51us 68us";
constexpr int most_messages = 1 << 20;

Status add_time(Tempo& tempo, std::string_view text) {
  const std::vector<std::string_view> words = split_at_blanks(text);
  if (words.size() != 4)
    return fail(
        "'{}' has {} parts; expected a size and three times: of quiet moments, of the fastest sweep "
        "and of the slowest, as in {}",
        text, words.size(), example);
  const Result<Bytes> message = parse_bytes(words[0]);
  if (!message) return tl::unexpected(message.error());
  TempoTime time{.message = *message, .time = {}, .fastest = {}, .slowest = {}};
  for (const auto& [word, into] :
       {std::pair{words[1], &time.time}, {words[2], &time.fastest}, {words[3], &time.slowest}}) {
    const Result<Time> read = parse_time(word);
    if (!read) return tl::unexpected(read.error());
    if (*read <= Time{}) return fail("'{}' has the time {}; expected more than 0", text, word);
    *into = *read;
  }
  if (time.fastest > time.slowest)
    return fail("'{}': the fastest sweep took longer than the slowest; expected them in that order", text);
  if (time.message <= (tempo.known() ? tempo.times.back().message : Bytes{}))
    return fail("'{}': expected sizes above 0 that rise", text);
  tempo.times.push_back(time);
  return {};
}

}  // namespace

TomlKey tempo_key(const TomlReader& reader, Tempo& into) {
  const TomlKey table = reader.table("tempo", [&reader, &into] {
    return std::vector{
        reader.text("backend", into.backend), reader.number("ranks", 2, most_gpus, into.ranks),
        reader.number("messages", 1, most_messages, into.messages),
        reader.list("times", example, [&into](std::string_view text) { return add_time(into, text); })};
  });
  return {"tempo", [&reader, &into, table](const toml::node& node) -> Status {
            if (const Status read = table.read(node); !read) return read;
            if (!into.backend.empty() && into.ranks > 0 && into.messages > 0 && into.known()) return {};
            return reader.fail_at(node,
                                  "[tempo] is not complete; expected backend, ranks, messages and times");
          }};
}

}  // namespace commlab

#include "gpu/net/messages/message.h"

#include <algorithm>
#include <utility>

#include "core/base/json_text.h"
#include "core/base/printable.h"

namespace commlab {
namespace {

constexpr std::string_view magic("commlab\0", 8);
constexpr std::size_t first_piece = 65'536;  // bytes: what a socket gives at once
constexpr int deepest = 32;  // levels of nested fields, because copying and writing them is recursive

template <class Number>
void append(std::vector<std::byte>& bytes, Number number) {
  for (std::size_t i = 0; i < sizeof number; ++i) bytes.push_back(static_cast<std::byte>(number >> (8 * i)));
}

void append_text(std::vector<std::byte>& bytes, std::string_view text) {
  const auto letters = std::as_bytes(std::span(text));
  bytes.insert(bytes.end(), letters.begin(), letters.end());
}

template <class Number>
Number number_at(std::span<const std::byte> bytes) {
  Number number = 0;
  for (std::size_t i = 0; i < sizeof number; ++i)
    number |= static_cast<Number>(std::to_integer<Number>(bytes[i]) << (8 * i));
  return number;
}

std::string shown(std::span<const std::byte> bytes) {
  return printable({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
}

// A kind stands in errors, so it is plain.
bool is_kind(const nlohmann::json& value) {
  constexpr std::size_t longest = 40;
  const auto plain = [](char c) { return c >= ' ' && c <= '~'; };
  if (!value.is_string()) return false;
  const auto& text = value.get_ref<const std::string&>();
  return !text.empty() && text.size() <= longest && std::ranges::all_of(text, plain);
}

// Doubles what is there, so that a head which announces much makes nobody allocate much.
template <class Buffer>
void make_room(Buffer& buffer, std::size_t filled, std::size_t announced) {
  if (filled == buffer.size()) buffer.resize(std::min(announced, std::max(first_piece, 2 * filled)));
}

// The value is `discarded` if the text is not JSON, or is nested too deeply.
nlohmann::json parse_text(const std::string& text) {
  bool too_deep = false;
  const auto watch = [&](int depth, nlohmann::json::parse_event_t, nlohmann::json&) {
    too_deep |= depth > deepest;
    return !too_deep;
  };
  nlohmann::json parsed = nlohmann::json::parse(text, watch, /*allow_exceptions=*/false);
  return too_deep ? nlohmann::json(nlohmann::json::value_t::discarded) : parsed;
}

}  // namespace

Result<std::vector<std::byte>> message_head(const NetMessage& message) {
  const std::string text = json_text(nlohmann::json::array({message.kind, message.fields}));
  const Bytes most = MessageLimits{}.text;
  if (static_cast<std::int64_t>(text.size()) > most.count)
    return fail(Fault::runtime, "the fields of a '{}' message take {} bytes; a message carries at most {}",
                message.kind, text.size(), to_human(most));
  std::vector<std::byte> head;
  head.reserve(magic.size() + 16 + text.size());
  append_text(head, magic);
  append(head, protocol_version);
  append(head, static_cast<std::uint32_t>(text.size()));
  append(head, static_cast<std::uint64_t>(message.bytes.size()));
  append_text(head, text);
  return head;
}

std::string_view name_of(StreamFault fault) {
  switch (fault) {
    case StreamFault::foreign: return "not a commlab peer";
    case StreamFault::other_version: return "another protocol version";
    case StreamFault::too_large: return "too large a message";
    case StreamFault::malformed: return "a malformed message";
  }
  return "";
}

std::span<std::byte> MessageReader::space() {
  switch (part_) {
    case Part::head: return std::span(head_).subspan(filled_);
    case Part::text: return std::as_writable_bytes(std::span(text_)).subspan(filled_);
    case Part::bytes: return std::span(message_.bytes).subspan(filled_);
  }
  return {};
}

Result<std::optional<NetMessage>> MessageReader::take(std::size_t count, const MessageLimits& limits) {
  filled_ += count;
  if (part_ == Part::head)
    if (const Status ours = check_magic(); !ours) return tl::unexpected(ours.error());
  if (!part_is_whole()) {
    grow();
    return std::nullopt;
  }
  if (part_ == Part::head) {
    if (const Status read = read_head(limits); !read) return tl::unexpected(read.error());
    begin(Part::text);
    return std::nullopt;
  }
  if (part_ == Part::text) {
    if (const Status read = read_text(); !read) return tl::unexpected(read.error());
    begin(Part::bytes);
    if (!part_is_whole()) return std::nullopt;
  }
  begin(Part::head);
  return std::exchange(message_, {});
}

bool MessageReader::part_is_whole() const {
  switch (part_) {
    case Part::head: return filled_ == head_size;
    case Part::text: return filled_ == announced_text_;
    case Part::bytes: return filled_ == announced_bytes_;
  }
  return false;
}

void MessageReader::grow() {
  if (part_ == Part::text) make_room(text_, filled_, announced_text_);
  if (part_ == Part::bytes) make_room(message_.bytes, filled_, announced_bytes_);
}

// The first byte shows a peer that is not commlab, which may never send a whole head.
Status MessageReader::check_magic() {
  const auto seen = std::span(head_).first(std::min(filled_, magic_size));
  const auto is_ours = [](std::byte seen, char ours) { return seen == std::byte(ours); };
  if (std::ranges::equal(seen, magic.substr(0, seen.size()), is_ours)) return {};
  return at_fault(StreamFault::foreign,
                  fmt::format("not a commlab peer: its first bytes were '{}'", shown(seen)));
}

Status MessageReader::read_head(const MessageLimits& limits) {
  const auto version = number_at<std::uint32_t>(std::span(head_).subspan(8));
  const auto text = number_at<std::uint32_t>(std::span(head_).subspan(12));
  const auto bytes = number_at<std::uint64_t>(std::span(head_).subspan(16));
  if (version != protocol_version)
    return at_fault(StreamFault::other_version,
                    fmt::format("it speaks version {} of the protocol, this commlab version {}; run the same "
                                "commlab on both sides",
                                version, protocol_version));
  if (text > static_cast<std::uint64_t>(limits.text.count))
    return at_fault(StreamFault::too_large,
                    fmt::format("it sends a message with {} bytes of fields; at most {} are accepted", text,
                                limits.text.count));
  if (bytes > static_cast<std::uint64_t>(limits.bytes.count))
    return at_fault(
        StreamFault::too_large,
        fmt::format("it sends a message of {} bytes; at most {} are accepted", bytes, limits.bytes.count));
  if (text == 0) return at_fault(StreamFault::malformed, "it sends a message without a kind");
  announced_text_ = text;
  announced_bytes_ = bytes;
  return {};
}

Status MessageReader::read_text() {
  nlohmann::json parsed = parse_text(text_);
  if (!parsed.is_array() || parsed.size() != 2 || !is_kind(parsed[0]) || !parsed[1].is_object())
    return at_fault(
        StreamFault::malformed,
        fmt::format("it sends '{}' where [\"kind\", {{fields}}] was expected",
                    shown(std::as_bytes(std::span(text_).first(std::min<std::size_t>(text_.size(), 40))))));
  message_.kind = parsed[0].get<std::string>();
  message_.fields = std::move(parsed[1]);
  return {};
}

tl::unexpected<Error> MessageReader::at_fault(StreamFault fault, std::string message) {
  fault_ = fault;
  text_ = {};
  message_ = {};
  return tl::unexpected(Error{std::move(message), Fault::runtime});
}

void MessageReader::begin(Part part) {
  part_ = part;
  filled_ = 0;
  if (part != Part::text) text_ = {};
  grow();
}

}  // namespace commlab

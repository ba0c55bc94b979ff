#pragma once
// A message between processes of one experiment: a kind, a few fields, and raw bytes. On the wire:
//
//    8 bytes   "commlab" and a zero: a peer that sends something else is no commlab
//    4 bytes   the protocol's version
//    4 bytes   length of the text
//    8 bytes   length of the raw bytes           (all numbers little-endian)
//   the text   ["kind", {fields}] as JSON, at most 1 MiB; a kind is 1 to 40 letters, blanks and signs of
//   ASCII the bytes
//
// What a head announces is not believed: memory grows as bytes arrive.
//
// The text is JSON, not one of its binary forms: nlohmann-json 3.11 reads text with a loop, but CBOR with
// recursion, so a hostile megabyte of 0x7f would overflow the stack (detail/input/binary_reader.hpp,
// get_cbor_string).

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <nlohmann/json.hpp>

#include "core/base/error.h"
#include "core/base/units.h"

namespace commlab {

// Increase this number when the frame or the meaning of a message changes.
inline constexpr std::uint32_t protocol_version = 4;

struct NetMessage {
  std::string kind;
  nlohmann::json fields = nlohmann::json::object();
  std::vector<std::byte> bytes{};
};

// The limits of what a receiver accepts.
struct MessageLimits {
  Bytes text = MiB(1);
  Bytes bytes = {0};
};

// The part of the message before its raw bytes. Error: the text is longer than 1 MiB.
Result<std::vector<std::byte>> message_head(const NetMessage&);

// What can be wrong with a stream of bytes. Its name is a few words: "not a commlab peer".
enum class StreamFault : std::uint8_t { foreign, other_version, too_large, malformed };
std::string_view name_of(StreamFault);

// Builds messages from a stream of bytes that arrives in pieces of any size. It never holds more than the
// limits, nor more than twice what has arrived and 128 KiB.
class MessageReader {
 public:
  // Where to put the next bytes of the stream, and how many fit there: at least 1.
  std::span<std::byte> space();
  // The first `count` bytes of space() have come. Returns the message if it is complete. Error: the bytes are
  // no message; the stream cannot be used after that.
  Result<std::optional<NetMessage>> take(std::size_t count, const MessageLimits&);

  bool between_messages() const { return part_ == Part::head && filled_ == 0; }
  std::optional<StreamFault> fault() const { return fault_; }

 private:
  enum class Part { head, text, bytes };
  static constexpr std::size_t magic_size = 8, head_size = 24;

  bool part_is_whole() const;
  void grow();
  Status check_magic();
  Status read_head(const MessageLimits&);
  Status read_text();
  tl::unexpected<Error> at_fault(StreamFault, std::string message);
  void begin(Part);

  Part part_ = Part::head;
  std::size_t filled_ = 0;  // filled bytes of this part
  std::array<std::byte, head_size> head_{};
  std::size_t announced_text_ = 0, announced_bytes_ = 0;
  std::string text_;
  NetMessage message_;
  std::optional<StreamFault> fault_;
};

}  // namespace commlab

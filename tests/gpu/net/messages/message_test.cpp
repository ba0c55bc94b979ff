// Messages from streams of bytes, however the stream is cut, and whatever it contains.

#include "gpu/net/messages/message.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

std::vector<std::byte> bytes_of(std::string_view text) {
  std::vector<std::byte> bytes;
  for (const char c : text) bytes.push_back(std::byte(c));
  return bytes;
}

std::vector<std::byte> frame_of(const NetMessage& message) {
  std::vector<std::byte> frame = message_head(message).value();
  frame.insert(frame.end(), message.bytes.begin(), message.bytes.end());
  return frame;
}

// Feeds at most `at_once` bytes at a time. nullopt: the message is not complete.
Result<std::optional<NetMessage>> read_frame(MessageReader& reader, std::span<const std::byte> stream,
                                             const MessageLimits& limits, std::size_t at_once = SIZE_MAX) {
  while (!stream.empty()) {
    const std::span<std::byte> space = reader.space();
    const std::size_t count = std::min({space.size(), stream.size(), at_once});
    std::ranges::copy(stream.first(count), space.begin());
    stream = stream.subspan(count);
    auto message = reader.take(count, limits);
    if (!message || *message) return message;
  }
  return std::nullopt;
}

Error refusal_of(std::span<const std::byte> stream, const MessageLimits& limits = {}) {
  MessageReader reader;
  const auto message = read_frame(reader, stream, limits);
  return message ? Error{"accepted"} : message.error();
}

NetMessage a_job() {
  return {.kind = "job", .fields = {{"rank", 3}, {"name", "ring"}}, .bytes = bytes_of("some raw bytes")};
}

// A frame with a text that message_head() would never write.
std::vector<std::byte> frame_with_text(std::string_view text) {
  std::vector<std::byte> frame = message_head({.kind = "x"}).value();
  frame.resize(24);
  for (std::size_t i = 0; i < 4; ++i) frame[12 + i] = std::byte(text.size() >> (8 * i));
  const std::vector<std::byte> tail = bytes_of(text);
  frame.insert(frame.end(), tail.begin(), tail.end());
  return frame;
}

TEST(NetMessages, ArriveWholeHoweverTheStreamIsCut) {
  const std::vector<std::byte> frame = frame_of(a_job());

  for (std::size_t at_once = 1; at_once <= frame.size(); ++at_once) {
    MessageReader reader;
    const auto message = read_frame(reader, frame, {.bytes = {100}}, at_once);

    ASSERT_TRUE(message) << message.error().message;
    ASSERT_TRUE(*message) << at_once << " bytes at once";
    EXPECT_EQ((*message)->kind, "job");
    EXPECT_EQ((*message)->fields, a_job().fields);
    EXPECT_EQ((*message)->bytes, a_job().bytes);
    EXPECT_TRUE(reader.between_messages());
  }
}

TEST(NetMessages, FollowEachOtherInOneStream) {
  std::vector<std::byte> stream = frame_of({.kind = "one"});
  const std::vector<std::byte> second = frame_of(a_job());
  MessageReader reader;

  const auto one = read_frame(reader, stream, {.bytes = {100}});
  const auto two = read_frame(reader, second, {.bytes = {100}});

  EXPECT_EQ(one.value()->kind, "one");
  EXPECT_TRUE(one.value()->bytes.empty());
  EXPECT_EQ(two.value()->bytes, a_job().bytes);
}

// The beginning of a message is no error: the rest may still come.
TEST(NetMessages, AreNotThereBeforeTheirLastByte) {
  const std::vector<std::byte> frame = frame_of(a_job());
  for (std::size_t length = 1; length < frame.size(); ++length) {
    MessageReader reader;
    const auto message = read_frame(reader, std::span(frame).first(length), {.bytes = {100}});
    ASSERT_TRUE(message) << message.error().message;
    EXPECT_FALSE(*message);
    EXPECT_FALSE(reader.between_messages());
  }
}

TEST(NetMessages, AStrangerIsToldByItsFirstBytes) {
  EXPECT_EQ(refusal_of(bytes_of("GET / HTTP/1.1\r\n")).message,
            "not a commlab peer: its first bytes were 'GET / HT'");
  EXPECT_EQ(refusal_of(bytes_of("\x16\x03\x01")).message,
            "not a commlab peer: its first bytes were '\\x16\\x03\\x01'");
}

TEST(NetMessages, AnotherVersionIsNamed) {
  std::vector<std::byte> frame = frame_of(a_job());
  frame[8] = std::byte{7};
  EXPECT_THAT(refusal_of(frame).message,
              StartsWith(fmt::format("it speaks version 7 of the protocol, this commlab version {}",
                                     protocol_version)));
}

TEST(NetMessages, AreNoLargerThanTheReceiverSays) {
  EXPECT_EQ(refusal_of(frame_of(a_job()), {.bytes = {13}}).message,
            "it sends a message of 14 bytes; at most 13 are accepted");
  EXPECT_EQ(refusal_of(frame_of(a_job()), {.text = {10}, .bytes = {14}}).message,
            "it sends a message with 32 bytes of fields; at most 10 are accepted");

  // No memory is allocated for bytes that were only announced.
  std::vector<std::byte> frame = frame_of(a_job());
  std::fill(frame.begin() + 16, frame.begin() + 24, std::byte{0xff});
  EXPECT_EQ(refusal_of(frame, {.bytes = {100}}).message,
            "it sends a message of 18446744073709551615 bytes; at most 100 are accepted");
}

// A head that announces 3 GB gets the memory of what arrives.
TEST(NetMessages, GrowAsTheirBytesArrive) {
  constexpr std::uint64_t announced = 3'000'000'000;
  std::vector<std::byte> head = frame_of({.kind = "fill"});
  for (std::size_t i = 0; i < 8; ++i) head[16 + i] = std::byte(announced >> (8 * i));
  const MessageLimits limits{.bytes = {4'000'000'000}};
  MessageReader reader;
  ASSERT_FALSE(read_frame(reader, head, limits).value());
  EXPECT_LE(reader.space().size(), 65'536u);

  const std::vector<std::byte> some(1'000'000);
  ASSERT_FALSE(read_frame(reader, some, limits).value());

  EXPECT_LE(reader.space().size(), 2 * some.size());
}

TEST(NetMessages, ThatAreLargeArriveWhole) {
  NetMessage large{.kind = "fill", .fields = {{"text", std::string(200'000, 'a')}}};
  for (int i = 0; i < 300'000; ++i) large.bytes.push_back(std::byte(i % 251));
  MessageReader reader;

  const auto message = read_frame(reader, frame_of(large), {.bytes = {300'000}}, 70'000);

  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->fields, large.fields);
  EXPECT_EQ((*message)->bytes, large.bytes);
}

// A kind stands in errors: it cannot move the terminal's cursor.
TEST(NetMessages, HaveAPlainKind) {
  EXPECT_EQ(refusal_of(frame_with_text("[\"a\\u001b[2J\",{}]")).message,
            "it sends '[\"a\\u001b[2J\",{}]' where [\"kind\", {fields}] was expected");
  EXPECT_EQ(refusal_of(frame_with_text("[\"\x1b[2J\",{}]")).message,
            "it sends '[\"\\x1b[2J\",{}]' where [\"kind\", {fields}] was expected");
  EXPECT_THAT(refusal_of(frame_with_text("[\"" + std::string(41, 'a') + "\",{}]")).message,
              HasSubstr("was expected"));
  EXPECT_THAT(refusal_of(frame_with_text("[\"\",{}]")).message, HasSubstr("was expected"));
}

TEST(NetMessages, HaveAKindAndFields) {
  for (const char* text : {"{}", "[]", "[\"job\"]", "[1,{}]", "[\"job\",[]]", "[\"job\",{}", "[\"job\",{}] ,",
                           "\xff\xfe", "[\"job\",{},{}]"})
    EXPECT_THAT(refusal_of(frame_with_text(text)).message, HasSubstr("[\"kind\", {fields}] was expected"))
        << text;
  EXPECT_EQ(refusal_of(frame_with_text("")).message, "it sends a message without a kind");
}

// A megabyte of brackets is a valid beginning of JSON; copying that value would take a million nested calls.
TEST(NetMessages, AreNotNestedWithoutEnd) {
  const std::string deep(1 << 20, '[');
  EXPECT_THAT(refusal_of(frame_with_text(deep)).message, HasSubstr("was expected"));
  const std::string closed =
      "[\"job\",{\"a\":" + std::string(100'000, '[') + std::string(100'000, ']') + "}]";
  EXPECT_THAT(refusal_of(frame_with_text(closed)).message, HasSubstr("was expected"));
}

TEST(NetMessages, WithTooMuchToSayAreNotSent) {
  const auto head = message_head({.kind = "job", .fields = {{"text", std::string(1 << 20, 'a')}}});

  ASSERT_FALSE(head);
  EXPECT_EQ(head.error().message,
            "the fields of a 'job' message take 1048595 bytes; a message carries at most 1 MiB");
}

// Bytes that are no valid text are replaced: a file's name may contain anything.
TEST(NetMessages, BytesThatAreNoTextAreReplaced) {
  MessageReader reader;
  const auto message = read_frame(reader, frame_of({.kind = "x", .fields = {{"name", "a\xff"}}}), {});
  ASSERT_TRUE(message && *message);
  EXPECT_EQ((*message)->fields["name"], "a\xef\xbf\xbd");
}

// Any bytes give a message within the limits, or an error that says what was wrong; nothing crashes.
TEST(NetMessages, HostileBytesEndInAnErrorOrAMessage) {
  std::mt19937 random(1);
  const MessageLimits limits = {.text = {4'096}, .bytes = {256}};
  const std::vector<std::byte> valid = frame_of(a_job());
  int refused = 0;
  for (int round = 0; round < 20'000; ++round) {
    std::vector<std::byte> stream = valid;
    if (round % 4 == 0) {  // noise, after a good beginning or without one
      stream.resize(random() % 200);
      for (std::size_t i = round % 8 == 0 ? 0 : 12; i < stream.size(); ++i) stream[i] = std::byte(random());
    } else {
      for (unsigned flips = 1 + random() % 4; flips > 0; --flips)
        stream[random() % stream.size()] ^= std::byte(1u << random() % 8);
      if (round % 4 == 1) stream.resize(random() % stream.size());
    }
    MessageReader reader;
    const auto message = read_frame(reader, stream, limits, 1 + random() % 64);
    if (!message) {
      ++refused;
      EXPECT_FALSE(message.error().message.empty());
      EXPECT_EQ(message.error().fault, Fault::runtime);
      EXPECT_TRUE(reader.fault());
    } else if (*message) {
      EXPECT_LE((*message)->bytes.size(), 256u);
    }
  }
  EXPECT_GT(refused, 5'000);
}

}  // namespace
}  // namespace commlab

#include "gpu/net/meeting/token.h"

#include <algorithm>
#include <cassert>
#include <cctype>
#include <memory>
#include <random>

#include <crypt.h>
#include <fmt/format.h>

namespace commlab {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t challenge_length = 16;  // the longest salt that SHA-256-crypt uses

std::string random_text(std::size_t length) {
  std::random_device system;
  std::uniform_int_distribution<std::size_t> any(0, alphabet.size() - 1);
  std::string text(length, ' ');
  std::ranges::generate(text, [&] { return alphabet[any(system)]; });
  return text;
}

// In a time that does not depend on where the texts differ.
bool same_text(std::string_view one, std::string_view other) {
  if (one.size() != other.size()) return false;
  unsigned difference = 0;
  for (std::size_t i = 0; i < one.size(); ++i)
    difference |= static_cast<unsigned char>(one[i]) ^ static_cast<unsigned char>(other[i]);
  return difference == 0;
}

}  // namespace

std::string new_token() { return random_text(32); }
std::string new_challenge() { return random_text(challenge_length); }

std::string proof_of(const std::string& token, Side prover, const Challenges& challenges) {
  assert(check_token(token) && is_challenge(challenges.coordinator) && is_challenge(challenges.member));
  if (token.empty()) return {};
  // The challenges have a fixed length, so texts of different parts are different.
  const std::string proved =
      fmt::format("{} {} {} {}", prover == Side::coordinator ? "coordinator" : "member",
                  challenges.coordinator, challenges.member, token);
  const std::string setting = "$5$rounds=1000$" + challenges.coordinator + "$";
  const auto scratch = std::make_unique<crypt_data>();
  const char* hashed = crypt_r(proved.c_str(), setting.c_str(), scratch.get());
  return hashed ? hashed : std::string();
}

bool proves(std::string_view text, const std::string& token, Side prover, const Challenges& challenges) {
  const std::string expected = proof_of(token, prover, challenges);
  const bool was_made = token.empty() || expected.starts_with("$5$");  // crypt(3) answers "*0" where it fails
  return same_text(text, expected) && was_made;
}

bool is_challenge(std::string_view text) {
  return text.size() == challenge_length && text.find_first_not_of(alphabet) == text.npos;
}

Status check_token(std::string_view token) {
  if (token.size() <= longest_token && token.find('\0') == token.npos) return {};
  return fail("the token has {} characters; expected at most {}, and none of them zero", token.size(),
              longest_token);
}

}  // namespace commlab

#include "gpu/net/meeting/token.h"

#include <cassert>
#include <memory>

#include <crypt.h>
#include <fmt/format.h>

#include "core/base/secrets.h"

namespace commlab {
namespace {

constexpr std::string_view alphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::size_t challenge_length = 16;  // the longest salt that SHA-256-crypt uses

}  // namespace

std::string new_token() { return random_text(alphabet, 32); }
std::string new_challenge() { return random_text(alphabet, challenge_length); }

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
  return same_secret(text, expected) && was_made;
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

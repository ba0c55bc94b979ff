// The secret parts of the links, and how often an address may try.

#include <set>

#include <gtest/gtest.h>

#include "core/base/secrets.h"
#include "gui/vote/rate_limit.h"
#include "gui/vote/vote_tokens.h"

namespace commlab {
namespace {

TEST(VoteTokens, AreNeverTheSameAndAreEasyToType) {
  std::set<std::string> seen;
  for (int i = 0; i < 500; ++i) {
    const VoteTokens tokens = new_vote_tokens();
    EXPECT_EQ(tokens.learners.size(), 6u);
    EXPECT_GE(tokens.teacher.size(), 18u);
    EXPECT_TRUE(looks_like_a_token(tokens.learners)) << tokens.learners;
    EXPECT_TRUE(looks_like_a_token(tokens.teacher)) << tokens.teacher;
    EXPECT_EQ(tokens.learners.find_first_of("ilo01ILO"), std::string::npos) << tokens.learners;
    EXPECT_TRUE(seen.insert(tokens.teacher).second);
  }
}

TEST(VoteTokens, AreEqualOnlyToThemselves) {
  EXPECT_TRUE(same_secret("k7f3m2", "k7f3m2"));
  for (const char* other : {"", "k7f3m", "k7f3m3", "k7f3m22", "j7f3m2"})
    EXPECT_FALSE(same_secret("k7f3m2", other)) << other;
}

TEST(VoteTokens, AreNotMistakenForOtherPathsOfABrowser) {
  for (const char* path : {"", "favicon.ico", "robots.txt", "k7f3m", "K7F3M2", "k7f3m1", "k7f3m22"})
    EXPECT_FALSE(looks_like_a_token(path)) << path;
}

TEST(RateLimit, LetsABurstThroughAndThenSoManyASecond) {
  using namespace std::chrono_literals;
  RateLimit limit(3, 2);
  const RateLimit::Clock::time_point start{};
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(limit.take("a", start));
  EXPECT_FALSE(limit.take("a", start));
  EXPECT_FALSE(limit.allows("a", start + 400ms));
  EXPECT_TRUE(limit.take("a", start + 500ms));
  EXPECT_FALSE(limit.take("a", start + 500ms));
  EXPECT_TRUE(limit.take("b", start)) << "each address has its own";
  for (int i = 0; i < 3; ++i)
    EXPECT_TRUE(limit.take("a", start + 1h)) << "it never saves up more than the burst";
  EXPECT_FALSE(limit.take("a", start + 1h));
}

TEST(RateLimit, RemembersABoundedNumberOfAddresses) {
  RateLimit limit(3, 2);
  const RateLimit::Clock::time_point start{};
  for (int i = 0; i < 100'000; ++i) limit.take("address " + std::to_string(i), start);
  EXPECT_LE(limit.addresses(), 1024u);
  EXPECT_TRUE(limit.take("a late one", start + std::chrono::minutes(1))) << "those that rest are forgotten";
}

}  // namespace
}  // namespace commlab

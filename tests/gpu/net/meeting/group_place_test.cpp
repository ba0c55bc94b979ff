// A process's place in its group, by torchrun's variables: all are set, none is, or an error names the wrong
// one.

#include "gpu/net/meeting/group_place.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::StartsWith;

using Values = std::map<std::string, std::string>;

Result<std::optional<GroupPlace>> place_in(const Values& values) {
  return group_place([&](const std::string& name) -> std::optional<std::string> {
    const auto value = values.find(name);
    return value == values.end() ? std::nullopt : std::optional(value->second);
  });
}

const Values second_of_four = {{"RANK", "1"},
                               {"WORLD_SIZE", "4"},
                               {"LOCAL_RANK", "1"},
                               {"MASTER_ADDR", "node7"},
                               {"MASTER_PORT", "29500"}};

Values with(const std::string& name, const std::string& value) {
  Values values = second_of_four;
  values[name] = value;
  return values;
}

TEST(GroupPlaces, AreReadFromTorchrunsVariables) {
  const auto place = place_in(with("COMMLAB_TOKEN", "sesame"));

  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->rank, 1);
  EXPECT_EQ((*place)->ranks, 4);
  EXPECT_EQ((*place)->local_rank, 1);
  EXPECT_EQ((*place)->address, "node7");
  EXPECT_EQ((*place)->port, 29'500);
  EXPECT_EQ((*place)->token, "sesame");
}

TEST(GroupPlaces, SayHowLongTheRanksWaitForOneAnother) {
  const auto place = place_in(with("COMMLAB_JOIN_WITHIN", "1.5s"));
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->to_join, std::chrono::milliseconds(1'500));

  EXPECT_THAT(place_in(with("COMMLAB_JOIN_WITHIN", "soon")).error().message,
              StartsWith("COMMLAB_JOIN_WITHIN is 'soon': "));
  for (const char* time : {"0", "900us", "90000s"})
    EXPECT_EQ(place_in(with("COMMLAB_JOIN_WITHIN", time)).error().message,
              fmt::format("COMMLAB_JOIN_WITHIN is '{}'; expected a time from 1ms to 86400s", time));
}

// torchrun's own store listens at MASTER_PORT, so commlab takes the next port.
TEST(GroupPlaces, UnderTorchrunAreOnePortFurther) {
  const auto place = place_in(with("TORCHELASTIC_USE_AGENT_STORE", "True"));
  ASSERT_TRUE(place && *place);
  EXPECT_EQ((*place)->port, 29'501);
}

TEST(GroupPlaces, AreWhereCommlabsOwnPortSays) {
  Values values = with("TORCHELASTIC_USE_AGENT_STORE", "True");
  values["COMMLAB_PORT"] = "29600";
  EXPECT_EQ((*place_in(values))->port, 29'600);
  values["COMMLAB_PORT"] = "";
  EXPECT_EQ((*place_in(values))->port, 29'501);
  values["COMMLAB_PORT"] = "http";
  EXPECT_EQ(place_in(values).error().message, "COMMLAB_PORT is 'http'; expected a number from 1 to 65535");
}

// Where all ranks are on one computer, they meet on loopback: an address that other computers can reach would
// need a token, and torchrun gives this computer's name in its network.
TEST(GroupPlaces, OfOneComputersRanksAreOnLoopback) {
  EXPECT_EQ((*place_in(with("LOCAL_WORLD_SIZE", "4")))->address, "127.0.0.1");
  EXPECT_EQ((*place_in(with("LOCAL_WORLD_SIZE", "3")))->address, "node7");
}

// Batch systems set MASTER_ADDR and MASTER_PORT for every job: these two alone are no group.
TEST(GroupPlaces, OfAProcessOnItsOwnAreNone) {
  for (const Values& values : {Values{}, Values{{"MASTER_ADDR", "node7"}, {"MASTER_PORT", "29500"}}}) {
    const auto place = place_in(values);
    ASSERT_TRUE(place) << place.error().message;
    EXPECT_FALSE(*place);
  }
}

TEST(GroupPlaces, HalfSetNameWhatIsMissing) {
  for (const auto& [name, value] : second_of_four) {
    Values values = second_of_four;
    values.erase(name);
    const auto place = place_in(values);
    ASSERT_FALSE(place) << name;
    EXPECT_THAT(place.error().message, StartsWith(name + " is not set, but related variables are"));
  }
}

TEST(GroupPlaces, ThatCannotBeNameWhatWasFoundAndExpected) {
  const auto refused = [](const std::string& name, const std::string& value) {
    const auto place = place_in(with(name, value));
    return place ? std::string("accepted") : place.error().message;
  };

  EXPECT_EQ(refused("RANK", "4"), "RANK is '4'; expected a number from 0 to 3");
  EXPECT_EQ(refused("RANK", "-1"), "RANK is '-1'; expected a number from 0 to 3");
  EXPECT_EQ(refused("RANK", "1st"), "RANK is '1st'; expected a number from 0 to 3");
  EXPECT_EQ(refused("LOCAL_RANK", "9"), "LOCAL_RANK is '9'; expected a number from 0 to 3");
  EXPECT_EQ(refused("LOCAL_WORLD_SIZE", "5"), "LOCAL_WORLD_SIZE is '5'; expected a number from 1 to 4");
  EXPECT_EQ(refused("WORLD_SIZE", "0"), "WORLD_SIZE is '0'; expected a number from 1 to 65536");
  EXPECT_EQ(refused("WORLD_SIZE", "99999999999"),
            "WORLD_SIZE is '99999999999'; expected a number from 1 to 65536");
  EXPECT_EQ(refused("MASTER_PORT", "port"), "MASTER_PORT is 'port'; expected a number from 1 to 65535");
  EXPECT_THAT(refused("MASTER_ADDR", ""), StartsWith("MASTER_ADDR is not set"));
}

TEST(GroupPlaces, AreGivenToOthersAsTheyAreRead) {
  const GroupPlace given{.rank = 2,
                         .ranks = 3,
                         .local_rank = 2,
                         .local_ranks = 3,
                         .address = "127.0.0.1",
                         .port = 4'711,
                         .token = "t",
                         .listener = "0a1b2"};

  const auto read = place_in(variables_of(given));

  ASSERT_TRUE(read && *read);
  EXPECT_EQ(**read, given);
}

}  // namespace
}  // namespace commlab

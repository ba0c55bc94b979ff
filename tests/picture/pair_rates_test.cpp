// Measured rates next to a machine's: near, below and far below have different colours.

#include "gui/picture/pair_rates.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine_text/machine_families.h"
#include "gui/picture/machine_picture.h"

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::Not;

TEST(PairRates, TellTheDifferenceInPercent) {
  const PairRates rates{.places = 2, .rates = {{}, GBps(90), GBps(40), {}}};
  EXPECT_DOUBLE_EQ(*rates.difference_percent(0, 1, GBps(100)), -10);
  EXPECT_DOUBLE_EQ(*rates.difference_percent(1, 0, GBps(80)), -50);
  EXPECT_FALSE(rates.difference_percent(0, 0, GBps(80))) << "this pair was not measured";
  EXPECT_FALSE(rates.difference_percent(0, 5, GBps(80))) << "there is no such GPU";
  EXPECT_EQ(nearness_of(-10).meaning, "within 10 % of the machine's rate");
  EXPECT_EQ(nearness_of(-10.1).meaning, "10 to 50 % below");
  EXPECT_EQ(nearness_of(-100).meaning, "less than half of it");
  EXPECT_EQ(nearness_of(300).color, nearness[0].color);
}

TEST(MachinePicture, ShowsWhatWasMeasuredBesideTheMachinesRates) {
  const Machine machine = machine_from_spec("ring:3,100GB/s,500ns").value();
  const PairRates rates{.places = 2, .rates = {{}, GBps(95), GBps(40), {}}};

  const std::string svg = to_svg(machine, rates);

  EXPECT_THAT(svg, HasSubstr("100 (-5 %)"));
  EXPECT_THAT(svg, HasSubstr("100 (-60 %)"));
  EXPECT_THAT(svg, HasSubstr("measured -60 %")) << "a wire shows the slower of its two directions";
  EXPECT_THAT(svg, HasSubstr("less than half of it"));
  EXPECT_THAT(to_svg(machine), Not(HasSubstr("less than half of it")));
}

}  // namespace
}  // namespace commlab

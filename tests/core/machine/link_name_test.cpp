// The name of one direction of a link: what is written is read back.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/machine/link_name.h"

namespace commlab {
namespace {

// Two parallel links, and one in the opposite direction.
Topology with_parallel_links() {
  Topology topology;
  for (const char* name : {"gpu0", "gpu1"}) topology.add(name, NodeType::gpu);
  topology.links = {{0, 1, LinkType::nvlink, GBps(20), {}, 1},
                    {0, 1, LinkType::pcie, GBps(10), {}, 1},
                    {1, 0, LinkType::nvlink, GBps(20), {}, 1}};
  return topology;
}

TEST(LinkWords, NameOneDirectionAndAllLinksInIt) {
  const Topology topology = with_parallel_links();
  EXPECT_EQ(link_words(topology, {0, 1}), "link gpu0->gpu1");
  EXPECT_THAT(links_between(topology, {0, 1}), testing::ElementsAre(0, 1));
  EXPECT_THAT(links_between(topology, {1, 0}), testing::ElementsAre(2));
  EXPECT_THAT(links_between(topology, {0, 0}), testing::IsEmpty());
}

TEST(LinkWords, AreReadWithBlanksAndWithout) {
  const Topology topology = with_parallel_links();
  for (const char* text : {"link gpu1->gpu0", "link gpu1 -> gpu0", "link gpu 1 -> gpu 0"})
    EXPECT_EQ(parse_link_words(topology, text).value(), (LinkEnds{1, 0})) << text;
  EXPECT_FALSE(says_link("gpu1"));
  EXPECT_EQ(parse_link_words(topology, "link gpu0").error().message,
            "'link gpu0' does not name two ends; expected them as in link gpu0->gpu2");
  EXPECT_EQ(parse_link_words(topology, "link gpu0->gpu7").error().message,
            "unknown node 'gpu7'; expected gpu0 to gpu1");
}

}  // namespace
}  // namespace commlab

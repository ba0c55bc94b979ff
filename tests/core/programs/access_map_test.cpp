// The map of runs answers as a table does that keeps every block's history apart, whatever is read and
// written.

#include "core/programs/access_map.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>
#include <utility>

namespace commlab {
namespace {

using Waits = std::vector<std::pair<int, int>>;  // of instructions: lane and index

class Table {
 public:
  explicit Table(int blocks) : history_(static_cast<std::size_t>(blocks)) {}

  Waits read(int first, int last, Dependency reader) {
    Waits found;
    for (int b = first; b < last; ++b) {
      if (history_[b].write.first >= 0) found.push_back(history_[b].write);
      history_[b].reads.emplace_back(reader.lane, reader.index);
    }
    return found;
  }
  Waits write(int first, int last, Dependency writer) {
    Waits found;
    for (int b = first; b < last; ++b) {
      if (history_[b].write.first >= 0) found.push_back(history_[b].write);
      found.insert(found.end(), history_[b].reads.begin(), history_[b].reads.end());
      history_[b] = {{writer.lane, writer.index}, {}};
    }
    return found;
  }

 private:
  struct History {
    std::pair<int, int> write{-1, -1};
    Waits reads;
  };
  std::vector<History> history_;
};

Waits each_once(Waits names) {
  std::ranges::sort(names);
  names.erase(std::ranges::unique(names).begin(), names.end());
  return names;
}

TEST(AccessMap, NamesTheInstructionsThatATableOfAllBlocksNames) {
  for (unsigned seed = 0; seed < 300; ++seed) {
    std::mt19937 random(seed);
    const int blocks = 1 + static_cast<int>(random() % 40);
    const int longest = 1 + static_cast<int>(random() % static_cast<unsigned>(blocks));
    AccessMap map;
    Table table(blocks);
    for (int n = 0; n < 120; ++n) {
      const Dependency self{static_cast<int>(random() % 4), n};
      const int first = static_cast<int>(random() % static_cast<unsigned>(blocks));
      const int last =
          std::min(blocks, first + 1 + static_cast<int>(random() % static_cast<unsigned>(longest)));
      Waits found;
      const auto note = [&](Dependency d) { found.emplace_back(d.lane, d.index); };
      const bool writes = random() % 3 == 0;
      writes ? map.write(first, last, self, note) : map.read(first, last, self, note);
      const Waits expected = writes ? table.write(first, last, self) : table.read(first, last, self);

      ASSERT_EQ(each_once(found), each_once(expected)) << "seed " << seed << ", access " << n;
    }
  }
}

}  // namespace
}  // namespace commlab

// Names and texts that are not UTF-8: every file that commlab writes is valid all the same.

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <pugixml.hpp>

#include "core/base/utf8.h"
#include "core/files/read_file.h"
#include "tests/cli/program.h"
#include "tests/core/files/scratch_folder.h"

namespace commlab {
namespace {

class NotUtf8 : public testing::Test {
 protected:
  // A machine in a file whose name has a byte that UTF-8 does not know.
  std::string machine() const {
    return "'" +
           folder_.holding("m\xff.toml", read_file(COMMLAB_SOURCE_DIR "/sim/machines/hcm8.toml").value())
               .string() +
           "'";
  }
  ScratchFolder folder_;
};

TEST_F(NotUtf8, TheNameOfAMachineMakesValidJson) {
  for (const std::string words :
       {"run all_reduce --machine M --format json", "sweep all_reduce -b 8 -e 64 --machine M --format json",
        "rank all_reduce --machine M --format json", "rank all_reduce --over 8:64 --machine M --format json",
        "explain all_reduce --machine M --format json", "verify all_reduce --machine M --format json",
        "machine show M --format json"}) {
    std::string line = words;
    line.replace(line.find(" M") + 1, 1, machine());
    const Said said = commlab(line);
    if (said.status == 2 && said.err.find("unknown option") != std::string::npos) continue;
    EXPECT_EQ(said.status, 0) << words << ": " << said.err;
    EXPECT_TRUE(nlohmann::json::accept(said.out)) << words;
  }
}

TEST_F(NotUtf8, TheNameOfAMachineMakesValidFiles) {
  for (const char* ending : {".json", ".trace"}) {
    const std::string file = (folder_ / "run").string() + ending;
    const Said said = commlab("run all_reduce --machine " + machine() + " --trace " + file);
    EXPECT_EQ(said.status, 0) << said.err;
  }
  EXPECT_TRUE(nlohmann::json::accept(folder_.shows("run.json")));
  for (const std::string words :
       {"machine show M --out f.svg", "rank all_reduce --over 8:64 --machine M --out f.svg",
        "machine import M --out f.toml", "run all_reduce --machine M --format csv --out f.csv"}) {
    std::string line = "cd " + (folder_ / "").string() + "; $COMMLAB " + words;
    line.replace(line.find(" M") + 1, 1, machine());
    const Said said = shell(line);
    EXPECT_EQ(said.status, 0) << words << ": " << said.err;
    const std::string text = folder_.shows(words.substr(words.rfind(' ') + 1));
    EXPECT_EQ(valid_utf8(text), text) << words;
    pugi::xml_document svg;
    if (words.ends_with("svg")) {
      EXPECT_TRUE(svg.load_string(text.c_str())) << words;
    }
  }
}

TEST_F(NotUtf8, ATableMakesValidJsonAndCsv) {
  const std::string file =
      folder_
          .holding("bad.csv",
                   "# source: caf\xe9\n# gpu: A100\xff\n# machine: \xff\n"
                   "collective,ranks,nodes,size_bytes,count,dtype,redop,time_us,algbw_GBps,busbw_GBps\n"
                   "all_reduce,8,1,1048576,262144,float32,sum,40,26,45\n")
          .string();
  for (const std::string format : {"json", "csv", "text"}) {
    const Said said = commlab("compare --machine dgx-a100 --reference " + file + " --format " + format);
    EXPECT_LE(said.status, 2) << said.err;
    if (format == "json" && said.status == 0) {
      EXPECT_TRUE(nlohmann::json::accept(said.out));
    }
  }
}

}  // namespace
}  // namespace commlab

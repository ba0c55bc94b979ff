// What the window writes and reads: pictures, films, traces, settings; and what it says about mistakes in
// them.

#include <gmock/gmock.h>

#include "tests/cli/window_user.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

TEST_F(WindowOfAUser, EachThemeAndViewIsDrawn) {
  for (const char* theme : {"dark", "light", "projector", "contrast"})
    for (const char* view : {"learn", "explore", "compare", "present"}) {
      const std::string file = path(std::string(theme) + view + ".png");
      const Said said = commlab(
          fmt::format("window all_reduce --machine hcm8 --algorithm ring --at 100us --theme {} --view {} {} "
                      "--screenshot {}",
                      theme, view, small, file));
      EXPECT_EQ(said.status, 0) << said.err;
      EXPECT_GT(fs::file_size(file), 10'000u);
    }
}

TEST_F(WindowOfAUser, FilesAreExportedUnderNamesThatSayWhatIsInThem) {
  expect_fine(
      "command export-png\nframes 2\nexpect answer ~ written\ncommand export-csv\ncommand export-perfetto\n"
      "command save-trace\ncommand export-svg\nexpect answer ~ written\n");
  for (const char* ending : {".png", "-transfers.csv", "-links.csv", ".json", ".trace", ".svg"})
    EXPECT_GT(fs::file_size(folder_ / ("commlab-all_reduce-ring-4" + std::string(ending))), 200u) << ending;
  const Said again =
      commlab("window " + path("commlab-all_reduce-ring-4.trace") + " --screenshot " + path("b.png"));
  EXPECT_EQ(again.status, 0) << again.err;
}

TEST_F(WindowOfAUser, AFilmWithoutFfmpegIsFramesAndTheCommandThatMakesOne) {
  const Said said =
      commlab("window --movie " + path("a.mp4") + " --seconds 0.5 --window-size 640x480", "PATH=/nowhere");
  EXPECT_EQ(said.status, 0) << said.err;
  EXPECT_THAT(said.err, HasSubstr("ffmpeg -r 30 -i"));
  EXPECT_TRUE(fs::exists(path("a.frames/00014.png")));
}

TEST_F(WindowOfAUser, AFilmThatFfmpegGivesUpIsAnError) {
  fs::create_directories(folder_ / "bin");
  std::ofstream(path("bin/ffmpeg")) << "#!/bin/sh\nexit 1\n";
  fs::permissions(folder_ / "bin/ffmpeg", fs::perms::owner_all);
  const Said said =
      commlab("window --movie " + path("a.mp4") + " --window-size 640x480", "PATH=" + path("bin") + ":$PATH");
  EXPECT_EQ(said.status, 3) << said.err;
  EXPECT_THAT(said.err, HasSubstr("a.mp4: ffmpeg "));
}

TEST_F(WindowOfAUser, OfALargeRunPerfettoIsGivenTheSlowestRanks) {
  expect_fine("command export-perfetto\nexpect answer ~ : 204,160 transfers are more than Perfetto\n",
              "all_reduce --machine ring:320,25GB/s,2us --algorithm ring");
  EXPECT_LT(fs::file_size(folder_ / "commlab-all_reduce-ring-320.json"), 20'000'000u);
}

// More pieces are faster, but nobody can tell a hundred of them apart.
TEST_F(WindowOfAUser, ChainsAndTreesHaveFewPiecesUnlessTheUserSaysOtherwise) {
  const auto pieces = [&](const std::string& options) {
    const Said said =
        play("wait\ncommand scenario\ncommand scenario\ndump\n",
             "all_reduce --machine switch:8,25GB/s,2us --algorithm double-tree --size 1MiB --view explore " + options);
    const std::size_t at = said.out.find("scenario.pieces");
    return said.out.substr(at, said.out.find('\n', at) - at);
  };
  EXPECT_THAT(pieces(""), HasSubstr("4"));
  EXPECT_THAT(pieces("--pieces 2"), HasSubstr("2"));
  EXPECT_THAT(pieces("--pieces auto"), HasSubstr("64"));
}

// One clock: the longer run ends it, and Escape or the command leaves the other run.
TEST_F(WindowOfAUser, TwoAlgorithmsPlayBesideEachOther) {
  const std::string run = "all_reduce --machine switch:8,25GB/s,2us --algorithm ring --size 1MiB ";
  const std::string in_view = run + "--view present --beside recursive-doubling --picture ";
  for (const char* picture : {"machine", "algorithm", "both", "stages"})
    expect_fine(R"(wait
expect beside.own ring: 0
expect beside.other recursive-doubling: 0
key End
expect beside.own ~ ring: done at
expect beside.other ~ recursive-doubling: done at
expect caption ~ times as long
)",
                in_view + picture);
  expect_fine(R"(wait
command beside
click beside.recursive-doubling
wait
expect beside.other recursive-doubling: 0
key Escape
expect-no beside.other
command beside
click beside.swing
wait
expect beside.other swing: 0
command beside
expect-no beside.other
)",
              run);
}

TEST_F(WindowOfAUser, WithoutControlsThereIsOnlyThePicture) {
  EXPECT_THAT(play("expect play\n", "--bare").err, HasSubstr("there is no widget 'play'"));
  EXPECT_EQ(play("wait\nexpect-no play\nexpect-no picture.machine\nkey H\nframes 2\nhover play\n",
                 "all_reduce --machine switch:4,25GB/s,2us --algorithm ring --bare")
                .status,
            0);
}

// The line is pasted into a shell, and the window that opens then copies the same line.
TEST_F(WindowOfAUser, WhatIsCopiedRunsAsItIsPasted) {
  std::ofstream(path("my send.script")) << "ranks 2\nrank 0: send(1, 8 B)\nrank 1: recv(0, 8 B)\n";
  ASSERT_EQ(commlab("run all_reduce --machine ring:4,25GB/s,2us --algorithm ring --trace '" +
                    path("a run.trace") + "'")
                .status,
            0);
  ASSERT_EQ(shell("$COMMLAB machine import hcm8 --out '" + path("my $ machine.toml") + "'").status, 0);
  const std::string copies = "wait\ncommand copy-command\nframes 2\ndump\n";
  const auto copied = [](const Said& said) {
    const std::string before = "copied: commlab ";
    const std::size_t at = said.out.find(before);
    EXPECT_NE(at, said.out.npos) << said.out << said.err;
    return at == said.out.npos
               ? ""
               : said.out.substr(at + before.size(), said.out.find('\n', at) - at - before.size());
  };
  for (const std::string words :
       {"'my send.script'", "'my send.script' --ranks 2 --machine hcm8 --flavour mpi",
        "'a run.trace' --at 40%", "all_reduce --machine 'my $ machine.toml' --size 1MiB --at 30%",
        "all_to_all --machine switch:4,450GB/s,350ns --counts 8000,1000,1000,1000 --view explore",
        "all_reduce --machine hcm8 --size 1MiB --slow gpu3:2x --late gpu0-gpu1:10us --picture algorithm",
        "all_reduce --machine ring:4,25GB/s,2us --size 1MiB --beside tree", "--lesson 7",
        "broadcast --machine hcm8 --algorithm chain --size 1MiB --view present --theme light"}) {
    const std::string first = copied(play(copies, words + " " + small));
    const Said pasted = shell("cd " + folder_.string() + " && XDG_CONFIG_HOME=" + folder_.string() +
                              " $COMMLAB " + first + " " + small + " --script " + path("script"));
    EXPECT_EQ(pasted.status, 0) << first << ": " << pasted.err;
    EXPECT_EQ(copied(pasted), first);
  }
}

TEST_F(WindowOfAUser, WhatIsWrongIsSaidInOneSentence) {
  const auto expect = [](const Said& said, int status, const char* sentence) {
    EXPECT_EQ(said.status, status) << said.err;
    EXPECT_THAT(said.err, HasSubstr(sentence));
  };
  expect(commlab("window --theme drak --screenshot a.png"), 2,
         "--theme: unknown theme 'drak'; there are dark, light, projector, contrast");
  expect(commlab("window --view upside-down --screenshot a.png"), 2,
         "--view: 'upside-down' is none of learn, explore");
  expect(commlab("window --picture tree --screenshot a.png"), 2,
         "--picture: 'tree' is none of machine, algorithm, both");
  expect(commlab("window all_reduce --ranks 6 --beside recursive-doublin --screenshot a.png"), 2,
         "--beside: unknown algorithm 'recursive-doublin'");
  expect(
      commlab("window all_gather --machine ring:5,25GB/s,2us --beside neighbour-exchange --screenshot a.png"),
      2,
      "--beside: all_gather neighbour-exchange does not support 5 ranks; it needs an even number of ranks");
  expect(commlab("window --beside tree --screenshot a.png"), 2,
         "--beside: another run plays beside that of a collective: window all_reduce --beside tree");
  expect(commlab("window --screenshot a.txt"), 2, "--screenshot: 'a.txt'; expected a file that ends in .png");
  expect(commlab("window --movie a.avi"), 2, "--movie: 'a.avi'; expected a file that ends in .mp4 or .gif");
  expect(commlab("window --at noon --screenshot a.png"), 2, "noon");
  expect(commlab("window --screenshot /proc/nowhere/a.png"), 3,
         "/proc/nowhere/a.png cannot be written: No such file or directory; make its folder first");
  expect(commlab("window all_redcue --screenshot a.png"), 2, "all_reduce");
  expect(commlab("window nowhere.trace --screenshot a.png"), 2, "nowhere.trace");
  expect(play("click nothing\n"), 1, "script:1: there is no widget 'nothing' on the screen");
  expect(play("\nclik play\n"), 2, "script:2: unknown action 'clik'");
  expect(commlab("window", "env -u DISPLAY -u WAYLAND_DISPLAY"), 3, "--screenshot FILE.png");
}

TEST_F(WindowOfAUser, AFileCutInTheMiddleIsAnErrorNotACrash) {
  ASSERT_EQ(commlab("run all_reduce --algorithm ring --trace " + path("whole.trace")).status, 0);
  std::ifstream whole(path("whole.trace"), std::ios::binary);
  const std::string bytes{std::istreambuf_iterator<char>(whole), {}};
  for (const std::size_t length : {std::size_t{0}, std::size_t{5}, bytes.size() / 3, bytes.size() - 1}) {
    std::ofstream(path("cut.trace"), std::ios::binary) << bytes.substr(0, length);
    const Said said = commlab("window " + path("cut.trace") + " --screenshot " + path("c.png"));
    EXPECT_EQ(said.status, 2) << said.err;
    EXPECT_THAT(said.err, HasSubstr("cut.trace"));
  }
}

TEST_F(WindowOfAUser, WithoutATrueTypeFontThereAreStillWords) {
  fs::create_directories(folder_ / "commlab");
  std::ofstream(folder_ / "commlab" / "window.toml") << "font = \"builtin\"\n";
  expect_fine("expect play Play\nexpect-no notice\nshot font.png\n");
}

TEST_F(WindowOfAUser, SettingsThatCannotBeReadAreToldAndTheWindowOpens) {
  fs::create_directories(folder_ / "commlab");
  std::ofstream(folder_ / "commlab" / "window.toml") << "theme = 3\n";
  expect_fine("expect notice ~ window.toml: line 1\n");
}

}  // namespace
}  // namespace commlab

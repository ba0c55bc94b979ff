// A vote from its links to its file.

#include "gui/vote/class_vote.h"

#include <cstdlib>
#include <filesystem>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include "core/files/read_file.h"
#include "tests/vote/asked_class.h"

namespace commlab {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;
using testing::StartsWith;

class VoteWithAFolder : public testing::Test {
 protected:
  void SetUp() override {
    fs::create_directories(folder_);
    ::setenv("XDG_STATE_HOME", (folder_ / "state").c_str(), 1);
  }
  void TearDown() override {
    ::unsetenv("XDG_STATE_HOME");
    fs::remove_all(folder_);
  }

  static std::unique_ptr<ClassVote> open(const VoteRequest& request) {
    Result<std::unique_ptr<ClassVote>> vote = ClassVote::open(request);
    EXPECT_TRUE(vote) << vote.error().message;
    return vote ? *std::move(vote) : nullptr;
  }
  static void answer(const ClassVote& vote, int phones) {
    vote.box()->show(stop_of(question_of_choices()));
    for (int phone = 0; phone < phones; ++phone)
      EXPECT_TRUE(vote.box()->cast(ballot_of(phone), "here", "rings.0", "b", VoteBox::Clock::now()));
  }
  static std::size_t learners_in(const fs::path& file) {
    const auto read = parse_answer_files(read_file(file).value_or(""));
    EXPECT_TRUE(read) << file;
    return read ? read->size() : 0;
  }
  std::size_t usual_files() const {
    std::error_code none;
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder_ / "state/commlab/votes", none), {}));
  }

  const fs::path folder_ = fs::temp_directory_path() / ("commlab_vote_test_" + std::to_string(::getpid()));
};

TEST_F(VoteWithAFolder, ItsLinksWorkUntilItEnds) {
  const auto vote = open({.address = "127.0.0.1"});
  const auto port_of = [](const std::string& link) { return std::atoi(link.c_str() + link.rfind(':') + 1); };
  const auto path_of = [](const std::string& link) { return link.substr(link.rfind('/')); };
  for (const std::string& link : {vote->link(), vote->teachers_link()}) {
    EXPECT_THAT(link, StartsWith("http://127.0.0.1:"));
    EXPECT_EQ(status_of(asked(port_of(link), get(path_of(link)))), 200) << link;
  }
  EXPECT_EQ(path_of(vote->link()).size(), 7u);
  EXPECT_EQ(vote->close().value(), "") << "nobody has answered";
  EXPECT_FALSE(Phone(port_of(vote->link())).is_connected());
  EXPECT_EQ(usual_files(), 0u);
}

TEST_F(VoteWithAFolder, IsWrittenWhereItIsAskedForOrBesideTheRecords) {
  for (const fs::path& out : {folder_ / "new/vote.json", fs::path()}) {
    const auto vote = open({.address = "127.0.0.1", .out = out});
    answer(*vote, 3);
    EXPECT_THAT(vote->close().value(), StartsWith("the answers of 3 learners: commlab lesson tally "));
  }
  EXPECT_EQ(learners_in(folder_ / "new/vote.json"), 3u);
  ASSERT_EQ(usual_files(), 1u);
  EXPECT_EQ(learners_in(fs::directory_iterator(folder_ / "state/commlab/votes")->path()), 3u);
  EXPECT_EQ(usual_vote_file(0), folder_ / "state/commlab/votes/1970-01-01T00-00-00Z.json");
}

TEST_F(VoteWithAFolder, IsNotLostWhereTheFileCannotBeWritten) {
  const auto vote = open({.address = "127.0.0.1", .out = "/proc/nowhere/vote.json"});
  answer(*vote, 2);
  const std::string said = vote->close().value();
  EXPECT_THAT(said, HasSubstr("/proc/nowhere"));
  EXPECT_THAT(said, HasSubstr("the answers of 2 learners: commlab lesson tally "));
  EXPECT_EQ(usual_files(), 1u);
}

TEST_F(VoteWithAFolder, IsNotKeptWhereNothingIsKept) {
  const auto vote = open({.address = "127.0.0.1", .keeps = false});
  answer(*vote, 2);
  EXPECT_EQ(vote->close().value(), "");
  EXPECT_EQ(usual_files(), 0u);
}

}  // namespace
}  // namespace commlab

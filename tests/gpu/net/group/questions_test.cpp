// The coordinator's questions, with each field as no coordinator sends it.

#include "gpu/net/group/questions.h"

#include <random>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "core/programs/programs_for.h"
#include "core/schedule/algorithm.h"
#include "gpu/net/meeting/farewell.h"
#include "gpu/net/meeting/hello.h"
#include "gpu/net/messages/fields.h"

namespace commlab {
namespace {

using nlohmann::json;
using testing::HasSubstr;

Programs ring_of_two() {
  const Collective c{.kind = CollectiveKind::all_reduce, .ranks = 2, .count = 8};
  return programs_for(**find_algorithm(c.kind, "ring"), c).value();
}

NetMessage with(NetMessage message, const char* field, const json& value) {
  message.fields[field] = value;
  return message;
}

std::string said_of(const auto& result) { return result ? "accepted" : result.error().message; }

const json no_numbers[] = {nullptr, "7", 1.5, -1, json::array(), json::object(), true, UINT64_MAX, INT64_MIN};

TEST(Questions, AreReadAsTheyWereWritten) {
  const Introduction introduction{.members = {{"10.0.0.1", 4'000}, {"::1", 65'535}}, .secret = new_secret()};
  const auto met = to_introduction(introduction_message(introduction), 2);
  ASSERT_TRUE(met);
  EXPECT_EQ(met->secret, introduction.secret);
  EXPECT_EQ(met->members[1].address, "::1");
  EXPECT_EQ(met->members[1].port, 65'535);

  const auto job = to_job(job_message(ring_of_two(), {.absent = {1}, .probe = true, .mpi = true}), 2);
  ASSERT_TRUE(job) << job.error().message;
  EXPECT_EQ(job->terms.absent, std::vector<Rank>{1});
  EXPECT_TRUE(job->terms.probe);
  EXPECT_TRUE(job->terms.mpi);
  EXPECT_FALSE(job->terms.nccl);
  const RunTerms run =
      to_run_terms(run_question({.deadline = std::chrono::milliseconds(7), .calls = 20})).value();
  EXPECT_EQ(run.deadline, std::chrono::milliseconds(7));
  EXPECT_EQ(run.calls, 20);
  EXPECT_EQ(start_of(go_at(42)).value(), 42);
  EXPECT_EQ(to_data_pattern(fill_question(DataPattern::ranks)), DataPattern::ranks);
  EXPECT_EQ(to_data_pattern(check_question(DataPattern::index)), DataPattern::index);
  const OutputCheck check = to_output_check(checked_answer({.wrong = "rank 3 ...", .rounded = true})).value();
  EXPECT_EQ(check.wrong, "rank 3 ...");
  EXPECT_TRUE(check.rounded);
}

TEST(Questions, AboutDataNameAPattern) {
  for (const json& value : no_numbers)
    for (const NetMessage& sound : {fill_question(DataPattern::ones), check_question(DataPattern::ones)})
      EXPECT_THAT(said_of(to_data_pattern(with(sound, "data", value))),
                  HasSubstr("wrong field 'data'; expected a pattern: ones, ranks or index"));
}

// An answer that does not say whether something is wrong is no claim that all is right.
TEST(Questions, AboutOutputsAreAnsweredWithAText) {
  const NetMessage sound = checked_answer({});
  EXPECT_EQ(to_output_check(sound).value().wrong, "");
  NetMessage silent = sound;
  silent.fields.erase("wrong");
  EXPECT_THAT(said_of(to_output_check(silent)), HasSubstr("wrong field 'wrong'"));
  for (const json& value : no_numbers) {
    if (value.is_string()) continue;
    EXPECT_THAT(said_of(to_output_check(with(sound, "wrong", value))), HasSubstr("wrong field 'wrong'"));
  }
}

TEST(Questions, AboutAMeetingHaveAllMembersAndASecret) {
  const NetMessage sound = introduction_message({.members = {{"a", 1}, {"b", 2}}, .secret = 7});
  for (const json& value : no_numbers) {
    EXPECT_THAT(said_of(to_introduction(with(sound, "secret", value), 2)), HasSubstr("wrong field 'secret'"));
    EXPECT_THAT(said_of(to_introduction(with(sound, "members", value), 2)),
                HasSubstr("wrong field 'members'"));
    EXPECT_THAT(said_of(to_introduction(with(sound, "members", {value, value}), 2)),
                HasSubstr("wrong field 'members'"));
    EXPECT_THAT(
        said_of(to_introduction(with(sound, "members", {{{"address", "a"}, {"port", value}}, {}}), 2)),
        HasSubstr("wrong field 'members'"));
  }
  EXPECT_THAT(said_of(to_introduction(with(sound, "secret", 0), 2)),
              HasSubstr("expected a number from 1 to 2^63 - 1"));
  EXPECT_THAT(said_of(to_introduction(sound, 3)), HasSubstr("expected a list of the 3 members"));
  EXPECT_THAT(said_of(to_introduction(with(sound, "members", {{{"address", "a"}, {"port", 65'536}}, {}}), 2)),
              HasSubstr("port from 1 to 65535"));
}

TEST(Questions, AboutAJobNameRanksThatExist) {
  const NetMessage sound = job_message(ring_of_two(), {});
  EXPECT_EQ(said_of(to_job(sound, 2)), "accepted");
  for (const json& value : no_numbers) {
    if (value == json::array()) continue;  // nobody is absent
    EXPECT_THAT(said_of(to_job(with(sound, "absent", value), 2)), HasSubstr("wrong field 'absent'"));
    EXPECT_THAT(said_of(to_job(with(sound, "absent", json::array({value})), 2)),
                HasSubstr("wrong field 'absent'"));
    EXPECT_THAT(said_of(to_job(with(sound, "nccl", json::array({value})), 2)),
                HasSubstr("wrong field 'nccl'"));
  }
  EXPECT_THAT(said_of(to_job(with(sound, "absent", {2}), 2)), HasSubstr("ranks from 0 to 1"));
  EXPECT_THAT(said_of(to_job(with(sound, "nccl", {256}), 2)), HasSubstr("each from 0 to 255"));
  EXPECT_THAT(said_of(to_job(with(sound, "nccl", std::vector<int>(5'000)), 2)),
              HasSubstr("wrong field 'nccl'"));
  EXPECT_THAT(said_of(to_job(sound, 3)), HasSubstr("for 2 ranks; this group has 3"));
}

TEST(Questions, AboutTimeAreWithinReason) {
  const RunTerms sound{.deadline = std::chrono::seconds(1)};
  for (const json& value : no_numbers) {
    for (const char* field : {"deadline_ms", "calls"})
      EXPECT_THAT(said_of(to_run_terms(with(run_question(sound), field, value))), HasSubstr("wrong field"));
    EXPECT_THAT(said_of(start_of(with(go_at(0), "at", value))), HasSubstr("wrong field"));
  }
  EXPECT_THAT(said_of(to_run_terms(with(run_question(sound), "deadline_ms", INT64_MAX))),
              HasSubstr("100 days"));
  EXPECT_THAT(said_of(to_run_terms(with(run_question(sound), "calls", 1'001))), HasSubstr("1 to 1000"));
  EXPECT_THAT(said_of(start_of({.kind = "bye"})), HasSubstr("the message 'bye' came instead of 'go'"));
}

TEST(Questions, AboutProvenanceNameABackendAndAreAnsweredWithLines) {
  EXPECT_EQ(to_backend(provenance_question(BackendName::mpi)).value(), BackendName::mpi);
  const Provenance provenance{.facts = {{"processor", "A"}},
                              .states = {{.name = "load", .unit = "", .before = 1, .after = 2}}};
  EXPECT_EQ(to_provenance(provenance_answer(provenance)).value(), provenance);
  EXPECT_FALSE(to_provenance(provenance_answer({})).value().known());

  const NetMessage sound = provenance_answer(provenance);
  for (const json& value : no_numbers) {
    EXPECT_THAT(said_of(to_backend(with(provenance_question(BackendName::mpi), "on", value))),
                HasSubstr("wrong field 'on'; expected the name of a backend"));
    if (value == json::array()) continue;  // nothing is known
    EXPECT_THAT(said_of(to_provenance(with(sound, "lines", value))), HasSubstr("wrong field 'lines'"));
    EXPECT_THAT(said_of(to_provenance(with(sound, "lines", json::array({value})))),
                HasSubstr("wrong field 'lines'; expected at most 1000 lines, each as 'name: value'"));
  }
  EXPECT_THAT(said_of(to_provenance(with(sound, "lines", std::vector<std::string>(1'001, "a: b")))),
              HasSubstr("at most 1000 lines"));
  EXPECT_THAT(said_of(to_provenance({.kind = "met"})), HasSubstr("'met' came instead of 'provenance'"));
}

// A line becomes part of tables and of what a terminal shows.
TEST(Questions, AboutProvenanceCannotForgeLines) {
  const Provenance read =
      to_provenance(with(provenance_answer({}), "lines", {"a: b\nc: d", "e: " + std::string(10'000, 'x')}))
          .value();
  EXPECT_EQ(lines_of(read).front(), "a: b\\nc: d");
  EXPECT_LT(lines_of(read).back().size(), 5'000u);
}

// Random changes of all messages that have fields: each reader returns a value or an error.
TEST(Questions, OfAnyFieldsAreReadOrRefused) {
  std::mt19937 random(1);
  const std::vector<NetMessage> sound = {introduction_message({.members = {{"a", 1}, {"b", 2}}, .secret = 7}),
                                         job_message(ring_of_two(), {.absent = {1}}),
                                         run_question({.deadline = std::chrono::seconds(1)}),
                                         fill_question(DataPattern::ones),
                                         checked_answer({.wrong = "something"}),
                                         go_at(5),
                                         provenance_question(BackendName::tcp),
                                         provenance_answer({.facts = {{"a", "b"}}, .states = {}}),
                                         greeting("0123456789abcdef"),
                                         to_message(Hello{.rank = 1, .ranks = 2, .host = "x"}),
                                         farewell(Error{"why"})};
  for (int round = 0; round < 20'000; ++round) {
    NetMessage message = sound[random() % sound.size()];
    std::string text = message.fields.dump();
    for (unsigned changes = 1 + random() % 3; changes > 0; --changes)
      text[random() % text.size()] = "0123456789-{}[]\",:.eE tnf"[random() % 25];
    const json fields = json::parse(text, nullptr, false);
    if (!fields.is_object()) continue;
    message.fields = fields;
    (void)to_introduction(message, 2);
    (void)to_job(message, 2);
    (void)to_run_terms(message);
    (void)start_of(message);
    (void)to_data_pattern(message);
    (void)to_output_check(message);
    (void)to_backend(message);
    (void)to_provenance(message);
    (void)to_hello(message);
    (void)challenge_of_greeting(message);
    (void)reason_to_end(message);
  }
}

}  // namespace
}  // namespace commlab

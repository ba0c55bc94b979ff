#include "gui/window/lesson/vote.h"

#include <fmt/format.h>

#include "gui/window/page/notes_page.h"
#include "lessons/model/question_kinds.h"
#include "lessons/model/shuffled_choices.h"
#include "lessons/play/questions_mark.h"

namespace commlab {
namespace {

using StopKind = TeachingStop::Kind;

const QuestionState* question_at(const LessonPage& page) {
  const TeachingStop& stop = page.presented->stop;
  const bool asks = stop.kind == StopKind::asked || stop.kind == StopKind::revealed;
  const auto place = static_cast<std::size_t>(stop.item);
  return asks && place < page.content.items.size() ? std::get_if<QuestionState>(&page.content.items[place])
                                                   : nullptr;
}

std::shared_ptr<const VoteQuestion> vote_question(Player& player, const QuestionState& state) {
  Result<BallotKey> key = player.ballot_key(state.number);
  if (!key) return nullptr;
  const Lesson& lesson = player.lesson();
  const std::uint64_t variant = player.record().variant, order = order_in(lesson, variant);
  return std::make_shared<const VoteQuestion>(
      VoteQuestion{.id = fmt::format("{}.{}", lesson.id, state.number),
                   .lesson = lesson.id,
                   .mark = questions_mark(with_choices_of_file(lesson, order)),
                   .variant = variant,
                   .order = order,
                   .number = state.number,
                   .step = player.step(),
                   .ask = state.ask,
                   .choices = state.choices,
                   .key = *std::move(key)});
}

bool at_question(const Session& session) {
  const PresenterState& presenter = session.presenter;
  const PresentedStop* const stop = presented(session);
  return stop && stop->stop.kind == StopKind::asked && presenter.shown == presenter.wanted;
}

}  // namespace

void begin_vote(Session& session, std::shared_ptr<VoteBox> box, std::string link) {
  VoteState& vote = session.presenter.vote;
  vote = {.box = std::move(box), .link = std::move(link)};
  vote.code = qr_code(vote.link);
}

std::shared_ptr<const VoteStop> vote_stop_of(Player& player, const LessonPage& page) {
  VoteStop stop{.title = page.title, .notes = markdown_of_notes(page)};
  if (const QuestionState* const state = question_at(page)) {
    stop.on_screen = changes_scene(*state->question);
    if (!stop.on_screen) stop.question = vote_question(player, *state);
    stop.revealed = page.presented->stop.kind == StopKind::revealed;
    if (stop.revealed && state->feedback) {
      stop.result = state->feedback->result;
      stop.why = state->feedback->why;
    }
  }
  return std::make_shared<const VoteStop>(std::move(stop));
}

void follow_vote(Session& session) {
  VoteState& vote = session.presenter.vote;
  const PresentedStop* const stop = presented(session);
  if (!vote.box || !stop) return;
  const bool turned = vote.told != stop->vote;
  if (turned) {
    vote.told = stop->vote;
    vote.histogram = false;
    vote.box->show(vote.told);
  }
  vote.counts = vote.box->counts(VoteBox::Clock::now());
  const std::uint64_t version = vote.box->version();
  if (!turned && version == vote.version) return;
  vote.version = version;
  vote.bars.clear();
  if (vote.told && vote.told->question && vote.counts.votes > 0)
    vote.bars =
        histogram_of(*vote.told->question, vote.box->votes(vote.told->question->id), vote.told->revealed);
}

void toggle_join(Session& session) {
  VoteState& vote = session.presenter.vote;
  if (!vote.box)
    session.notice = "The class does not vote here: commlab window --present ... --vote.";
  else
    vote.joining = !vote.joining;
}

bool turn_to_histogram(Session& session, int by) {
  VoteState& vote = session.presenter.vote;
  const bool turns = at_question(session) && !vote.bars.empty() && vote.histogram == (by < 0);
  if (turns) vote.histogram = by > 0;
  return turns;
}

}  // namespace commlab

#include "gui/vote/vote_state.h"

#include "gui/vote/histogram.h"
#include "lessons/model/question_kinds.h"
#include "lessons/text/markdown.h"

namespace commlab {
namespace {

using Json = nlohmann::ordered_json;

std::string style_of(const MarkdownRun& run) {
  return run.code ? "code" : run.strong ? "strong" : run.emphasis ? "em" : "";
}

std::string tag_of(const MarkdownBlock& block) {
  using Kind = MarkdownBlock::Kind;
  switch (block.kind) {
    case Kind::heading: return "h3";
    case Kind::code: return "pre";
    case Kind::row: return block.head ? "th" : "td";
    case Kind::item: return "li";
    case Kind::quote:
    case Kind::paragraph: break;
  }
  return "p";
}

Json blocks_of(const std::string& markdown) {
  Json blocks = Json::array();
  for (const MarkdownBlock& block : parse_markdown(markdown)) {
    Json runs = Json::array();
    for (const MarkdownRun& run : block.runs) runs.push_back({run.text, style_of(run), run.cell});
    blocks.push_back({{"tag", tag_of(block)}, {"mark", block.mark}, {"depth", block.depth}, {"runs", runs}});
  }
  return blocks;
}

Json question_json(const VoteQuestion& question) {
  Json choices = Json::array();
  for (const std::string& choice : question.choices) choices.push_back(blocks_of(choice));
  return {{"id", question.id},
          {"predicts", question.key.question.predicts},
          {"ask", blocks_of(question.ask)},
          {"choices", choices},
          {"place", is_place(question.key.question)},
          {"unit", question.key.question.unit}};
}

// What is told to a phone after the reveal.
void tell(Json& state, const VoteStop& stop, const std::optional<BallotAnswer>& yours) {
  state["result"] = blocks_of(stop.result);
  state["why"] = blocks_of(stop.why);
  if (!stop.question->choices.empty()) state["right_choice"] = stop.question->key.right_choice;
  if (yours) state["right"] = yours->right;
}

}  // namespace

Json state_for_learner(const VoteBox& box, const std::string& ballot) {
  const std::shared_ptr<const VoteStop> stop = box.stop();
  if (!stop) return {{"stage", "wait"}, {"title", ""}};
  Json state = {{"stage", "wait"}, {"title", stop->title}};
  if (stop->on_screen) state["stage"] = "screen";
  if (!stop->question) return state;
  const VoteQuestion& question = *stop->question;
  state["stage"] = stop->revealed ? "told" : box.is_over(question.id) ? "over" : "open";
  state["question"] = question_json(question);
  const std::optional<BallotAnswer> yours = box.answer_of(ballot, question.id);
  if (yours) state["yours"] = yours->text;
  if (yours && yours->choice) state["chosen"] = *yours->choice;
  if (stop->revealed) tell(state, *stop, yours);
  return state;
}

Json state_for_teacher(const VoteBox& box, std::chrono::steady_clock::time_point now) {
  const VoteCounts counts = box.counts(now);
  Json state = {{"votes", counts.votes}, {"phones", counts.phones}};
  const std::shared_ptr<const VoteStop> stop = box.stop();
  if (!stop) return state;
  state["title"] = stop->title;
  state["notes"] = blocks_of(stop->notes);
  if (!stop->question) return state;
  Json bars = Json::array();
  for (const VoteBar& bar : histogram_of(*stop->question, box.votes(stop->question->id), true))
    bars.push_back({{"label", blocks_of(bar.label)}, {"count", bar.count}, {"right", bar.right}});
  state["bars"] = std::move(bars);
  return state;
}

}  // namespace commlab

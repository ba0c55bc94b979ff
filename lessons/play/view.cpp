#include "lessons/play/view.h"

#include <algorithm>
#include <cmath>

#include "lessons/expression/fill.h"
#include "lessons/play/labelled_value.h"
#include "lessons/run/query_arguments.h"

namespace commlab {
namespace {

// "gpu 0" and "gpu0" are gpu0; "link gpu0 -> gpu2" is one direction of a link.
Result<std::string> name_on(const Topology& topology, std::string text) {
  if (says_link(text))
    return parse_link_words(topology, text).and_then([&](LinkEnds ends) {
      return links_in(ends, topology).map([&](const auto&) { return link_words(topology, ends); });
    });
  std::erase(text, ' ');
  return topology.find(text).map([&](NodeId node) { return topology.nodes[node].name; });
}

Status add_names(const Value& value, const Topology& topology, std::vector<std::string>& names) {
  if (const auto* list = value.list()) {
    for (const Value& each : *list)
      if (const Status added = add_names(each, topology, names); !added) return added;
    return {};
  }
  if (!value.text()) return fail("a name is needed, as in \"gpu 0\", and this is {}", kind_of(value));
  return name_on(topology, *value.text()).map([&](std::string name) {
    if (std::ranges::find(names, name) == names.end()) names.push_back(std::move(name));
  });
}

Result<Time> moment_of(const Value& value) {
  const auto* number = value.number();
  if (!number || number->dimension != of_time || !std::isfinite(number->amount) || number->amount < 0)
    return fail("a time is needed, or step NUMBER, and this is {}", kind_of(value));
  return Time{std::llround(number->amount * 1e12)};
}

class ViewMaker {
 public:
  ViewMaker(ViewState& view, const ViewBlock& block, SceneRunner& runner, const LessonScene& scene,
            const VariantValues& varying, bool locked)
      : view_(view),
        block_(block),
        runner_(runner),
        scene_(scene),
        varying_(varying),
        here_(runner.context(scene, varying)),
        locked_(locked) {}

  Status make() {
    view_.speed = block_.speed;
    using Part = std::pair<std::string_view, Status (ViewMaker::*)()>;
    for (const auto& [key, part] :
         {Part{"highlight", &ViewMaker::highlight}, Part{"at", &ViewMaker::stand_still},
          Part{"beside", &ViewMaker::beside}, Part{"caption", &ViewMaker::caption},
          Part{"counter", &ViewMaker::counters}})
      if (const Status made = (this->*part)(); !made)
        return fail(made.error().fault, "{}: {}", key, made.error().message);
    return {};
  }

 private:
  bool untold(const Expression& expression) const { return locked_ && tells_the_run(expression); }

  Status highlight() {
    if (!block_.highlight || untold(*block_.highlight)) return {};
    const Result<Value> value = evaluate(*block_.highlight, here_);
    if (!value) return tl::unexpected(value.error());
    const Result<Machine> machine = runner_.machine(scene_);
    if (!machine) return tl::unexpected(machine.error());
    return add_names(*value, machine->topology, view_.highlight);
  }

  // Halfway through a step: when it and those before it are over, and when those before it are.
  Status stand_still() {
    if (locked_ || !(block_.at || block_.at_step)) return {};
    if (!block_.at_step)
      return evaluate(*block_.at, here_).and_then(moment_of).map([&](Time at) { view_.at = at; });
    const Result<Value> number = evaluate(*block_.at_step, here_);
    if (!number) return tl::unexpected(number.error());
    const Result<Time> end = over(*number, 0), begin = over(*number, 1);
    if (!end) return tl::unexpected(end.error());
    view_.at = begin ? Time{(begin->ps + end->ps) / 2} : Time{end->ps / 2};
    return {};
  }
  Result<Time> over(const Value& step, double before) const {
    if (!step.number()) return fail("step NUMBER is needed, and this is {}", kind_of(step));
    const RunQuery query{
        .name = "time", .changes = {}, .arguments = {{"step", {value_of(step.number()->amount - before)}}}};
    return here_.ask(query).and_then(moment_of);
  }

  // That the algorithm can run in place of the scene's is seen by running it.
  Status beside() {
    if (block_.beside.empty() || locked_) return {};
    return here_.ask({.name = "time", .changes = {{"algorithm", block_.beside}}, .arguments = {}})
        .map([&](const Value&) { view_.beside = block_.beside; });
  }

  Status caption() {
    return filled(with_values(block_.caption, words_of(scene_, varying_)), fill_in_from(here_, locked_))
        .map([&](std::string text) { view_.caption = std::move(text); });
  }

  Status counters() {
    for (const LabelledExpression& counter : block_.counters) {
      if (untold(counter.value)) continue;
      Result<LabelledValue> value = labelled_value(counter, here_, words_of(scene_, varying_), locked_);
      if (!value) return tl::unexpected(value.error());
      view_.counters.push_back(*std::move(value));
    }
    return {};
  }

  ViewState& view_;
  const ViewBlock& block_;
  SceneRunner& runner_;
  const LessonScene& scene_;
  const VariantValues& varying_;
  EvaluationContext here_;
  bool locked_;
};

}  // namespace

void go_on_with(ViewState& view, const ViewBlock& block) {
  if (!block.layout.empty()) view.layout = block.layout;
  if (!block.picture.empty()) view.picture = block.picture;
  if (!block.panels.empty()) view.panels = block.panels;
  if (!block.lanes.empty()) view.lanes = block.lanes;
}

Status add_to_view(ViewState& view, const ViewBlock& block, SceneRunner& runner, const LessonScene& scene,
                   const VariantValues& varying, bool locked) {
  return ViewMaker(view, block, runner, scene, varying, locked).make();
}

}  // namespace commlab

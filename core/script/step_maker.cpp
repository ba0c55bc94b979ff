#include "core/script/step_maker.h"

#include <algorithm>
#include <array>

#include "core/base/index.h"
#include "core/script/unknown.h"

namespace commlab {
namespace {

using ExpressionKind = ScriptExpression::Kind;

constexpr std::array all_reductions = {ScriptReduction::sum, ScriptReduction::prod, ScriptReduction::min,
                                       ScriptReduction::max, ScriptReduction::avg,  ScriptReduction::band,
                                       ScriptReduction::bor, ScriptReduction::bxor};

Result<ScriptReduction> reduction_of(const ScriptExpression& e) {
  const std::string name = e.name == "product" ? "prod" : e.name;
  std::vector<std::string> names;
  for (const ScriptReduction each : all_reductions) {
    if (e.kind == ExpressionKind::name && name == name_of(each)) return each;
    names.emplace_back(name_of(each));
  }
  return unknown_name(e.line, "reduction", e.name, names);
}

// "3.5", "2"
std::string number_text(double number) { return fmt::format("{}", number); }

}  // namespace

ScriptStepMaker::ScriptStepMaker(const Script& script, ScriptProgram& program, Rank rank)
    : program_(program), payloads_(script, program, rank), self_(rank) {}

Status ScriptStepMaker::add(const ScriptStatement& statement, const ScriptNumbers& numbers) {
  Result<ScriptStep> step = call(statement, numbers);
  if (!step) return tl::unexpected(step.error());
  if (batch_)
    batch_->parts.push_back(std::move(*step));
  else
    add_step(std::move(*step));
  return {};
}

void ScriptStepMaker::add_step(ScriptStep step) {
  if (step.operation != ScriptOperation::wait && step.asynchronous() &&
      std::ranges::count(mine().handles, step.handle) == 0)
    mine().handles.push_back(step.handle);
  if (step.operation == ScriptOperation::start && std::ranges::count(mine().timers, step.text) == 0)
    mine().timers.push_back(step.text);
  mine().steps.push_back(std::move(step));
}

void ScriptStepMaker::open_batch(const ScriptStatement& statement) {
  batch_ = {.operation = ScriptOperation::batch, .line = statement.line, .what = statement.text};
  batch_->handle = statement.handle;
}

void ScriptStepMaker::close_batch() {
  add_step(std::move(*batch_));
  batch_.reset();
}

Result<ScriptStep> ScriptStepMaker::call(const ScriptStatement& statement, const ScriptNumbers& numbers) {
  const ScriptOperationInfo& info = *find_script_operation(statement.name);
  const auto arguments = placed(statement, info);
  if (!arguments) return tl::unexpected(arguments.error());
  ScriptStep step{.operation = info.operation, .line = statement.line, .what = statement.text};
  step.handle = statement.handle;
  for (std::size_t i = 0; i < info.parameters.size(); ++i)
    if ((*arguments)[i] != nullptr)
      if (const Status done = set(step, info.parameters[i], *(*arguments)[i], numbers); !done)
        return tl::unexpected(done.error());
  if (!step.has_root && is_collective(step.operation))
    step.peer = program_.groups[step.group].members.front();
  if (const Status fine = check(step); !fine) return tl::unexpected(fine.error());
  return step;
}

// An argument, or null, for every parameter.
Result<std::vector<const ScriptExpression*>> ScriptStepMaker::placed(const ScriptStatement& statement,
                                                                     const ScriptOperationInfo& info) const {
  std::vector<const ScriptExpression*> arguments(info.parameters.size());
  const auto unnamed = std::ranges::count(statement.arguments, std::string{}, &ScriptArgument::key);
  std::size_t place =
      info.operation == ScriptOperation::scatter && unnamed == 1 ? 1 : 0;  // the list is left out
  for (const ScriptArgument& argument : statement.arguments) {
    std::size_t chosen = place;
    if (!argument.key.empty())
      chosen = index(std::ranges::find(info.parameters, argument.key, &ScriptParameter::name) -
                     info.parameters.begin());
    else if (place == info.parameters.size() || !info.parameters[place++].by_place)
      return fail_at(statement.line, "{} has too many arguments; expected {}", info.name, info.usage);
    if (arguments[chosen] != nullptr)
      return fail_at(statement.line, "{} is given '{}' twice", info.name, info.parameters[chosen].name);
    arguments[chosen] = &argument.value;
  }
  for (std::size_t i = 0; i < arguments.size(); ++i)
    if (info.parameters[i].required && arguments[i] == nullptr)
      return fail_at(statement.line, "{} lacks '{}'; expected {}", info.name, info.parameters[i].name,
                     info.usage);
  return arguments;
}

Status ScriptStepMaker::set(ScriptStep& step, const ScriptParameter& parameter, const ScriptExpression& e,
                            const ScriptNumbers& numbers) {
  const auto name = [&]() -> Result<std::string> {
    if (e.kind != ExpressionKind::name)
      return fail_at(e.line, "the name of a {} is expected", parameter.name);
    return e.name;
  };
  switch (parameter.kind) {
    case ScriptParameterKind::payload:
    case ScriptParameterKind::list: return set_payload(step, parameter, e, numbers);
    case ScriptParameterKind::rank: {
      const Result<Rank> found = rank(e, numbers);
      if (!found) return tl::unexpected(found.error());
      step.peer = *found;
      step.has_root = true;
      return {};
    }
    case ScriptParameterKind::reduction: {
      const Result<ScriptReduction> found = reduction_of(e);
      if (!found) return tl::unexpected(found.error());
      step.reduction = *found;
      return {};
    }
    case ScriptParameterKind::handle: {
      const Result<std::string> found = name();
      if (!found) return tl::unexpected(found.error());
      if (std::ranges::count(mine().handles, *found) == 0)
        return unknown_name(e.line, "handle", *found, mine().handles);
      step.handle = *found;
      return {};
    }
    case ScriptParameterKind::timer: {
      const Result<std::string> found = name();
      if (!found) return tl::unexpected(found.error());
      if (step.operation == ScriptOperation::stop && std::ranges::count(mine().timers, *found) == 0)
        return unknown_name(e.line, "timer", *found, mine().timers);
      step.text = *found;
      return {};
    }
    case ScriptParameterKind::time: {
      const Result<std::int64_t> time = picoseconds(e, numbers);
      if (!time) return tl::unexpected(time.error());
      step.duration = {*time};
      return {};
    }
    case ScriptParameterKind::number: {
      const Result<double> number = real_number(e, numbers);
      if (!number) return tl::unexpected(number.error());
      step.value = *number;
      return {};
    }
    case ScriptParameterKind::stream: {
      const Result<int> found = stream(e);
      if (!found) return tl::unexpected(found.error());
      (parameter.name == "on" ? step.other_stream : step.stream) = *found;
      step.all_streams = false;
      return {};
    }
    case ScriptParameterKind::group: {
      const Result<std::string> found = name();
      if (!found) return tl::unexpected(found.error());
      const auto group = std::ranges::find(program_.groups, *found, &ScriptRankGroup::name);
      if (group == program_.groups.end()) {
        std::vector<std::string> names;
        for (const ScriptRankGroup& each : program_.groups) names.push_back(each.name);
        return unknown_name(e.line, "group", *found, names);
      }
      step.group = static_cast<int>(group - program_.groups.begin());
      return {};
    }
    case ScriptParameterKind::algorithm: step.algorithm = e.name; return {};
    case ScriptParameterKind::anything: {
      const bool is_tensor = (e.kind == ExpressionKind::name && numbers.find(e.name) == nullptr) ||
                             e.kind == ExpressionKind::slice || e.kind == ExpressionKind::call;
      if (is_tensor) return set_payload(step, parameter, e, numbers);
      if (e.kind == ExpressionKind::text) {
        step.text = e.name;
        return {};
      }
      const Result<double> number = real_number(e, numbers);
      if (!number) return tl::unexpected(number.error());
      step.text = number_text(*number);
      return {};
    }
  }
  return {};
}

Result<Rank> ScriptStepMaker::rank(const ScriptExpression& e, const ScriptNumbers& numbers) const {
  const Result<std::int64_t> found = whole_number(e, numbers, "a rank");
  if (!found) return tl::unexpected(found.error());
  if (*found < 0 || *found >= program_.ranks)
    return fail_at(e.line, "rank {} of {} ranks; they are numbered 0 to {}", *found, program_.ranks,
                   program_.ranks - 1);
  return static_cast<Rank>(*found);
}

Result<int> ScriptStepMaker::stream(const ScriptExpression& e) const {
  const auto found = std::ranges::find(program_.streams, e.name);
  if (e.kind != ExpressionKind::name || found == program_.streams.end())
    return unknown_name(e.line, "stream", e.name, program_.streams);
  return static_cast<int>(found - program_.streams.begin());
}

// Finds what does not fit together with any library.
Status ScriptStepMaker::check(const ScriptStep& step) const {
  const ScriptOperationInfo& info = info_of(step.operation);
  if (is_message(step.operation) && step.peer == self_)
    return fail_at(step.line, "rank {} {} itself; a message needs two ranks", self_,
                   sends_message(step.operation) ? "sends to" : "receives from");
  if (is_collective(step.operation) || is_message(step.operation)) {
    const ScriptRankGroup& group = program_.groups[step.group];
    if (!std::ranges::binary_search(group.members, self_))
      return fail_at(step.line, "rank {} is not in group '{}'", self_, group.name);
    if (!std::ranges::binary_search(group.members, step.peer))
      return fail_at(step.line, "rank {}, the {}, is not in group '{}'", step.peer,
                     is_message(step.operation) ? "other end" : "root", group.name);
  }
  if (is_collective(step.operation)) {
    const bool two = std::ranges::count(info.parameters, "input", &ScriptParameter::name) > 0;
    if (two && step.payload.has_values() != step.other.has_values())
      return fail_at(step.line, "{} takes two tensors, or only a size; expected {}", info.name, info.usage);
  }
  const bool changes = is_addition(step.operation) || step.operation == ScriptOperation::copy;
  const bool needs_values = changes || step.operation == ScriptOperation::fill;
  if (needs_values && (!step.payload.has_values() || (changes && !step.other.has_values())))
    return fail_at(step.line, "{} takes tensors, not sizes; expected {}", info.name, info.usage);
  if (changes && step.payload.elements != step.other.elements)
    return fail_at(step.line, "{} has tensors of {} and {} elements; expected equal numbers", info.name,
                   step.payload.elements, step.other.elements);
  if (changes && step.payload.dtype != step.other.dtype)
    return fail_at(step.line, "{} has tensors of {} and {}; expected the same type", info.name,
                   name_of(step.payload.dtype), name_of(step.other.dtype));
  if (is_message(step.operation) && !step.payload.has_values() && !step.payload.given)
    return fail_at(step.line, "{} lacks what is to be sent", info.name);
  return {};
}

Status ScriptStepMaker::set_payload(ScriptStep& step, const ScriptParameter& parameter,
                                    const ScriptExpression& e, const ScriptNumbers& numbers) {
  const bool is_list = parameter.kind == ScriptParameterKind::list;
  Result<ScriptPayload> found = payloads_.read(e, numbers, is_list);
  if (!found) return tl::unexpected(found.error());
  const bool second = is_list || parameter.name == "input" || parameter.name == "source";
  (second ? step.other : step.payload) = *found;
  return {};
}

}  // namespace commlab

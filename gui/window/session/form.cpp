#include "gui/window/session/form.h"

#include <algorithm>
#include <cctype>

#include "core/experiment/experiment_options.h"

namespace commlab {
namespace {

struct Field {
  std::string_view option;
  std::string Form::*text;
};

constexpr Field fields[] = {{"machine", &Form::machine}, {"algorithm", &Form::algorithm},
                            {"ranks", &Form::ranks},     {"size", &Form::size},
                            {"root", &Form::root},       {"channels", &Form::channels},
                            {"pieces", &Form::pieces},   {"on", &Form::on}};

// Gives a ring or a switch as many GPUs as ranks are asked for.
std::string grown(const std::string& machine, const std::string& ranks) {
  const bool family = machine.starts_with("ring:") || machine.starts_with("switch:");
  const std::size_t from = machine.find(':') + 1, to = machine.find(',');
  const bool digits =
      !ranks.empty() && std::ranges::all_of(ranks, [](unsigned char c) { return std::isdigit(c); });
  if (!family || !digits || to == std::string::npos) return machine;
  const std::string gpus = machine.substr(from, to - from);
  const bool enough = gpus.size() > ranks.size() || (gpus.size() == ranks.size() && gpus >= ranks);
  return enough ? machine : machine.substr(0, from) + ranks + machine.substr(to);
}

}  // namespace

Form form_of(const Experiment& experiment) {
  const Experiment defaults{.collective = experiment.collective};
  Form form{.collective = std::string(name_of(experiment.collective))};
  for (const ExperimentOption& option : experiment_options()) {
    const std::string value = option.write(experiment);
    if (const Field* field = std::ranges::find(fields, option.name, &Field::option);
        field != std::end(fields))
      form.*field->text = value;
    else if (!value.empty() && value != option.write(defaults))
      form.more += fmt::format("{}--{}{}", form.more.empty() ? "" : " ", option.name,
                               option.takes.empty() ? "" : " " + value);
  }
  return form;
}

Result<Experiment> experiment_of(const Form& typed) {
  Form form = typed;
  form.machine = grown(form.machine, form.ranks);
  Result<Experiment> experiment = parse_line(form.collective + " " + form.more);
  if (!experiment) return experiment;
  for (const Field& field : fields) {
    const std::string& text = form.*field.text;
    if (text.empty() || (field.option == "root" && !has_root(experiment->collective))) continue;
    const auto option = std::ranges::find(experiment_options(), field.option, &ExperimentOption::name);
    if (const Status read = option->read(*experiment, text); !read) return tl::unexpected(read.error());
  }
  return experiment;
}

}  // namespace commlab

#include "gui/window/session/form.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/experiment/experiment_options.h"
#include "core/machine_text/machine_families.h"

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
  const std::optional<int> gpus = gpus_in_spec(machine), wanted = parse_number<int>(ranks);
  return gpus && wanted && *gpus < *wanted ? with_gpus(machine, *wanted) : machine;
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
    if (const Status read = read_option(*option, *experiment, text); !read)
      return tl::unexpected(read.error());
  }
  return experiment;
}

}  // namespace commlab

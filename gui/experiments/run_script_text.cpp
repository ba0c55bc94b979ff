#include "gui/experiments/run_script_text.h"

#include "core/machine/machine.h"
#include "core/machine_text/find_machine.h"
#include "core/script/parser.h"
#include "core/script/script.h"

namespace commlab {

Result<ScriptRun> run_script_text(const ScriptScene& scene, const Tools& tools) {
  const Result<Script> script = parse_script(scene.text);
  if (!script) return tl::unexpected(script.error());
  const std::string name = !scene.machine.empty()    ? scene.machine
                           : script->machine.empty() ? std::string(default_machine)
                                                     : script->machine;
  const Result<Machine> machine = find_machine(name, tools.machine_folder);
  if (!machine) return tl::unexpected(machine.error());
  ScriptOptions options{
      .flavour = scene.flavour, .seed = scene.seed, .stop = tools.stop, .outcomes_of = scene.outcomes_of};
  if (scene.ranks) options.ranks = *scene.ranks;
  return tools.run_script(*script, *machine, options);
}

}  // namespace commlab

// commlab machine show | check | import | detect | graphs: shows a machine, checks its file, makes one from
// files of other tools, describes this computer, and shows the rings and trees that NCCL chose.

#include <memory>
#include <optional>

#include <CLI/CLI.hpp>

#include "core/machine_text/find_machine.h"
#include "core/machine_text/machine_toml_writer.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/machine_detect.h"
#include "gui/cli/commands/machine_graphs.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/output.h"
#include "gui/cli/reports/machine_text.h"
#include "gui/experiments/own_machine.h"
#include "gui/picture/machine_picture.h"

namespace commlab {
namespace {

enum class Shape { text, json, svg };

struct MachineArguments {
  std::string name;
  MachineHints hints;
  std::optional<Shape> shape{};  // nothing: as the file's ending says
  std::string file;  // --out
};

Result<Machine> read_machine(const MachineArguments& asked, const Tools& tools) {
  return named_machine(asked.name, asked.hints, tools);
}

Status deliver_shown(const MachineArguments& asked, const Machine& machine, const Tools& tools) {
  const Output output{.file = asked.file, .answers = tools.answers};
  const Shape shape = asked.shape.value_or(ending_of(asked.file) == ".json" ? Shape::json : Shape::text);
  if (shape == Shape::svg) return deliver(output, to_svg(machine));
  const std::string words = shape == Shape::json ? json_of(machine) : text_of(machine);
  return deliver(output, words, [&] { return to_svg(machine); });
}

Result<int> show(const MachineArguments& asked, const Tools& tools) {
  return read_machine(asked, tools)
      .and_then([&](const Machine& machine) { return deliver_shown(asked, machine, tools); })
      .map([] { return 0; });
}

Result<int> check(const MachineArguments& asked, const Tools& tools) {
  const Result<Machine> machine = read_machine(asked, tools);
  if (!machine) return tl::unexpected(machine.error());
  const Topology& topology = machine->topology;
  tools.answers.print(fmt::format("{}: no mistakes found: {} GPUs, {} nodes, {} links\n", asked.name,
                                  topology.gpus, topology.nodes.size(), topology.links.size()));
  return 0;
}

Result<int> import(const MachineArguments& asked, const Tools& tools) {
  const Result<Machine> machine = read_machine(asked, tools);
  if (!machine) return tl::unexpected(machine.error());
  const Status written = deliver({.file = asked.file, .answers = tools.answers}, machine_to_toml(*machine));
  if (!written) return tl::unexpected(written.error());
  if (asked.file.empty()) return 0;
  tools.answers.print(fmt::format("{}: {}\n", asked.file, machine->title));
  for (const std::string& source : machine->sources) tools.answers.print(fmt::format("  {}\n", source));
  tools.answers.print(fmt::format("to look at it: commlab machine show {}\n", asked.file));
  return 0;
}

void add_hints(CLI::App& app, MachineArguments& asked) {
  app.add_option("--nic", asked.hints.nic,
                 "rate of each NIC of a cluster; default: the one in the node's machine file")
      ->type_name("400G");
  app.add_option("--gpu", asked.hints.gpu,
                 "model of the GPUs in a pasted nvidia-smi topo -m, or in NCCL's XML where it does not tell")
      ->type_name("A100");
}

void add_shape(CLI::App& app, MachineArguments& asked) {
  const auto read_shape = [&asked](const std::string& name) {
    if (name == "text")
      asked.shape = Shape::text;
    else if (name == "json")
      asked.shape = Shape::json;
    else if (name == "svg")
      asked.shape = Shape::svg;
    else
      throw CLI::ValidationError("--format: a machine is shown as text, json or svg, not '" + name + "'");
  };
  app.add_option_function<std::string>("--format", read_shape, "form of the output; default: text")
      ->type_name("text|json|svg");
}

CLI::App* declare_graphs(CLI::App& app, GraphsArguments& asked) {
  CLI::App* const graphs = app.add_subcommand(
      "graphs", "show the rings and trees that NCCL chose, and compare them with the search of commlab");
  graphs->add_option("file", asked.file, "what NCCL_GRAPH_DUMP_FILE wrote")->required()->type_name("");
  graphs
      ->add_option("--machine", asked.machine, "the machine on which NCCL ran; default: nothing is compared")
      ->type_name("NAME|FILE|SPEC");
  const auto read_version = [&asked](const std::string& text) {
    const Result<NcclVersion> version = parse_nccl_version(text);
    if (!version) throw CLI::ValidationError("--nccl: " + version.error().message);
    asked.version = *version;
  };
  graphs
      ->add_option_function<std::string>("--nccl", read_version,
                                         "the version that ran; default: the newest known")
      ->type_name("2.28");
  add_file(*graphs, asked.out, report_endings(), true,
           "write to this file; FILE.svg or .png: a picture of every ring and tree");
  return graphs;
}

Action declare_machine(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<MachineArguments>();
  const auto graphs_asked = std::make_shared<GraphsArguments>();
  const auto declare_one = [&](const char* name, const char* what, const char* argument,
                               const char* argument_help) {
    CLI::App* sub = app.add_subcommand(name, what);
    sub->add_option(argument, asked->name, argument_help)->required()->type_name("");
    add_hints(*sub, *asked);
    return sub;
  };
  CLI::App* show_app =
      declare_one("show", "show links, rates, costs and the source of each number; or draw a picture",
                  "machine", "a name, a file, a family, or several: \"2x dgx-h100\"");
  add_shape(*show_app, *asked);
  add_file(*show_app, asked->file, answer_endings(false), true,
           "write to this file, as its ending .txt or .json says; FILE.svg or .png: a picture");
  CLI::App* check_app = declare_one("check", "check a machine file", "file", "a machine file");
  CLI::App* import_app = declare_one("import",
                                     "make a machine file from a pasted nvidia-smi topo -m or rocm-smi "
                                     "--showtopo, or from NCCL's topology XML; rates and costs come "
                                     "from the named machine with the same GPUs and NVLinks",
                                     "file", "the file; commlab sees from its content what it is");
  add_file(*import_app, asked->file, machine_endings(), false, "write the machine to this file");
  CLI::App* detect_app = app.add_subcommand("detect", "describe this computer as a machine file");
  add_file(*detect_app, asked->file, machine_endings(), false, "write the machine to this file");
  CLI::App* graphs_app = declare_graphs(app, *graphs_asked);
  app.require_subcommand(1);
  return [asked, graphs_asked, show_app, check_app, detect_app, graphs_app, &tools] {
    if (detect_app->parsed()) return detect_machine(asked->file, tools);
    if (graphs_app->parsed()) return show_graphs(*graphs_asked, tools);
    if (show_app->parsed()) return show(*asked, tools);
    return check_app->parsed() ? check(*asked, tools) : import(*asked, tools);
  };
}

}  // namespace

const Command machine_command = {
    .name = "machine",
    .summary = "show a machine, check its file, or make one from files of other tools",
    .examples = R"(  commlab machine show hcm8
  commlab machine show "2x dgx-h100" --nic 400G --out two.svg
  commlab machine show switch:8,450GB/s,350ns --format json
  commlab machine import topo.txt --gpu A100 --out my-server.toml
  commlab machine graphs graph.xml --machine dgx-h100 --nccl 2.28 --out graphs.svg
  commlab machine detect --out here.toml
  commlab machine check my-server.toml)",
    .declare = declare_machine};

}  // namespace commlab

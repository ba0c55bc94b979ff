// commlab list: collectives, algorithms, machines, backends and lessons.

#include <algorithm>
#include <memory>
#include <span>

#include <CLI/CLI.hpp>

#include "core/machine/gpu_model.h"
#include "core/machine_text/find_machine.h"
#include "core/schedule/algorithm.h"
#include "gui/cli/commands/command.h"
#include "gui/cli/commands/options.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/output.h"
#include "gui/cli/output/table.h"
#include "gui/experiments/find_lesson.h"
#include "gui/experiments/own_machine.h"
#include "lessons/format/lesson_parser.h"

namespace commlab {
namespace {

struct ListArguments {
  std::string what;
  Output output;
};

// Rows have as many cells as there are titles.
struct List {
  std::string name;
  std::vector<std::string> titles;
  std::vector<std::vector<std::string>> rows;
  std::size_t below = 0;  // so many last cells are sentences: as text, they stand below their row
};

std::string_view meaning(CollectiveKind kind) {
  switch (kind) {
    case CollectiveKind::broadcast: return "the root's vector goes to every rank";
    case CollectiveKind::scatter: return "the root's blocks go to one rank each";
    case CollectiveKind::gather: return "every rank's block goes to the root";
    case CollectiveKind::reduce: return "all vectors are combined, at the root";
    case CollectiveKind::all_reduce: return "all vectors are combined, at every rank";
    case CollectiveKind::all_gather: return "every rank's block goes to every rank";
    case CollectiveKind::reduce_scatter: return "all vectors are combined; each rank gets its block";
    case CollectiveKind::all_to_all: return "every rank sends each rank a block of its own";
    case CollectiveKind::sendrecv: return "every rank sends its vector to the next, at once";
    case CollectiveKind::p2p: return "one rank sends its vector to one or several others";
  }
  return {};
}

List list_collectives() {
  List list{"collectives", {"collective", "meaning"}, {}};
  for (const CollectiveKind kind : all_collective_kinds)
    list.rows.push_back({std::string(name_of(kind)), std::string(meaning(kind))});
  return list;
}

List list_algorithms(const Tools& tools) {
  List list{
      .name = "algorithms", .titles = {"collective", "algorithm", "idea", "cost"}, .rows = {}, .below = 2};
  for (const std::span<const Algorithm* const> some : {algorithms(), OwnAlgorithms(tools.own_algorithms)})
    for (const Algorithm* algorithm : some)
      list.rows.push_back({std::string(name_of(algorithm->collective)), std::string(algorithm->name),
                           std::string(algorithm->idea), std::string(algorithm->cost)});
  return list;
}

// The place of the machine's GPUs among all models, which are listed from old to new.
std::int64_t generation_of(const Machine& machine) {
  const std::span<const GpuModel> models = gpu_models();
  return std::ranges::find(models, machine.gpu, &GpuModel::name) - models.begin();
}

Result<List> list_machines(const Tools& tools) {
  List list{"machines", {"machine", "GPUs", "title"}, {}};
  std::vector<Machine> machines;
  for (const std::string& name : machine_names(tools.machine_folder)) {
    Result<Machine> machine = find_machine(name, tools.machine_folder);
    if (!machine) return tl::unexpected(machine.error());
    machines.push_back(*std::move(machine));
  }
  std::ranges::stable_sort(machines, {}, generation_of);
  for (const Machine& machine : machines)
    list.rows.push_back({machine.name, std::to_string(machine.topology.gpus), machine.title});
  for (const Backend& backend : tools.backends)
    if (const auto own = read_own_machine(name_of(backend.name)); !backend.models && own && *own)
      list.rows.push_back(
          {std::string(name_of(backend.name)), std::to_string((*own)->topology.gpus), (*own)->title});
  for (const auto& [spec, title] :
       {std::pair{"switch:N,450GB/s,350ns", "N GPUs around one switch"},
        std::pair{"ring:N,100GB/s,500ns", "N GPUs in a ring"},
        std::pair{"mesh:AxB,100GB/s,500ns", "A x B GPUs in a grid"},
        std::pair{"torus:AxB,100GB/s,500ns", "A x B GPUs in a grid whose ends are joined"},
        std::pair{"fat-tree:HxL,400Gb/s,1us", "L leaf switches with H GPUs each"},
        std::pair{"Kx MACHINE,400G",
                  "K of any machine above, joined by NICs of 400 Gb/s: \"2x dgx-h100,400G\""}})
    list.rows.push_back({spec, "", title});
  return list;
}

List list_backends(const Tools& tools) {
  List list{"backends", {"backend", "what it is", "state"}, {}};
  for (const Backend& backend : tools.backends)
    list.rows.push_back({std::string(name_of(backend.name)), backend.title, state_of(backend)});
  return list;
}

Table table_of(const List& list) {
  std::vector<Table::Column> columns;
  for (const std::string& title : list.titles) columns.push_back({title});
  Table table(std::move(columns));
  for (const auto& row : list.rows) table.add(row);
  return table;
}

// So that lines have at most 100 characters.
std::string text_of(const List& list) {
  if (list.below == 0) return table_of(list).text();
  std::string text;
  for (const auto& row : list.rows) {
    const std::size_t beside = row.size() - list.below;
    text += fmt::format("  {}\n",
                        fmt::join(row.begin(), row.begin() + static_cast<std::ptrdiff_t>(beside), "  "));
    for (std::size_t i = beside; i < row.size(); ++i)
      if (!row[i].empty())
        text += paragraph(i == beside ? row[i] : fmt::format("{}: {}", list.titles[i], row[i]), "      ");
  }
  return text;
}

std::string json(const List& list) {
  Json rows = Json::array();
  for (const auto& row : list.rows) {
    Json object = Json::object();
    for (std::size_t i = 0; i < row.size(); ++i) object[list.titles[i]] = row[i];
    rows.push_back(object);
  }
  return document({{list.name, rows}});
}

Result<List> list_lessons(const Tools& tools) {
  List list{"lessons", {"lesson", "title", "minutes", "goal"}, {}};
  for (const std::filesystem::path& file : lesson_files(tools.lesson_folder)) {
    const Result<Lesson> lesson = read_lesson(file);
    if (!lesson) return tl::unexpected(lesson.error());
    list.rows.push_back({lesson->number ? std::to_string(lesson->number) : lesson->id, lesson->title,
                         std::to_string(lesson->minutes), lesson->goal});
  }
  return list;
}

Result<List> find_list(const std::string& what, const Tools& tools) {
  if (what == "algorithms") return list_algorithms(tools);
  if (what == "machines") return list_machines(tools);
  if (what == "backends") return list_backends(tools);
  if (what == "collectives") return list_collectives();
  if (what == "lessons") return list_lessons(tools);
  return fail("list: '{}' is none of collectives, algorithms, machines, backends, lessons", what);
}

Result<std::string> everything(const Tools& tools) {
  std::string text;
  for (const char* what : {"collectives", "algorithms", "machines", "backends", "lessons"}) {
    const Result<List> list = find_list(what, tools);
    if (!list) return tl::unexpected(list.error());
    text += fmt::format("{}{}\n", text.empty() ? "" : "\n", text_of(*list));
  }
  text.pop_back();
  return text;
}

Result<std::string> answer(const ListArguments& asked, const Tools& tools) {
  if (asked.what.empty()) {
    if (asked.output.format == Format::text) return everything(tools);
    return fail("list: with --format, name one list: collectives, algorithms, machines, backends or lessons");
  }
  return find_list(asked.what, tools).map([&](const List& list) {
    if (asked.output.format == Format::json) return json(list);
    return asked.output.format == Format::csv ? table_of(list).csv() : text_of(list);
  });
}

Action declare_list(CLI::App& app, const Tools& tools) {
  const auto asked = std::make_shared<ListArguments>();
  app.add_option("what", asked->what, "default: all of them")
      ->type_name("collectives|algorithms|machines|backends|lessons");
  add_output(app, asked->output, tools);
  return [asked, &tools] {
    return answer(*asked, tools)
        .and_then([&](const std::string& text) { return deliver(asked->output, text); })
        .map([] { return 0; });
  };
}

}  // namespace

const Command list_command = {.name = "list",
                              .summary = "list collectives, algorithms, machines, backends and lessons",
                              .examples = R"(  commlab list
  commlab list algorithms
  commlab list machines --format json)",
                              .declare = declare_list};

}  // namespace commlab

#include "gui/window/frame/scenario_bar.h"

#include <algorithm>
#include <functional>

#include "core/base/numbers.h"
#include "core/base/progress.h"
#include "core/collective/size_text.h"
#include "core/schedule/algorithm.h"
#include "gui/window/commands/commands.h"
#include "gui/window/commands/keys_of_commands.h"
#include "gui/window/draw/paragraph.h"

namespace commlab {
namespace {

struct Item {
  std::string_view id;
  std::string_view label;  // before it; may be empty
  double width;            // of the field, in font heights
  std::string_view tooltip;
  std::string Form::*text;
  std::vector<std::string> (*options)(const Session&);  // null: it can only be typed
  bool typed = false;                                   // it can also be typed
  std::string hint{};                                   // what an empty field stands for
};

std::vector<std::string> collectives(const Session&) {
  std::vector<std::string> names;
  for (const CollectiveKind kind : all_collective_kinds) names.emplace_back(name_of(kind));
  return names;
}

std::vector<std::string> algorithm_names(const Session& session) {
  std::vector<std::string> names = {"auto", "nccl"};
  if (const auto kind = parse_collective(session.form.collective))
    for (const Algorithm* algorithm : algorithms_for(*kind)) names.emplace_back(algorithm->name);
  return names;
}

std::vector<std::string> machines(const Session& session) {
  std::vector<std::string> names = session.tools.machines;
  for (const char* family : {"ring:4,25GB/s,1us", "switch:8,450GB/s,350ns", "mesh:4x4,50GB/s,500ns"})
    names.emplace_back(family);
  return names;
}

std::vector<std::string> backends(const Session& session) { return session.tools.backends; }

bool rooted(const Session& session) {
  const auto kind = parse_collective(session.form.collective);
  return kind && has_root(*kind);
}

// The number of ranks of the run that is shown, as long as the machine is the same.
std::string implied_ranks(const Session& session) {
  const Form shown = form_of(session.scene->run.experiment);
  return session.form.machine == shown.machine ? std::to_string(session.scene->trace().collective.ranks)
                                               : "all";
}

std::string implied_size(const Session& session) {
  const Collective& collective = session.scene->trace().collective;
  return is_uneven(collective) ? "by counts" : to_text(size_of(collective));
}

std::vector<Item> items(const Session& session) {
  std::vector<Item> all = {
      {"scenario.collective", "", 8, "what is done", &Form::collective, collectives},
      {"scenario.algorithm", "", 8.5, "how it is done; nccl: as NCCL does; auto: the fastest in simulation",
       &Form::algorithm, algorithm_names, false, "usual"},
      {"scenario.machine", "on", 11, "a machine of the list, a file, or a family: ring:8,25GB/s,2us",
       &Form::machine, machines, true, std::string(default_machine)},
      {"scenario.ranks", "ranks", 3, "how many take part; empty: every GPU of the machine", &Form::ranks,
       nullptr, false, implied_ranks(session)},
      {"scenario.size", "size", 5, "of the whole vector: 64MiB", &Form::size, nullptr, false,
       implied_size(session)},
      {"scenario.root", "root", 2.5, "the rank that has or gets all data", &Form::root, nullptr, false, "0"},
      {"scenario.channels", "channels", 2.5, "parts that travel side by side", &Form::channels, nullptr,
       false, "1"},
      {"scenario.pieces", "pieces", 3.5, "parts that travel one behind the other, or auto", &Form::pieces,
       nullptr, false, "auto"},
      {"scenario.on", "by", 4.5, "sim: a model; host: threads of this computer", &Form::on, backends},
      {"scenario.more", "options", 7, "all other options of commlab run: --slow gpu3:2x --data ranks",
       &Form::more, nullptr, false, "none"}};
  std::erase_if(all, [&](const Item& item) { return item.id == "scenario.root" && !rooted(session); });
  return all;
}

constexpr double run_width = 5;  // of the button, in font heights

// Where each item is, in rows of buttons: its label's left end, and its field.
struct Places {
  struct Place {
    double label_x;
    Area field;
  };
  std::vector<Place> items;
  Area run;
  int rows = 1;
};

Places places(const Canvas& canvas, const Theme& theme, const std::vector<Item>& all, const Area& area) {
  Places result;
  double x = area.x, y = area.y;
  const double run = run_width * theme.font;
  result.run = {area.right() - run, area.y, run, theme.button};
  const auto end = [&] { return result.rows == 1 ? result.run.x - theme.gap : area.right(); };
  const auto place = [&](double label, double width) {
    if (x + label + width > end() && x > area.x) {
      x = area.x;
      y += theme.button + theme.gap;
      ++result.rows;
    }
    const Places::Place placed{x, {x + label, y, width, theme.button}};
    x += label + width + theme.gap;
    return placed;
  };
  for (const Item& item : all) {
    const double label =
        item.label.empty() ? 0 : canvas.width_of(item.label, theme.small()) + theme.gap * 0.75;
    result.items.push_back(place(label, item.width * theme.font));
  }
  result.items.back().field.width = end() - result.items.back().field.x;  // the last one takes what is left
  return result;
}

void item_widget(Ui& ui, Session& session, const Item& item, const Area& area) {
  std::string& text = session.form.*item.text;
  if (!item.options) {
    if (ui.field(item.id, area, text, item.tooltip, item.hint)) (*find_command("run"))->act(session);
    return;
  }
  const std::vector<std::string> options = item.options(session);
  if (item.typed && ui.field(item.id, {area.x, area.y, area.width - area.height, area.height}, text,
                             item.tooltip, item.hint))
    (*find_command("run"))->act(session);
  const Area list = item.typed ? Area{area.right() - area.height, area.y, area.height, area.height} : area;
  const std::string list_id = fmt::format("{}{}", item.id, item.typed ? ".list" : "");
  const auto chosen = ui.choice(list_id, list, text.empty() ? item.hint : text, options, item.tooltip);
  if (!chosen) return;
  text = options[*chosen];
  if (item.text == &Form::collective) session.form.algorithm.clear();
  if (item.text == &Form::machine) session.form.ranks.clear();  // as many as the machine has
  (*find_command("run"))->act(session);
}

}  // namespace

int scenario_rows(const Canvas& canvas, const Theme& theme, const Session& session, double width) {
  return places(canvas, theme, items(session), {0, 0, width, theme.button}).rows;
}

void scenario_bar(Ui& ui, Session& session, const Area& area) {
  const Theme& theme = ui.theme;
  const std::vector<Item> all = items(session);
  const Places where = places(ui.canvas, theme, all, area);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const auto& [label_x, field] = where.items[i];
    ui.canvas.text({label_x, field.center().y}, all[i].label, {.color = theme.quiet, .size = theme.small()});
    item_widget(ui, session, all[i], field);
  }
  const WindowCommand& run = **find_command("run");
  const bool changed = session.form != form_of(session.scene->run.experiment);
  const std::string tooltip = tooltip_of(run, session.settings);
  if (ui.button("run", "Run", where.run, {.primary = changed, .tooltip = tooltip})) run.act(session);
}

void scenario_in_words(Ui& ui, Session& session, const Area& area) {
  const Theme& theme = ui.theme;
  const Trace& trace = session.scene->trace();
  const std::string words = fmt::format("{} · {} · {} · {}", name_of(trace.collective.kind), trace.algorithm,
                                        counted(trace.collective.ranks, "rank"), size_text(trace.collective));
  constexpr std::string_view change = "Change";
  const double width = ui.canvas.width_of(change, theme.font) + 3 * theme.gap;
  const double room = area.width - width - 2 * theme.gap;
  ui.label("scenario", {area.x + theme.gap, area.center().y}, shortened(words, room, theme.font, ui.canvas),
           {.color = theme.quiet, .size = theme.font});
  const double end = std::min(ui.canvas.width_of(words, theme.font), room) + 2 * theme.gap;
  const WindowCommand& command = **find_command("scenario");
  const std::string tooltip = tooltip_of(command, session.settings);
  if (ui.button("scenario.change", change, {area.x + end, area.y, width, area.height}, {.tooltip = tooltip}))
    command.act(session);
}

}  // namespace commlab

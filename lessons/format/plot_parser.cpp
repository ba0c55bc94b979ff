#include "lessons/format/plot_parser.h"

#include "lessons/expression/value.h"
#include "lessons/format/key_table.h"

namespace commlab {
namespace {

Result<PlotBlock::Scale> parse_scale(std::string_view name) {
  if (name == "linear") return PlotBlock::Scale::linear;
  if (name == "log x") return PlotBlock::Scale::log_x;
  if (name == "log") return PlotBlock::Scale::log;
  return fail("'{}' is none of linear, log x, log", name);
}

// Finds which of the three kinds the plot is. Keys of another kind are errors.
Status check_plot(PlotBlock& plot) {
  const bool curves = !plot.curves.empty() || !plot.x.empty() || plot.values || !plot.marks.empty();
  const bool bars = !plot.bars.empty();
  const bool cells = plot.rows || plot.columns || plot.cell;
  if (curves + bars + cells != 1)
    return fail(
        "a plot is of one kind: curves (x, values, y.NAME), or bars (bar.NAME), or cells (rows, columns, "
        "cell); "
        "here {}",
        curves + bars + cells == 0 ? "is none" : "are several");
  if (curves && plot.x.empty())
    return fail("'x' is missing: the key of the scene that is swept, as in x = size");
  if (curves && !plot.values)
    return fail("'values' is missing: what x is set to, as in [1 KiB, 1 MiB, 1 GiB]");
  if (curves && plot.curves.empty())
    return fail("y.NAME is missing: a curve, as in y.time = time(run), \"time\"");
  if (cells && !(plot.rows && plot.columns && plot.cell))
    return fail("a plot of cells has all of rows, columns (lists) and cell (in the names row and column)");
  if (!curves && plot.scale == PlotBlock::Scale::log_x) return fail("scale = \"log x\" belongs to curves");
  if (cells && plot.scale != PlotBlock::Scale::linear) return fail("'scale' belongs to curves and bars");
  for (const auto* lines : {&plot.curves, &plot.marks})
    if (lines->size() > most_plot_lines)
      return fail("{} lines are more than can be told apart; a plot has at most {}", lines->size(),
                  most_plot_lines);
  if (!plot.unit.empty() && !find_value_unit(plot.unit))
    return fail("there is no unit '{}'; there are {}", plot.unit, units_text());
  plot.kind = curves ? PlotBlock::Kind::curves : bars ? PlotBlock::Kind::bars : PlotBlock::Kind::cells;
  return {};
}

}  // namespace

Result<PlotBlock> parse_plot(const LessonFilePart& part, std::string_view file) {
  PlotBlock plot{.line = part.line};
  const auto x = [&](const LessonKey& key, const std::string&) -> Status {
    return plain_value(key.value).map([&](std::string name) { plot.x = std::move(name); });
  };
  const auto scale = [&](const LessonKey& key, const std::string&) -> Status {
    return plain_value(key.value).and_then(parse_scale).map([&](PlotBlock::Scale said) {
      plot.scale = said;
    });
  };
  const Status read = read_keys(
      part, file,
      {filled_row("title", plot.title), word_row("unit", plot.unit), LessonKeyRow{"scale", scale},
       LessonKeyRow{"x", x}, expression_row("values", [&](Expression e) { plot.values = std::move(e); }),
       labelled_row("y", plot.curves), labelled_row("mark", plot.marks), labelled_row("bar", plot.bars),
       expression_row("rows", [&](Expression e) { plot.rows = std::move(e); }),
       expression_row("columns", [&](Expression e) { plot.columns = std::move(e); }),
       expression_row("cell", [&](Expression e) { plot.cell = std::move(e); })});
  if (!read) return tl::unexpected(read.error());
  if (const Status fine = check_plot(plot); !fine)
    return fail_in_lesson(file, part.line, fine.error().message);
  return plot;
}

}  // namespace commlab

#include "lessons/play/plot.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/index.h"
#include "lessons/expression/fill.h"
#include "lessons/model/lesson_step.h"
#include "lessons/model/scene_keys.h"

namespace commlab {
namespace {

constexpr double nothing_there = std::numeric_limits<double>::quiet_NaN();

bool any_expression(const PlotBlock& plot, const auto& holds) {
  const auto labelled = [&](const LabelledExpression& one) { return holds(one.value); };
  const auto there = [&](const std::optional<Expression>& one) { return one && holds(*one); };
  return std::ranges::any_of(plot.curves, labelled) || std::ranges::any_of(plot.marks, labelled) ||
         std::ranges::any_of(plot.bars, labelled) || there(plot.values) || there(plot.rows) ||
         there(plot.columns) || there(plot.cell);
}

class PlotMaker {
 public:
  PlotMaker(const PlotBlock& plot, SceneRunner& runner, const LessonScene& scene,
            const VariantValues& varying)
      : plot_(plot),
        runner_(runner),
        scene_(scene),
        varying_(varying),
        here_(runner.context(scene, varying)) {
    state_.plot = &plot;
  }

  Result<PlotState> plot() {
    const Result<std::string> title = text(plot_.title);
    if (!title) return tl::unexpected(title.error());
    state_.title = *title;
    const Status made = make();
    if (!made) return tl::unexpected(made.error());
    choose_unit();
    return std::move(state_);
  }

 private:
  Status make() {
    switch (plot_.kind) {
      case PlotBlock::Kind::curves: return make_curves();
      case PlotBlock::Kind::bars: return make_bars();
      case PlotBlock::Kind::cells: return make_cells();
    }
    return {};
  }

  Result<std::string> text(const std::string& words) const {
    return filled(with_values(words, words_of(scene_, varying_)), fill_in_from(here_));
  }

  // Curves over what is swept.

  Status make_curves() {
    const Result<Value::List> values = list(*plot_.values, "values", most_plot_values);
    if (!values) return tl::unexpected(values.error());
    if (const Status placed = place_on_x(*values); !placed) return placed;
    for (const LabelledExpression& curve : plot_.curves) {
      const Status drawn = make_curve(curve, *values);
      if (!drawn) return fail(drawn.error().fault, "y.{}: {}", curve.name, drawn.error().message);
    }
    for (const LabelledExpression& mark : plot_.marks) {
      const Status drawn = make_mark(mark);
      if (!drawn) return fail(drawn.error().fault, "mark.{}: {}", mark.name, drawn.error().message);
    }
    return {};
  }

  Status place_on_x(const Value::List& values) {
    state_.x_title = spoken_key_of(plot_.x);
    state_.x_is_text = !values.front().number();
    for (const Value& value : values) {
      const auto* number = value.number();
      const auto position = static_cast<double>(state_.x.size());
      if ((number == nullptr) != state_.x_is_text)
        return fail("values: numbers and texts cannot stand on one axis");
      if (number && number->dimension != values.front().number()->dimension)
        return fail("values: {} stands among others of {}", name_of(number->dimension),
                    name_of(values.front().number()->dimension));
      const double x = number ? number->amount : position;
      if (!std::isfinite(x) || (!state_.x.empty() && x <= state_.x.back()))
        return fail("values: {} comes behind {}; they rise from one to the next", written(value),
                    state_.x_texts.back());
      if (plot_.scale != PlotBlock::Scale::linear && (state_.x_is_text || x <= 0))
        return fail("values: {} cannot stand on a logarithmic axis", written(value));
      state_.x.push_back(x);
      state_.x_texts.push_back(written(value));
    }
    return {};
  }

  Status make_curve(const LabelledExpression& curve, const Value::List& values) {
    Result<std::string> label = text(curve.label);
    if (!label) return tl::unexpected(label.error());
    PlotState::Curve made{*std::move(label), {}};
    for (std::size_t i = 0; i < values.size(); ++i) {
      const Result<double> y = swept(curve.value, values[i]);
      if (!y) return fail(y.error().fault, "at {} = {}: {}", plot_.x, state_.x_texts[i], y.error().message);
      made.y.push_back(*y);
    }
    state_.curves.push_back(std::move(made));
    return {};
  }

  // In the scene with the key set to this value.
  Result<double> swept(const Expression& expression, const Value& value) {
    EvaluationContext there = runner_.context(changed(scene_, {{plot_.x, as_key_value(value)}}), varying_);
    there.names[plot_.x] = value;
    return evaluate(expression, there).and_then([&](const Value& y) { return amount(y); });
  }

  Status make_mark(const LabelledExpression& mark) {
    const Result<Value> value = evaluate(mark.value, here_);
    if (!value) return tl::unexpected(value.error());
    if (state_.x_is_text || !value->number())
      return fail("it stands where x has a number, and here is {}", kind_of(*value));
    return text(mark.label).map([&](std::string label) {
      state_.marks.push_back({std::move(label), value->number()->amount});
    });
  }

  // Bars, and cells.

  Status make_bars() {
    for (const LabelledExpression& bar : plot_.bars) {
      const Result<double> height =
          evaluate(bar.value, here_).and_then([&](const Value& value) { return amount(value); });
      if (!height) return fail(height.error().fault, "bar.{}: {}", bar.name, height.error().message);
      Result<std::string> label = text(bar.label);
      if (!label) return tl::unexpected(label.error());
      state_.bars.push_back({*std::move(label), *height});
    }
    return {};
  }

  Status make_cells() {
    const Result<Value::List> rows = list(*plot_.rows, "rows", most_plot_cells),
                              columns = list(*plot_.columns, "columns", most_plot_cells);
    if (!rows) return tl::unexpected(rows.error());
    if (!columns) return tl::unexpected(columns.error());
    if (rows->size() * columns->size() > index(most_plot_cells))
      return fail("{} cells; a plot has at most {}", rows->size() * columns->size(), most_plot_cells);
    for (const Value& row : *rows) state_.rows.push_back(written(row));
    for (const Value& column : *columns) state_.columns.push_back(written(column));
    for (const Value& row : *rows)
      for (const Value& column : *columns) {
        const Result<double> cell = cell_at(row, column);
        if (!cell)
          return fail(cell.error().fault, "cell, row {}, column {}: {}", written(row), written(column),
                      cell.error().message);
        state_.cells.push_back(*cell);
      }
    return {};
  }

  Result<double> cell_at(const Value& row, const Value& column) {
    here_.names["row"] = row;
    here_.names["column"] = column;
    return evaluate(*plot_.cell, here_).and_then([&](const Value& value) { return amount(value); });
  }

  // Numbers.

  Result<Value::List> list(const Expression& expression, std::string_view key, int most) const {
    return evaluate(expression, here_)
        .and_then([&](const Value& value) -> Result<Value::List> {
          if (!value.list()) return fail("a list is needed, as in [1, 2, 4], and this is {}", kind_of(value));
          if (value.list()->empty()) return fail("the list is empty");
          if (std::ssize(*value.list()) > most)
            return fail("{} values; at most {} are taken", value.list()->size(), most);
          return *value.list();
        })
        .map_error([&](const Error& error) {
          return Error{fmt::format("{}: {}", key, error.message), error.fault};
        });
  }

  // In bytes and seconds, until the unit is known. An infinite number leaves its place empty.
  Result<double> amount(const Value& value) {
    if (value.nothing()) return nothing_there;
    const auto* number = value.number();
    if (!number) return fail("a plot draws numbers, and this is {}", kind_of(value));
    const ValueUnit* const unit = plot_.unit.empty() ? nullptr : find_value_unit(plot_.unit);
    const Dimension wanted = unit ? unit->dimension : dimension_.value_or(number->dimension);
    if (number->dimension != wanted)
      return fail("{} stands where {} should: a plot has one unit", name_of(number->dimension),
                  name_of(wanted));
    dimension_ = wanted;
    if (!std::isfinite(number->amount)) return nothing_there;
    if (plot_.scale == PlotBlock::Scale::log && number->amount <= 0)
      return fail("{} cannot stand on a logarithmic scale", written(value));
    largest_ = std::max(largest_, std::abs(number->amount));
    return number->amount;
  }

  void choose_unit() {
    const ValueUnit* const unit = !plot_.unit.empty() ? find_value_unit(plot_.unit)
                                  : dimension_        ? suitable_unit({largest_, *dimension_})
                                                      : nullptr;
    if (!unit) return;
    state_.unit = unit->name;
    for (PlotState::Curve& curve : state_.curves)
      for (double& y : curve.y) y /= unit->factor;
    for (PlotState::Bar& bar : state_.bars) bar.value /= unit->factor;
    for (double& cell : state_.cells) cell /= unit->factor;
  }

  const PlotBlock& plot_;
  SceneRunner& runner_;
  const LessonScene& scene_;
  const VariantValues& varying_;
  EvaluationContext here_;
  PlotState state_{};
  std::optional<Dimension> dimension_{};  // of all numbers but x
  double largest_ = 0;
};

}  // namespace

Result<PlotState> computed_plot(const PlotBlock& plot, SceneRunner& runner, const LessonScene& scene,
                                const VariantValues& varying) {
  return PlotMaker(plot, runner, scene, varying).plot();
}

bool waits_for_predictions(const LessonStep& step, const PlotBlock& plot) {
  bool behind = false;
  each_question(step, [&](const Question& question) {
    behind = behind || (question.predicts && question.line < plot.line);
  });
  return any_expression(plot, [behind](const Expression& expression) {
    return behind ? asks_a_run(expression) : tells_the_run(expression);
  });
}

std::string plotted_text(const PlotState& plot, double amount) {
  const ValueUnit* const unit = plot.unit.empty() ? nullptr : find_value_unit(plot.unit);
  if (!unit || std::isnan(amount)) return plotted_number(amount);
  return written(value_of(amount * unit->factor, unit->dimension), {.unit = unit}).value_or("-");
}

std::string plotted_number(double amount) { return std::isnan(amount) ? "-" : written(value_of(amount)); }

}  // namespace commlab

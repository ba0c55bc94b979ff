#include "gui/cli/reports/compare_report.h"

#include <algorithm>

#include "core/base/numbers.h"
#include "core/programs/native.h"
#include "gui/cli/output/data.h"
#include "gui/cli/output/table.h"
#include "gui/cli/output/text.h"
#include "gui/cli/reports/drift_text.h"

namespace commlab {
namespace {

constexpr double goal_percent = 20;

constexpr std::string_view of_processors =
    ", nor on which processors a virtual machine runs: two that share a cache pass small messages several "
    "times faster, and large ones slower";

// The advice where predictions are not good enough.
std::string beyond_the_model(const Setup& setup, const std::optional<Drifted>& drift) {
  if (drift && drift->median_error_left <= goal_percent)
    return fmt::format(
        "This computer has changed since the calibration, and that explains the errors. Calibrate again: "
        "commlab calibrate --on {}.",
        name_of(setup.experiment.on));
  return fmt::format(
      "The model knows one speed for each size of message. It does not know what else this computer does{}. "
      "If something changed since the calibration, calibrate again: commlab calibrate --on {}.",
      setup.machine->work.processors > 0 ? of_processors : "", name_of(setup.experiment.on));
}

bool has_destinations(const std::vector<CompareRow>& rows) {
  return std::ranges::any_of(rows, [](const CompareRow& row) { return row.to.has_value(); });
}

bool has_estimates(const std::vector<CompareRow>& rows) {
  return std::ranges::any_of(rows, [](const CompareRow& row) { return row.estimate.has_value(); });
}

bool is_native(const CompareRow& row) {
  return row.comparison.algorithm == native_algorithm(row.comparison.collective.kind).name;
}

bool has_native(const std::vector<CompareRow>& rows) {
  return std::ranges::any_of(rows, [](const CompareRow& row) { return is_native(row); });
}

std::string destination(const CompareRow& row) { return row.to ? fmt::format("rank {}", *row.to) : "all"; }

std::string human(const std::optional<Time>& time) { return time ? to_human(*time) : ""; }

std::string signed_percent(double percent) { return fmt::format("{:+.1f} %", percent); }

// "5.6 %", or where there are several: "5.6 % on host, 72.0 % on tcp".
std::string errors_text(const std::vector<CompareRow>& rows) {
  const std::vector<BackendName> backends = backends_in(rows);
  if (backends.size() == 1) return percent_text(median_error_of(rows));
  std::vector<std::string> errors;
  for (const BackendName backend : backends)
    errors.push_back(fmt::format("{} on {}", percent_text(median_error_of(rows, backend)), name_of(backend)));
  return fmt::format("{}", fmt::join(errors, ", "));
}

bool needs_explanation(const Compared& compared) {
  const std::optional<Drifted> drift = drifted(compared.rows);
  return median_error_of(compared.rows, compared.setup.experiment.on) > goal_percent ||
         (drift && (drift->least < 1 || drift->greatest > 1));
}

// Nothing where another backend was calibrated: for it, other things were looked at.
std::vector<std::string> differences_since_calibration(const Compared& compared) {
  const Machine& machine = *compared.setup.machine;
  if (machine.tempo.known() && machine.tempo.backend != name_of(compared.setup.experiment.on)) return {};
  return differences(machine.provenance, compared.provenance, "then", "now");
}

// What differs from the calibration, and what changed during the runs.
std::string provenance_lines(const Compared& compared) {
  std::string text;
  if (const auto all = differences_since_calibration(compared); !all.empty())
    text += paragraph(fmt::format("different since the calibration: {}", fmt::join(all, "; ")), "  ");
  if (const auto all = changes(compared.provenance); !all.empty())
    text += paragraph(fmt::format("changed during these runs: {}", fmt::join(all, "; ")), "  ");
  return text;
}

// The lines about the drift; empty where no row has one. A machine knows the tempo of one backend only.
std::string drift_lines(const Compared& compared) {
  const std::optional<Drifted> drift = drifted(compared.rows);
  if (!drift) return "";
  const std::string_view backend = compared.setup.machine->tempo.backend;
  return fmt::format("  with the drift removed: {}{}\n", percent_text(drift->median_error_left),
                     backends_in(compared.rows).size() > 1 ? fmt::format(" on {}", backend) : "") +
         paragraph(
             fmt::format("drift: {}. Beside each run, small programs of the calibration were timed again; "
                         "left: the error if the prediction is multiplied by how much longer they took.",
                         drift_text(*drift)),
             "  ");
}

// "  cuda: 4 virtual ranks on one GPU (NVIDIA H200); ...": a line for each backend that tells where it ran.
std::string places_text(const std::vector<CompareRow>& rows) {
  std::string text;
  for (const BackendName backend : backends_in(rows))
    if (const std::string& where = first_row_of(rows, backend).where_text; !where.empty())
      text += paragraph(fmt::format("{}: {}", name_of(backend), where), "  ");
  return text;
}

// Where the machine has GPUs, and threads or processes of this computer ran.
std::string other_hardware_line(const Setup& setup) {
  const BackendName on = setup.experiment.on;
  const bool on_processors = on == BackendName::host || on == BackendName::tcp || on == BackendName::mpi;
  if (!on_processors || setup.machine->gpu.empty()) return "";
  return paragraph(fmt::format("The predictions are for {} GPUs, but --on {} measures the processors of this "
                               "computer: the errors say nothing about the model. Leave out --machine, or "
                               "measure on GPUs: --on cuda, --on nccl.",
                               setup.machine->gpu, name_of(on)),
                   "  ");
}

Table compare_csv_table() {
  return Table({{"size_bytes"},
                {"backend"},
                {"algorithm"},
                {"to"},
                {"predicted_us"},
                {"measured_us"},
                {"measured_min_us"},
                {"measured_max_us"},
                {"error_percent"},
                {"first_us"},
                {"bound_us"},
                {"estimate_us"},
                {"drift"},
                {"predicted_now_us"},
                {"error_left_percent"},
                {"where"}});
}

}  // namespace

CompareTable::CompareTable(const std::vector<CompareRow>& known)
    : tells_apart_(has_destinations(known)),
      drifts_(drifted(known).has_value()),
      estimates_(has_estimates(known)) {
  columns_ = {{"size", right}, {"on"}, {"algorithm"}};
  if (tells_apart_) columns_.push_back({"to"});
  for (const char* title : {"predicted", "measured", "min", "max"})
    columns_.push_back({title, right, width_of("12.3 us")});
  columns_.push_back({"error", right});
  if (drifts_) columns_.insert(columns_.end(), {{"drift", right}, {"left", right}});
  for (const char* title : {"first", "bound"}) columns_.push_back({title, right});
  if (estimates_) columns_.push_back({"estimate", right});
  for (const CompareRow& row : known) {
    const std::vector<std::string> cells = cells_of(row);
    for (std::size_t i = 0; i < cells.size(); ++i)
      columns_[i].least = std::max(columns_[i].least, width_of(cells[i]));
  }
}

std::vector<std::string> CompareTable::cells_of(const CompareRow& row) const {
  const Comparison& c = row.comparison;
  std::vector<std::string> cells{to_human(c.measured.size), std::string(name_of(row.backend)), c.algorithm};
  if (tells_apart_) cells.push_back(destination(row));
  for (const std::string& cell :
       {to_human(c.predicted), to_human(c.measured.median), to_human(c.measured.min),
        to_human(c.measured.max), signed_percent(c.error_percent())})
    cells.push_back(cell);
  if (drifts_) {
    cells.push_back(row.drift() ? fmt::format("x {:.2f}", *row.drift()) : "");
    cells.push_back(row.drift() ? signed_percent(row.error_left_percent()) : "");
  }
  for (const std::string& cell : {human(row.first), human(row.bound)}) cells.push_back(cell);
  if (estimates_) cells.push_back(human(row.estimate));
  return cells;
}

std::string CompareTable::titles() const { return Table(columns_).titles(); }

std::string CompareTable::row(const CompareRow& row) const {
  Table table(columns_);
  table.add(cells_of(row));
  return table.newest_row();
}

std::string compare_text_head(const Compared& compared) {
  const Setup& setup = compared.setup;
  const Collective& c = setup.collective;
  return fmt::format("{} on {} of this computer ({}):\npredicted by the simulator, measured with real data\n",
                     name_of(c.kind), counted(c.ranks, "rank"), setup.machine->title) +
         other_hardware_line(setup) + places_text(compared.rows) + '\n';
}

std::string compare_text_tail(const Compared& compared) {
  const Setup& setup = compared.setup;
  const std::vector<CompareRow>& rows = compared.rows;
  std::string text = fmt::format(
      "\n  median |error| {}   (predicted - measured) / measured; every result was checked first\n"
      "  measured: the median of the quietest of {} rounds of 20; min and max of all; first: the very first "
      "call\n",
      errors_text(rows), compare_sweeps);
  text += drift_lines(compared);
  if (needs_explanation(compared)) text += provenance_lines(compared);
  if (backends_in(rows).size() > 1)
    text += fmt::format("  on: who ran it; all predictions are for machine {}\n", setup.experiment.machine);
  if (has_native(rows))
    text += "  native: the library's own algorithm; its prediction is the time of our fastest algorithm\n";
  if (has_estimates(rows)) text += "  estimate: the time that the library itself expected for one call\n";
  if (has_destinations(rows))
    text +=
        "  to: until the last byte for that rank had arrived, in the median run with stamps at every step; "
        "the streams\n      run side by side\n"
        "  all: until every rank had received all its bytes\n";
  if (median_error_of(rows, setup.experiment.on) > goal_percent)
    text += paragraph(beyond_the_model(setup, drifted(rows_on(rows, setup.experiment.on))), "  ");
  return text;
}

std::string compare_json(const Compared& compared) {
  const auto& [line, setup, rows, provenance] = compared;
  Json array = Json::array();
  for (const CompareRow& row : rows) {
    const Comparison& c = row.comparison;
    Json json{{"collective", name_of(c.collective.kind)},
              {"algorithm", c.algorithm},
              {"protocol", is_native(row) ? Json(nullptr) : Json("simple")},
              {"channels", is_native(row) ? Json(nullptr) : Json(setup.experiment.channels)},
              {"ranks", c.collective.ranks},
              {"nodes", 1},
              {"size_bytes", c.measured.size.count},
              {"machine", setup.experiment.machine},
              {"backend", name_of(row.backend)},
              {"predicted_us", microseconds_of(c.predicted)},
              {"measured_us", microseconds_of(c.measured.median)},
              {"measured_min_us", microseconds_of(c.measured.min)},
              {"measured_max_us", microseconds_of(c.measured.max)},
              {"error_percent", c.error_percent()},
              {"first_us", us_json(row.first)},
              {"bound_us", us_json(row.bound)}};
    if (!row.where_text.empty()) json["where"] = row.where_text;
    if (row.estimate) json["estimate_us"] = microseconds_of(*row.estimate);
    if (row.drift()) {
      json["drift"] = *row.drift();
      json["predicted_now_us"] = microseconds_of(row.predicted_now());
      json["error_left_percent"] = row.error_left_percent();
    }
    if (has_destinations(rows)) json["to"] = row.to ? Json(*row.to) : Json("all");
    array.push_back(std::move(json));
  }
  Json errors = Json::object();
  for (const BackendName backend : backends_in(rows))
    errors[std::string(name_of(backend))] = median_error_of(rows, backend);
  Json all{{"experiment", line},
           {"rows", array},
           {"median_error_percent", median_error_of(rows)},
           {"median_error_percent_on", errors}};
  if (const std::optional<Drifted> drift = drifted(rows)) {
    all["median_error_left_percent"] = drift->median_error_left;
    all["drift"] = {{"least", drift->least}, {"greatest", drift->greatest}};
  }
  if (provenance.known()) {
    all["provenance"] = provenance_json(provenance);
    all["different_since_calibration"] = differences_since_calibration(compared);
  }
  return document(all);
}

std::string compare_csv_titles() { return compare_csv_table().csv(); }

std::string compare_csv_row(const CompareRow& row) {
  Table table = compare_csv_table();
  const Comparison& c = row.comparison;
  table.add({std::to_string(c.measured.size.count), std::string(name_of(row.backend)), c.algorithm,
             row.to ? std::to_string(*row.to) : "all", us_cell(c.predicted), us_cell(c.measured.median),
             us_cell(c.measured.min), us_cell(c.measured.max), fmt::format("{:.2f}", c.error_percent()),
             us_cell(row.first), us_cell(row.bound), us_cell(row.estimate),
             row.drift() ? fmt::format("{:.4f}", *row.drift()) : "",
             us_cell(row.drift() ? std::optional(row.predicted_now()) : std::nullopt),
             row.drift() ? fmt::format("{:.2f}", row.error_left_percent()) : "", row.where_text});
  return table.csv_rows_only();
}

}  // namespace commlab

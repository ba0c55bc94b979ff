#include "gui/cli/reports/batch_answer.h"

#include <utility>

#include "core/base/numbers.h"
#include "gui/cli/reports/batch_row.h"

namespace commlab {

BatchAnswer::BatchAnswer(const Batch& batch, RowOrder order, std::function<Status(std::string_view)> write)
    : batch_(batch),
      order_(order),
      write_(std::move(write)),
      succeeded_(batch.asked()),
      has_row_(batch.entries().size()) {}

Status BatchAnswer::take_written(std::string_view text) {
  const std::optional<BatchRow> row = read_batch_row(text);
  if (!row) return fail("line {} is no row of a batch", written_ + 1);
  if (row->index >= all())
    return fail("line {} is experiment {}, and this batch has only {}", written_ + 1, row->index, all());
  if (const std::string& ours = batch_.entries()[row->index].line; row->line != line_in_batch_row(ours))
    return fail("experiment {} is '{}' there, and '{}' here", row->index, row->line, ours);
  if (has_row_[row->index]) return fail("experiment {} is there twice", row->index);
  has_row_[row->index] = true;
  note(row->index, row->error);
  ++written_;
  return {};
}

Result<std::optional<CrewText>> BatchAnswer::next() {
  for (; next_ < all(); ++next_) {
    if (has_row_[next_]) continue;
    const BatchEntry& entry = batch_.entries()[next_];
    if (entry.mistake.empty()) return CrewText{next_++, entry.line};
    const Error mistake{.message = entry.mistake};
    if (const Status added = add({next_, batch_row(next_, entry.line, tl::unexpected(mistake))}); !added)
      return tl::unexpected(added.error());
  }
  return std::nullopt;
}

Status BatchAnswer::add(const CrewText& row) {
  note(row.index, read_batch_row(row.text).value().error);
  has_row_[row.index] = true;
  if (order_ == RowOrder::of_finish) return write(row.text);
  waiting_.emplace(row.index, row.text);
  return write_those_in_order();
}

Status BatchAnswer::verdict() const {
  if (errors_.empty()) return {};
  return fail(Fault::no, "{} of {} failed; the first: {}", with_commas(static_cast<std::int64_t>(failed())),
              counted(static_cast<std::int64_t>(batch_.asked()), "experiment"), errors_.begin()->second);
}

void BatchAnswer::note(std::size_t index, const std::optional<std::string>& error) {
  const std::size_t asked = batch_.entries()[index].asked;
  if (!error) {
    succeeded_[asked] = true;
    errors_.erase(asked);
  } else if (!succeeded_[asked]) {
    errors_.emplace(asked, *error);
  }
}

Status BatchAnswer::write(std::string_view row) {
  ++written_;
  return write_(row);
}

Status BatchAnswer::write_those_in_order() {
  for (; next_in_order_ < all() && has_row_[next_in_order_]; ++next_in_order_) {
    const auto row = waiting_.extract(next_in_order_);
    if (row.empty()) continue;  // an earlier program has written it
    if (const Status written = write(row.mapped()); !written) return written;
  }
  return {};
}

}  // namespace commlab

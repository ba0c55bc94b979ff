#include "lessons/play/quoted_numbers.h"

#include <algorithm>
#include <optional>
#include <set>

#include "lessons/expression/expression_node.h"
#include "lessons/model/step_expressions.h"

namespace commlab {
namespace {

// The title as it is written; nothing where it is computed.
std::optional<std::string> written_title(const ExpressionNode& node) {
  using Kind = ExpressionNode::Kind;
  if (node.kind == Kind::text || node.kind == Kind::name) return node.text;
  if (node.kind == Kind::number) return written(value_of(node.amount, node.dimension));
  return std::nullopt;
}

// The positions of this title among `titles`; all of them where the node is no title.
template <class Titled>
std::vector<std::size_t> meant_by(const ExpressionNode& node, const std::vector<Titled>& titles) {
  std::vector<std::size_t> all;
  const std::optional<std::string> title = written_title(node);
  for (std::size_t i = 0; i < titles.size(); ++i) {
    if (title && titles[i].name == *title) return {i};
    all.push_back(i);
  }
  return all;
}

class Quotes {
 public:
  explicit Quotes(const DataTable& table) : table_(table) {}

  void read(const ExpressionNode& node) {
    if (node.is_call("measured") && node.children.size() == 3 && node.children[0].text == table_.name)
      for (const std::size_t row : meant_by(node.children[1], table_.rows))
        for (const std::size_t column : meant_by(node.children[2], table_.columns))
          if (has(row, column)) quoted_.emplace(row, column);
    for (const ExpressionNode& child : node.children) read(child);
  }

  QuotedNumbers count() const {
    QuotedNumbers count{.quoted = static_cast<int>(quoted_.size())};
    for (std::size_t row = 0; row < table_.rows.size(); ++row)
      for (std::size_t column = 0; column < table_.columns.size(); ++column) count.all += has(row, column);
    return count;
  }

 private:
  bool has(std::size_t row, std::size_t column) const {
    return column < table_.rows[row].cells.size() && !table_.rows[row].cells[column].empty();
  }

  const DataTable& table_;
  std::set<std::pair<std::size_t, std::size_t>> quoted_;
};

}  // namespace

QuotedNumbers quoted_numbers(const Lesson& lesson, int step, const DataTable& table) {
  Quotes quotes(table);
  for (int i = 0; i <= step; ++i)
    for (const Expression& expression : expressions_of(lesson.steps[i])) quotes.read(*expression.root);
  return quotes.count();
}

std::string left_out_text(const QuotedNumbers& numbers, const std::string& table) {
  if (numbers.quoted == numbers.all) return "";
  return fmt::format("quoted: {} of {} entries; all: commlab lesson data {}", numbers.quoted, numbers.all,
                     table);
}

}  // namespace commlab

#pragma once
// The language of narration, answers and checks: numbers with units, arithmetic, comparisons, and queries
// about a run (vocabulary.h lists the words). Expressions change nothing, always end, and have limits, so
// that a stranger's lesson can be opened safely.
//
//   time(to 2) < 10 ms and equal(tensor(rank 2), tensor(rank 0))
//   2 * (n - 1) / n * size            400 MB / 93.3 GB/s            busbw ~ 235 GB/s within 5%
//   time(run(size = 1 KiB))           sweep(size, [1 KiB, 1 MiB], time(run))
//   all(each(r, range(0, n - 1), contains(tensor(rank r), 4)))
//
//   or  and  not   < <= > >= == != ~   + -   * /   ^   -x   list[i]

#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/error.h"

namespace commlab {

struct ExpressionNode;

// Parsed, not evaluated. Cheap to copy.
struct Expression {
  std::string text;
  int line = 0;  // of the lesson
  std::shared_ptr<const ExpressionNode> root;
};

inline constexpr std::size_t longest_expression = 4000;  // characters
inline constexpr int deepest_expression = 100;
inline constexpr int deepest_names = 20;  // let.NAME that use one another

// An error says what was found and what was expected. The caller adds file and line.
Result<Expression> parse_expression(std::string_view text, int line = 0);

// Whether it asks about a run, machine or measurement; if not, its value is known without any.
bool asks_something(const Expression&);
// Whether it asks about a run: the scene's own, or that of a what-if. let.NAME is taken to do so.
bool asks_a_run(const Expression&);
// What let.NAME stands for in a scene; nothing where the scene has no such name.
using NamedExpressions = std::function<std::optional<std::string>(const std::string& name)>;
// Whether its value tells what the scene does as it stands; queries about what-ifs and about the machine do
// not. For let.NAME, the named expression decides; where that is not known, the answer is yes.
bool tells_the_run(const Expression&, const NamedExpressions& = {});

}  // namespace commlab

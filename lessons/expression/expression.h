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

// A parsed expression. Cheap to copy.
struct Expression {
  std::string text;
  int line = 0;  // line of the lesson's file
  std::shared_ptr<const ExpressionNode> root;
};

inline constexpr std::size_t longest_expression = 4000;  // characters
inline constexpr int deepest_expression = 100;
inline constexpr int deepest_names = 20;  // named expressions (let.NAME) that use each other

// An error says what was found and what was expected. The caller adds file and line.
Result<Expression> parse_expression(std::string_view text, int line = 0);

// Whether the expression asks about a run, a machine or a measurement. If not, its value is the same for all
// of them.
bool asks_something(const Expression&);
// Whether the expression asks about a run: the scene's own, or that of a what-if. A let.NAME counts as
// asking.
bool asks_a_run(const Expression&);
// Gives the expression that let.NAME stands for in a scene; nothing if the scene has no such name.
using NamedExpressions = std::function<std::optional<std::string>(const std::string& name)>;
// Whether the expression's value tells something about the run of the unchanged scene. Queries about what-ifs
// and about the machine do not. For let.NAME, the named expression decides; if that is not known, the answer
// is yes.
bool tells_the_run(const Expression&, const NamedExpressions& = {});

}  // namespace commlab

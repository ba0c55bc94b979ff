#include "lessons/expression/fill.h"

#include "lessons/text/blanks.h"

namespace commlab {
namespace {

constexpr int most_filled_in = 200;
constexpr std::size_t longest_filled = 100'000;

}  // namespace

Result<FormattedExpression> parse_formatted(std::string_view text, int line) {
  std::size_t bar = 0;
  for (bool quoted = false; bar < text.size(); ++bar) {
    if (text[bar] == '"') quoted = !quoted;
    if (text[bar] == '|' && !quoted) break;
  }
  const auto expression = parse_expression(without_blanks(text.substr(0, bar)), line);
  if (!expression) return tl::unexpected(expression.error());
  const auto format = bar < text.size() ? parse_value_format(text.substr(bar + 1)) : ValueFormat{};
  if (!format) return tl::unexpected(format.error());
  return FormattedExpression{*expression, *format};
}

Result<std::string> filled(std::string_view text, const FillIn& fill_in) {
  std::string result;
  int filled_in = 0;
  for (std::size_t open = text.find("{{"); open != std::string_view::npos; open = text.find("{{")) {
    const std::size_t closed = text.find("}}", open);
    if (closed == std::string_view::npos) return fail("{{{{ has no }}}} behind it");
    if (++filled_in > most_filled_in || result.size() > longest_filled)
      return fail("a text with more than {} {{{{ }}}}, or too long", most_filled_in);
    const std::string_view content = without_blanks(text.substr(open + 2, closed - open - 2));
    result += text.substr(0, open);
    const Result<std::string> in = parse_formatted(content).and_then(
        [&](const FormattedExpression& hole) { return fill_in(hole.expression, hole.format); });
    if (!in) return fail(in.error().fault, "{{{{ {} }}}}: {}", content.substr(0, 60), in.error().message);
    result += *in;
    text.remove_prefix(closed + 2);
  }
  return result.append(text);
}

Status check_filling(std::string_view text) {
  const auto nothing = [](const Expression&, const ValueFormat&) -> Result<std::string> { return ""; };
  return filled(text, nothing).map([](const std::string&) {});
}

FillIn fill_in_from(const EvaluationContext& context, bool locked) {
  return [&context, locked](const Expression& expression, const ValueFormat& format) -> Result<std::string> {
    if (locked && !format.told && tells_the_run(expression, context.named)) return "?";
    return evaluate(expression, context).and_then([&](const Value& value) { return written(value, format); });
  };
}

}  // namespace commlab

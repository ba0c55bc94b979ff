#include "core/script/token_reader.h"

#include <algorithm>
#include <array>

namespace commlab {
namespace {

constexpr int most_depth = 64;        // of brackets inside one another
constexpr int most_operators = 1000;  // in one line: each is a level of the tree

struct UnitName {
  std::string_view name;
  ScriptExpression::Unit unit;
  double multiplier;
};
constexpr std::array unit_names = {
    UnitName{"ps", ScriptExpression::Unit::picoseconds, 1},
    UnitName{"ns", ScriptExpression::Unit::picoseconds, 1e3},
    UnitName{"us", ScriptExpression::Unit::picoseconds, 1e6},
    UnitName{"ms", ScriptExpression::Unit::picoseconds, 1e9},
    UnitName{"s", ScriptExpression::Unit::picoseconds, 1e12},
    UnitName{"B", ScriptExpression::Unit::bytes, 1},
    UnitName{"byte", ScriptExpression::Unit::bytes, 1},
    UnitName{"bytes", ScriptExpression::Unit::bytes, 1},
    UnitName{"kB", ScriptExpression::Unit::bytes, 1e3},
    UnitName{"KB", ScriptExpression::Unit::bytes, 1e3},
    UnitName{"MB", ScriptExpression::Unit::bytes, 1e6},
    UnitName{"GB", ScriptExpression::Unit::bytes, 1e9},
    UnitName{"KiB", ScriptExpression::Unit::bytes, 1024.0},
    UnitName{"MiB", ScriptExpression::Unit::bytes, 1024.0 * 1024},
    UnitName{"GiB", ScriptExpression::Unit::bytes, 1024.0 * 1024 * 1024},
};

ScriptExpression joined(ScriptExpression::Kind kind, int line, ScriptExpression a, ScriptExpression b) {
  ScriptExpression both{.kind = kind, .line = line};
  both.operands.push_back(std::move(a));
  both.operands.push_back(std::move(b));
  return both;
}

}  // namespace

const ScriptToken& ScriptTokenReader::peek(std::size_t further) const {
  return line_.tokens[std::min(at_ + further, line_.tokens.size() - 1)];
}

const ScriptToken& ScriptTokenReader::take() {
  const ScriptToken& token = peek();
  if (!at_end()) ++at_;
  return token;
}

bool ScriptTokenReader::takes_sign(std::string_view sign) {
  if (peek().kind != ScriptToken::Kind::sign || peek().text != sign) return false;
  take();
  return true;
}

bool ScriptTokenReader::takes_name(std::string_view name) {
  if (peek().kind != ScriptToken::Kind::name || peek().text != name) return false;
  take();
  return true;
}

tl::unexpected<Error> ScriptTokenReader::expected(std::string_view what) const {
  return fail_at(line(), "found {}; expected {}",
                 at_end() ? std::string("the end of the line") : fmt::format("'{}'", peek().text), what);
}

Status ScriptTokenReader::sign(std::string_view sign) {
  if (takes_sign(sign)) return {};
  return expected(fmt::format("'{}'", sign));
}

Result<std::string> ScriptTokenReader::name(std::string_view what) {
  if (peek().kind != ScriptToken::Kind::name) return expected(what);
  return take().text;
}

Status ScriptTokenReader::end() {
  if (at_end()) return {};
  return expected("the end of the line");
}

std::string ScriptTokenReader::dashed_name() {
  if (peek().kind != ScriptToken::Kind::name) return {};
  std::string name = take().text;
  while (peek().text == "-" && peek(1).kind == ScriptToken::Kind::name) {
    take();
    name += "-" + take().text;
  }
  return name;
}

std::string ScriptTokenReader::rest() {
  if (at_end()) return {};
  const std::size_t from = peek().from;
  while (!at_end()) take();
  return text_from(from);
}

std::string ScriptTokenReader::text_from(std::size_t column) const {
  const std::size_t to = at_ == 0 ? column : line_.tokens[at_ - 1].to;
  return line_.text.substr(column, std::max(to, column) - column);
}

Result<std::vector<ScriptSelector>> ScriptTokenReader::selectors() {
  std::vector<ScriptSelector> all;
  do {
    Result<ScriptSelector> one = selector();
    if (!one) return tl::unexpected(one.error());
    all.push_back(std::move(*one));
  } while (takes_sign(","));
  return all;
}

Result<ScriptSelector> ScriptTokenReader::selector() {
  using Kind = ScriptSelector::Kind;
  constexpr std::array<std::pair<std::string_view, Kind>, 5> words = {{{"all", Kind::all},
                                                                       {"even", Kind::even},
                                                                       {"odd", Kind::odd},
                                                                       {"last", Kind::last},
                                                                       {"others", Kind::others}}};
  for (const auto& [word, kind] : words)
    if (takes_name(word)) return ScriptSelector{.kind = kind};
  ScriptSelector range{.kind = Kind::range};
  Result<ScriptExpression> first = expression();
  if (!first) return tl::unexpected(first.error());
  range.first = *first;
  if (!takes_sign("..")) {
    range.last = std::move(*first);
    return range;
  }
  Result<ScriptExpression> last = expression();
  if (!last) return tl::unexpected(last.error());
  range.last = std::move(*last);
  return range;
}

Result<ScriptExpression> ScriptTokenReader::expression() {
  if (++depth_ > most_depth) return fail_at(line(), "more than {} brackets inside one another", most_depth);
  Result<ScriptExpression> found = sum();
  --depth_;
  return found;
}

Result<ScriptExpression> ScriptTokenReader::sum() {
  Result<ScriptExpression> left = product();
  while (left && (peek().text == "+" || peek().text == "-") && peek().kind == ScriptToken::Kind::sign) {
    const auto kind = take().text == "+" ? ScriptExpression::Kind::add : ScriptExpression::Kind::subtract;
    Result<ScriptExpression> right = product();
    if (!right) return right;
    if (++operators_ > most_operators) return fail_at(line(), "more than {} signs", most_operators);
    left = joined(kind, line(), std::move(*left), std::move(*right));
  }
  return left;
}

Result<ScriptExpression> ScriptTokenReader::product() {
  using Kind = ScriptExpression::Kind;
  Result<ScriptExpression> left = factor();
  while (left && peek().kind == ScriptToken::Kind::sign &&
         (peek().text == "*" || peek().text == "/" || peek().text == "%")) {
    const char sign = take().text[0];
    Result<ScriptExpression> right = factor();
    if (!right) return right;
    if (++operators_ > most_operators) return fail_at(line(), "more than {} signs", most_operators);
    left = joined(sign == '*'   ? Kind::multiply
                  : sign == '/' ? Kind::divide
                                : Kind::modulo,
                  line(), std::move(*left), std::move(*right));
  }
  return left;
}

Result<ScriptExpression> ScriptTokenReader::factor() {
  if (!takes_sign("-")) return atom();
  if (++depth_ > most_depth) return fail_at(line(), "more than {} signs in a row", most_depth);
  Result<ScriptExpression> operand = factor();
  --depth_;
  if (!operand) return operand;
  ScriptExpression negated{.kind = ScriptExpression::Kind::negate, .line = line()};
  negated.operands.push_back(std::move(*operand));
  return negated;
}

Result<ScriptExpression> ScriptTokenReader::atom() {
  switch (peek().kind) {
    case ScriptToken::Kind::number: return number();
    case ScriptToken::Kind::name: return named();
    case ScriptToken::Kind::text:
      return ScriptExpression{.kind = ScriptExpression::Kind::text, .line = line(), .name = take().text};
    case ScriptToken::Kind::sign:
    case ScriptToken::Kind::end: break;
  }
  if (!takes_sign("(")) return expected("a number, a name or '('");
  Result<ScriptExpression> inside = expression();
  if (!inside) return inside;
  if (const Status closed = sign(")"); !closed) return tl::unexpected(closed.error());
  return inside;
}

Result<ScriptExpression> ScriptTokenReader::number() {
  ScriptExpression number{.line = line(), .number = take().number};
  const bool line_goes_on =
      peek().text == "of" || peek().text == "on";  // sms 20 of 132, group g = 0, 1 on side
  if (peek().kind != ScriptToken::Kind::name || line_goes_on) return number;
  const auto unit = std::ranges::find(unit_names, std::string_view(peek().text), &UnitName::name);
  if (unit == unit_names.end()) return expected("a unit (ns, us, ms, s; B, kB, MB, GB, KiB, MiB, GiB)");
  take();
  number.unit = unit->unit;
  number.number *= unit->multiplier;
  return number;
}

// x, x[2], x[2..4], chunk(x, i, n)
Result<ScriptExpression> ScriptTokenReader::named() {
  ScriptExpression named{.kind = ScriptExpression::Kind::name, .line = line(), .name = take().text};
  const bool slices = peek().text == "[" && peek().kind == ScriptToken::Kind::sign;
  const bool calls = peek().text == "(" && peek().kind == ScriptToken::Kind::sign;
  if (!slices && !calls) return named;
  take();
  named.kind = slices ? ScriptExpression::Kind::slice : ScriptExpression::Kind::call;
  do {
    Result<ScriptExpression> operand = expression();
    if (!operand) return operand;
    named.operands.push_back(std::move(*operand));
  } while (takes_sign(slices ? ".." : ","));
  if (slices && named.operands.size() > 2)
    return fail_at(line(), "{}[...] has more than two ends", named.name);
  if (const Status closed = sign(slices ? "]" : ")"); !closed) return tl::unexpected(closed.error());
  return named;
}

}  // namespace commlab

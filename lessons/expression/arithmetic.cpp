#include "lessons/expression/arithmetic.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>
#include <cstdlib>
#include <numeric>
#include <optional>

#include "core/experiment/run.h"

namespace commlab {
namespace {

using Number = Value::Number;
using Values = std::vector<Value>;

constexpr std::size_t longest_text = 10'000;
constexpr int longest_range = 10'000;
constexpr int highest_power = 9;  // of bytes or seconds; higher ones are mistakes

Result<Number> number_in(std::string_view name, const Value& value) {
  if (const auto* number = value.number()) return *number;
  return fail("{} takes numbers, and this is {}", name, kind_of(value));
}

Result<Value> finished(double amount, Dimension dimension) {
  if (std::isnan(amount)) return fail("the result is not a number");
  if (std::abs(dimension.bytes) > highest_power || std::abs(dimension.seconds) > highest_power)
    return fail("the result is in {}, which has no use", name_of(dimension));
  return value_of(amount, dimension);
}

// The dimension of both; a bare 0 fits any dimension.
Result<Dimension> common(std::string_view sign, const Number& a, const Number& b) {
  if (a.dimension == b.dimension) return a.dimension;
  if (a.dimension == bare && a.amount == 0) return b.dimension;
  if (b.dimension == bare && b.amount == 0) return a.dimension;
  return fail("'{}' between {} and {}: they have different units", sign, name_of(a.dimension),
              name_of(b.dimension));
}

Result<Value> add(std::string_view sign, const Value& a, const Value& b) {
  if (sign == "+" && (a.text() || b.text())) {
    std::string text = written(a) + written(b);
    if (text.size() > longest_text) return fail("a text of more than {} characters", longest_text);
    return text_value(std::move(text));
  }
  const auto x = number_in(sign, a), y = number_in(sign, b);
  if (!x) return tl::unexpected(x.error());
  if (!y) return tl::unexpected(y.error());
  return common(sign, *x, *y).and_then([&](Dimension dimension) {
    return finished(sign == "+" ? x->amount + y->amount : x->amount - y->amount, dimension);
  });
}

Result<Value> multiply(std::string_view sign, const Value& a, const Value& b) {
  const auto x = number_in(sign, a), y = number_in(sign, b);
  if (!x) return tl::unexpected(x.error());
  if (!y) return tl::unexpected(y.error());
  const Dimension d = x->dimension, e = y->dimension;
  if (sign == "*") return finished(x->amount * y->amount, {d.bytes + e.bytes, d.seconds + e.seconds});
  if (y->amount == 0) return fail("a division by zero");
  return finished(x->amount / y->amount, {d.bytes - e.bytes, d.seconds - e.seconds});
}

Result<Value> raise(const Value& a, const Value& b) {
  const auto x = number_in("^", a), y = number_in("^", b);
  if (!x) return tl::unexpected(x.error());
  if (!y) return tl::unexpected(y.error());
  if (y->dimension != bare) return fail("'^' by {}: a bare number is needed", name_of(y->dimension));
  const Dimension d = x->dimension;
  if (d != bare && (y->amount != std::floor(y->amount) || std::abs(y->amount) > highest_power))
    return fail("'^' of {} by {}: a small whole number is needed", name_of(d), y->amount);
  if (x->amount == 0 && y->amount < 0) return fail("a division by zero");
  const int times = d == bare ? 0 : static_cast<int>(y->amount);
  return finished(std::pow(x->amount, y->amount), {d.bytes * times, d.seconds * times});
}

Result<Value> compare(std::string_view sign, const Value& a, const Value& b) {
  if (sign == "==" || sign == "!=") {
    const bool numbers = a.number() && b.number();
    if (numbers)
      if (const auto fits = common(sign, *a.number(), *b.number()); !fits)
        return tl::unexpected(fits.error());
    const bool both_zero = numbers && a.number()->amount == 0 && b.number()->amount == 0;
    return truth_value((both_zero || same(a, b)) == (sign == "=="));
  }
  const auto x = number_in(sign, a), y = number_in(sign, b);
  if (!x) return tl::unexpected(x.error());
  if (!y) return tl::unexpected(y.error());
  if (const auto fits = common(sign, *x, *y); !fits) return tl::unexpected(fits.error());
  const bool equal = same(a, b), less = !equal && x->amount < y->amount;
  if (sign == "<") return truth_value(less);
  if (sign == "<=") return truth_value(less || equal);
  if (sign == ">") return truth_value(!equal && x->amount > y->amount);
  return truth_value(equal || x->amount > y->amount);
}

Result<Value> about(const Values& arguments) {
  const auto x = number_in("~", arguments[0]), y = number_in("~", arguments[1]),
             share = number_in("within", arguments[2]);
  for (const auto* one : {&x, &y, &share})
    if (!*one) return tl::unexpected(one->error());
  if (share->dimension != bare) return fail("'within' takes a share, as in within 5%");
  return common("~", *x, *y).map([&](Dimension d) {
    return truth_value(close(value_of(x->amount, d), value_of(y->amount, d), share->amount));
  });
}

Result<Value> element(const Value& list, const Value& index) {
  if (!list.list()) return fail("'[...]' takes an element of a list, and this is {}", kind_of(list));
  const auto length = static_cast<int>(list.list()->size());
  if (length == 0) return fail("'[...]' of a list that is empty");
  return whole_number(index, "the number of an element", 0, length - 1).map([&](int i) {
    return (*list.list())[i];
  });
}

// The elements of one list, or the arguments themselves.
const Values& elements(const Values& arguments) {
  const auto* list = arguments.size() == 1 ? arguments[0].list() : nullptr;
  return list ? *list : arguments;
}

Result<Value> reduce(std::string_view name, const Values& all) {
  if (all.empty()) return name == "sum" ? Result<Value>(value_of(0)) : fail("{} of nothing", name);
  Result<Number> total = number_in(name, all[0]);
  if (!total) return tl::unexpected(total.error());
  for (std::size_t i = 1; i < all.size(); ++i) {
    const Result<Number> next = number_in(name, all[i]);
    if (!next) return tl::unexpected(next.error());
    const Result<Dimension> dimension = common(name, *total, *next);
    if (!dimension) return tl::unexpected(dimension.error());
    total->dimension = *dimension;
    if (name == "min") total->amount = std::min(total->amount, next->amount);
    if (name == "max") total->amount = std::max(total->amount, next->amount);
    if (name == "sum" || name == "mean") total->amount += next->amount;
  }
  if (name == "mean") total->amount /= static_cast<double>(all.size());
  return finished(total->amount, total->dimension);
}

Result<Value> truths(std::string_view name, const Values& all) {
  std::int64_t yes = 0;
  for (const Value& one : all) {
    if (!one.truth()) return fail("{} takes what is true or not, and this is {}", name, kind_of(one));
    yes += *one.truth();
  }
  if (name == "count") return value_of(static_cast<double>(yes));
  return truth_value(name == "all" ? yes == std::ssize(all) : yes > 0);
}

Result<Value> of_one(std::string_view name, const Value& argument) {
  const Result<Number> number = number_in(name, argument);
  if (!number) return tl::unexpected(number.error());
  const auto [x, dimension] = *number;
  if (name == "negative") return finished(-x, dimension);
  if (name == "abs") return finished(std::abs(x), dimension);
  if (name == "sqrt") {
    if (x < 0) return fail("sqrt of a number below zero");
    if (dimension.bytes % 2 || dimension.seconds % 2) return fail("sqrt of {}", name_of(dimension));
    return finished(std::sqrt(x), {dimension.bytes / 2, dimension.seconds / 2});
  }
  if (dimension != bare)
    return fail("{} takes a bare number, and this is {}: divide by a unit first", name, name_of(dimension));
  if (name == "log2")
    return x > 0 ? finished(std::log2(x), bare) : fail("log2 of a number that is not above zero");
  // 14.999999999999998 counts as 15: rounding errors are not the author's.
  const double nearest = std::round(x),
               settled = std::abs(x - nearest) < 1e-9 * std::max(1.0, std::abs(x)) ? nearest : x;
  if (name == "ceil") return finished(std::ceil(settled), bare);
  if (name == "floor") return finished(std::floor(settled), bare);
  return finished(nearest, bare);
}

Result<Value> modulo(const Value& a, const Value& b) {
  const auto x = number_in("mod", a), y = number_in("mod", b);
  if (!x) return tl::unexpected(x.error());
  if (!y) return tl::unexpected(y.error());
  if (y->amount == 0) return fail("mod by zero");
  return common("mod", *x, *y).and_then([&](Dimension dimension) {
    return finished(x->amount - y->amount * std::floor(x->amount / y->amount), dimension);
  });
}

Result<Value> range(const Value& first, const Value& last) {
  const auto a = whole_number(first, "the first of a range", -longest_range, longest_range);
  const auto b = whole_number(last, "the last of a range", -longest_range, longest_range);
  if (!a) return tl::unexpected(a.error());
  if (!b) return tl::unexpected(b.error());
  Value::List list;
  for (int i = *a; i <= *b; ++i) list.push_back(value_of(i));
  return Value{std::move(list)};
}

// Whether a list has an element, or a text a part.
Result<Value> contains(const Value& whole, const Value& wanted) {
  if (const std::string* const text = whole.text()) {
    if (wanted.text()) return truth_value(text->find(*wanted.text()) != std::string::npos);
    return fail("contains looks for a part of a text, and this is {}", kind_of(wanted));
  }
  if (!whole.list()) return fail("contains takes a list or a text, and this is {}", kind_of(whole));
  return truth_value(std::ranges::any_of(*whole.list(), [&](const Value& one) { return same(one, wanted); }));
}

// nccl-tests' two bandwidths (core/experiment/run.h).
Result<Value> bus_bandwidth(const Values& arguments) {
  if (!arguments[0].text())
    return fail("busbw_of takes a collective first, as in busbw_of(\"all_reduce\", 8, ...)");
  const auto kind = parse_collective(*arguments[0].text());
  if (!kind) return tl::unexpected(kind.error());
  return whole_number(arguments[1], "a number of ranks", 1, 1 << 20).and_then([&](int ranks) {
    return multiply("/", arguments[2], arguments[3]).and_then([&](const Value& algbw) {
      return multiply("*", value_of(busbw_factor(*kind, ranks)), algbw);
    });
  });
}

Result<Value> length(const Value& value) {
  if (const auto* list = value.list()) return value_of(static_cast<double>(list->size()));
  return fail("len takes a list, and this is {}", kind_of(value));
}

}  // namespace

Result<int> whole_number(const Value& value, std::string_view what, int least, int most) {
  const auto* number = value.number();
  if (!number || number->dimension != bare)
    return fail("{} is a bare number, and this is {}", what, kind_of(value));
  const double nearest = std::round(number->amount);
  if (!(std::abs(number->amount - nearest) < 1e-9))
    return fail("{} is a whole number, and this is {}", what, written(value));
  if (nearest < least || nearest > most)
    return fail("{} is from {} to {}, and this is {}", what, least, most, written(value));
  return static_cast<int>(nearest);
}

namespace {

// A sign between a list and one value works on each element and that value.
std::optional<Result<Value>> element_by_element(std::string_view name, const Values& arguments) {
  constexpr std::array signs = {"+", "-", "*", "/", "^", "<", "<=", ">", ">=", "==", "!=", "~"};
  if (std::ranges::find(signs, name) == signs.end()) return std::nullopt;
  const auto* left = arguments[0].list();
  const auto* right = arguments[1].list();
  if ((left != nullptr) == (right != nullptr)) return std::nullopt;
  Value::List results;
  for (const Value& element : left ? *left : *right) {
    Values one = arguments;
    one[left ? 0 : 1] = element;
    Result<Value> result = calculate(name, one);
    if (!result) return result;
    results.push_back(*std::move(result));
  }
  return Value{std::move(results)};
}

}  // namespace

Result<Value> calculate(std::string_view name, const Values& arguments) {
  assert(!arguments.empty() && "every sign and function has arguments");
  if (auto each = element_by_element(name, arguments)) return *each;
  const auto is = [&](std::initializer_list<std::string_view> names) {
    return std::find(names.begin(), names.end(), name) != names.end();
  };
  if (is({"+", "-"})) return add(name, arguments[0], arguments[1]);
  if (is({"*", "/"})) return multiply(name, arguments[0], arguments[1]);
  if (is({"^"})) return raise(arguments[0], arguments[1]);
  if (is({"<", "<=", ">", ">=", "==", "!="})) return compare(name, arguments[0], arguments[1]);
  if (is({"~"})) return about(arguments);
  if (is({"[]"})) return element(arguments[0], arguments[1]);
  if (is({"min", "max", "sum", "mean"})) return reduce(name, elements(arguments));
  if (is({"all", "any", "count"})) return truths(name, elements(arguments));
  if (is({"mod"})) return modulo(arguments[0], arguments[1]);
  if (is({"range"})) return range(arguments[0], arguments[1]);
  if (is({"contains"})) return contains(arguments[0], arguments[1]);
  if (is({"equal"})) return truth_value(same(arguments[0], arguments[1]));
  if (is({"len"})) return length(arguments[0]);
  if (is({"algbw_of"})) return multiply("/", arguments[0], arguments[1]);
  if (is({"busbw_of"})) return bus_bandwidth(arguments);
  return of_one(name, arguments[0]);
}

}  // namespace commlab

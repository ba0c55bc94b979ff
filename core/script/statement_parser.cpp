#include "core/script/statement_parser.h"

#include <algorithm>
#include <array>

#include "core/base/nearest.h"
#include "core/script/operations.h"
#include "core/script/unknown.h"

namespace commlab {
namespace {

constexpr int most_levels = 32;  // of loops, choices and groups in one another
constexpr std::array<std::string_view, 6> comparisons = {"==", "!=", "<", "<=", ">", ">="};

// "send(right, x), recv(left, y)"; of a loop or a choice, what stands in it.
std::string words_of(const std::vector<ScriptStatement>& statements) {
  std::string words;
  for (const ScriptStatement& each : statements) {
    if (!words.empty()) words += ", ";
    words += each.text;
    if (each.kind == ScriptStatement::Kind::loop) words += fmt::format("for {}: ", each.name);
    if (each.kind == ScriptStatement::Kind::condition) words += "if: ";
    words += words_of(each.body);
    if (!each.otherwise.empty()) words += ", else: " + words_of(each.otherwise);
  }
  return words;
}

// What a group of this name holds, is all started as one.
Status check_batched(std::string_view name, const std::vector<ScriptStatement>& statements) {
  using Kind = ScriptStatement::Kind;
  for (const ScriptStatement& inside : statements) {
    if (inside.kind == Kind::loop || inside.kind == Kind::condition) {
      for (const auto* statements_in_it : {&inside.body, &inside.otherwise})
        if (const Status fine = check_batched(name, *statements_in_it); !fine) return fine;
      continue;
    }
    const ScriptOperationInfo* known =
        inside.kind == Kind::call ? find_script_operation(inside.name) : nullptr;
    if (known == nullptr || !known->between_ranks || known->operation == ScriptOperation::barrier)
      return fail_at(inside.line, "a {} can hold only messages and collectives, not {}", name,
                     inside.kind == Kind::batch ? std::string("another one") : inside.text);
    if (!inside.handle.empty())
      return fail_at(inside.line, "a {} has one handle for everything in it; write '-> {}' after it", name,
                     inside.handle);
  }
  return {};
}

}  // namespace

// What follows a ':': statements to the line's end, or the indented lines below it.
Result<std::vector<ScriptStatement>> ScriptStatementParser::body(ScriptTokenReader& reader, int indent,
                                                                 int level) {
  if (level > most_levels)
    return fail_at(reader.line(), "more than {} loops, choices and groups inside one another", most_levels);
  std::vector<ScriptStatement> statements;
  if (!reader.at_end()) {
    if (const Status read = line_of_statements(reader, indent, level, statements); !read)
      return tl::unexpected(read.error());
    return statements;
  }
  const int above = reader.line();
  if (next_ == lines_.size() || lines_[next_].indent <= indent)
    return fail_at(above, "nothing follows the ':'; expected statements, or an indented block");
  const int inner = lines_[next_].indent;
  while (next_ < lines_.size() && lines_[next_].indent > indent) {
    const ScriptLine& line = lines_[next_];
    if (line.indent != inner)
      return fail_at(line.number, "indented by {} blanks, but its block is indented by {}", line.indent,
                     inner);
    ++next_;
    ScriptTokenReader inside(line);
    if (const Status read = line_of_statements(inside, inner, level, statements); !read)
      return tl::unexpected(read.error());
  }
  return statements;
}

Status ScriptStatementParser::line_of_statements(ScriptTokenReader& reader, int indent, int level,
                                                 std::vector<ScriptStatement>& into) {
  while (!reader.at_end()) {
    Result<ScriptStatement> read = statement(reader, indent, level);
    if (!read) return tl::unexpected(read.error());
    into.push_back(std::move(*read));
    if (reader.at_end()) break;
    if (!reader.takes_sign(";")) return reader.expected("';' or the end of the line");
  }
  return {};
}

Result<ScriptStatement> ScriptStatementParser::statement(ScriptTokenReader& reader, int indent, int level) {
  const ScriptToken first = reader.peek();
  if (first.kind != ScriptToken::Kind::name) return reader.expected("an operation, as in all_reduce(x)");
  const bool opens = reader.peek(1).text == ":" || reader.peek(1).text == "->";
  if (first.text == "for") return loop(reader, indent, level);
  if (first.text == "if") return condition(reader, indent, level);
  if (first.text == "else") return fail_at(reader.line(), "no 'if' stands above this else");
  if ((first.text == "group" || first.text == "batch") && opens) return batch(reader, indent, level);
  return call(reader, true);
}

Result<ScriptStatement> ScriptStatementParser::loop(ScriptTokenReader& reader, int indent, int level) {
  ScriptStatement loop{.kind = ScriptStatement::Kind::loop, .line = reader.line()};
  reader.take();
  Result<std::string> variable = reader.name("the loop's variable");
  if (!variable) return tl::unexpected(variable.error());
  loop.name = std::move(*variable);
  if (!reader.takes_name("in")) return reader.expected("'in', as in 'for k in 0..3:'");
  for (ScriptExpression* end : {&loop.first, &loop.last}) {
    Result<ScriptExpression> read = reader.expression();
    if (!read) return tl::unexpected(read.error());
    *end = std::move(*read);
    if (const Status sign = reader.sign(end == &loop.first ? ".." : ":"); !sign)
      return tl::unexpected(sign.error());
  }
  Result<std::vector<ScriptStatement>> inside = body(reader, indent, level + 1);
  if (!inside) return tl::unexpected(inside.error());
  loop.body = std::move(*inside);
  return loop;
}

// if k == 1: ...; an else: ... may follow, with the same indentation.
Result<ScriptStatement> ScriptStatementParser::condition(ScriptTokenReader& reader, int indent, int level) {
  ScriptStatement condition{.kind = ScriptStatement::Kind::condition, .line = reader.line()};
  reader.take();
  Result<ScriptExpression> left = reader.expression();
  if (!left) return tl::unexpected(left.error());
  condition.name = reader.peek().text;
  if (std::ranges::find(comparisons, condition.name) == comparisons.end() || reader.at_end())
    return reader.expected("a comparison, as in 'if k == 1:'");
  reader.take();
  Result<ScriptExpression> right = reader.expression();
  if (!right) return tl::unexpected(right.error());
  condition.first = std::move(*left);
  condition.last = std::move(*right);
  if (const Status sign = reader.sign(":"); !sign) return tl::unexpected(sign.error());
  Result<std::vector<ScriptStatement>> inside = body(reader, indent, level + 1);
  if (!inside) return tl::unexpected(inside.error());
  condition.body = std::move(*inside);
  if (next_ == lines_.size() || lines_[next_].indent != indent || lines_[next_].tokens[0].text != "else")
    return condition;
  ScriptTokenReader below(lines_[next_++]);
  below.take();
  if (const Status sign = below.sign(":"); !sign) return tl::unexpected(sign.error());
  Result<std::vector<ScriptStatement>> otherwise = body(below, indent, level + 1);
  if (!otherwise) return tl::unexpected(otherwise.error());
  condition.otherwise = std::move(*otherwise);
  return condition;
}

Result<ScriptStatement> ScriptStatementParser::batch(ScriptTokenReader& reader, int indent, int level) {
  ScriptStatement batch{.kind = ScriptStatement::Kind::batch, .line = reader.line()};
  const std::size_t from = reader.peek().from;
  batch.name = reader.take().text;
  if (const Status read = handle(reader, batch); !read) return tl::unexpected(read.error());
  if (const Status sign = reader.sign(":"); !sign) return tl::unexpected(sign.error());
  if (reader.at_end()) {
    Result<std::vector<ScriptStatement>> inside = body(reader, indent, level + 1);
    if (!inside) return tl::unexpected(inside.error());
    batch.body = std::move(*inside);
    batch.text = batch.name + ": " + words_of(batch.body);
  } else {
    do {
      Result<ScriptStatement> read = call(reader, false);
      if (!read) return tl::unexpected(read.error());
      batch.body.push_back(std::move(*read));
    } while (reader.takes_sign(","));
    batch.text = reader.text_from(from);
    if (const Status read = handle(reader, batch); !read) return tl::unexpected(read.error());
  }
  if (const Status fine = check_batched(batch.name, batch.body); !fine) return tl::unexpected(fine.error());
  return batch;
}

// Reads "-> h", if it is there.
Status ScriptStatementParser::handle(ScriptTokenReader& reader, ScriptStatement& statement) {
  if (!reader.takes_sign("->")) return {};
  Result<std::string> name = reader.name("the handle's name");
  if (!name) return tl::unexpected(name.error());
  statement.handle = std::move(*name);
  return {};
}

Result<ScriptStatement> ScriptStatementParser::call(ScriptTokenReader& reader, bool may_have_handle) {
  ScriptStatement call{.line = reader.line()};
  const std::size_t from = reader.peek().from;
  Result<std::string> name = reader.name("an operation, as in all_reduce(x)");
  if (!name) return tl::unexpected(name.error());
  call.name = std::move(*name);
  const ScriptOperationInfo* const known = find_script_operation(call.name);
  if (known == nullptr) return unknown_name(call.line, "operation", call.name, script_operation_names());
  if (const Status sign = reader.sign("("); !sign) return tl::unexpected(sign.error());
  while (!reader.takes_sign(")")) {
    if (!call.arguments.empty())
      if (const Status sign = reader.sign(","); !sign) return tl::unexpected(sign.error());
    Result<ScriptArgument> read = argument(reader, *known);
    if (!read) return tl::unexpected(read.error());
    call.arguments.push_back(std::move(*read));
  }
  call.text = reader.text_from(from);
  if (!may_have_handle || reader.peek().text != "->") return call;
  if (const Status read = handle(reader, call); !read) return tl::unexpected(read.error());
  if (!known->between_ranks)
    return fail_at(call.line, "{} has nothing to wait for; only messages and collectives have a handle",
                   call.name);
  return call;
}

Result<ScriptArgument> ScriptStatementParser::argument(ScriptTokenReader& reader,
                                                       const ScriptOperationInfo& of) {
  ScriptArgument argument;
  if (reader.peek().kind == ScriptToken::Kind::name && reader.peek(1).text == "=") {
    argument.key = reader.take().text;
    reader.take();
    std::vector<std::string> keys;
    for (const ScriptParameter& each : of.parameters) keys.emplace_back(each.name);
    if (std::ranges::find(keys, argument.key) == keys.end())
      return fail_at(reader.line(), "{} has no argument '{}'{}; expected {}", of.name, argument.key,
                     suggestion(argument.key, keys), of.usage);
    if (argument.key == "algorithm") {  // recursive-doubling is a name, not a difference
      argument.value = {
          .kind = ScriptExpression::Kind::name, .line = reader.line(), .name = reader.dashed_name()};
      if (argument.value.name.empty()) return reader.expected("the name of an algorithm");
      return argument;
    }
  }
  Result<ScriptExpression> value = reader.expression();
  if (!value) return tl::unexpected(value.error());
  argument.value = std::move(*value);
  return argument;
}

}  // namespace commlab

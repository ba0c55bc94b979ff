#include "tests/ptx/ptx_module.h"

#include <charconv>
#include <optional>
#include <utility>

#include "tests/ptx/ptx_lexer.h"

namespace commlab::ptx {
namespace {

std::optional<std::uint64_t> bits_of(std::string_view digits, int base) {
  std::uint64_t value = 0;
  const auto [end, wrong] = std::from_chars(digits.data(), digits.data() + digits.size(), value, base);
  if (wrong != std::errc{} || end != digits.data() + digits.size()) return std::nullopt;
  return value;
}

// Numbers such as 12 and 0x1F, and floats given by their bits: 0f3F800000, 0d3FF0000000000000.
std::optional<std::uint64_t> bits_of(std::string_view number) {
  for (const std::string_view prefix : {"0f", "0F", "0d", "0D", "0x", "0X"})
    if (number.starts_with(prefix)) return bits_of(number.substr(prefix.size()), 16);
  return bits_of(number, 10);
}

// ".b64" -> 8
std::optional<std::int64_t> bytes_of_type(std::string_view type) {
  if (type.size() < 3 || type[0] != '.') return std::nullopt;
  const auto bits = bits_of(type.substr(2), 10);
  return bits ? std::optional(static_cast<std::int64_t>(*bits / 8)) : std::nullopt;
}

// A parser by recursive descent. It keeps the first error, and reads nothing after it.
class Parser {
 public:
  explicit Parser(std::string_view text) : tokens_(tokens_of(text)) {}

  Result<std::vector<Kernel>> kernels() {
    std::vector<Kernel> kernels;
    while (!at_end()) {
      if (take(".visible")) continue;
      if (take(".entry"))
        kernels.push_back(entry());
      else
        header();
    }
    if (wrong_) return tl::unexpected(*wrong_);
    return kernels;
  }

 private:
  const Token& next() const { return tokens_[at_]; }
  bool at_end() const { return next().kind == Token::Kind::end; }
  bool take(std::string_view text) {
    if (at_end() || next().text != text) return false;
    ++at_;
    return true;
  }
  void wrong(std::string_view expected) {
    if (!wrong_)
      wrong_ = Error{fmt::format("line {}: '{}'; expected {}", next().line, next().text, expected)};
    at_ = tokens_.size() - 1;
  }
  void expect(std::string_view text) {
    if (!take(text)) wrong(fmt::format("'{}'", text));
  }
  std::string_view word(std::string_view what) {
    if (next().kind != Token::Kind::word) return wrong(what), std::string_view();
    return tokens_[at_++].text;
  }
  std::uint64_t number() {
    const bool negative = take("-");
    const auto bits = next().kind == Token::Kind::number ? bits_of(next().text) : std::nullopt;
    if (!bits) return wrong("a number"), 0;
    ++at_;
    return negative ? -*bits : *bits;
  }

  // The lines before the kernels, such as .version.
  void header() {
    const int line = next().line;
    if (!take(".version") && !take(".target") && !take(".address_size")) return wrong("a kernel");
    while (!at_end() && next().line == line) ++at_;
  }

  Kernel entry() {
    kernel_ = {};
    scopes_ = {{}};
    kernel_.name = word("a kernel's name");
    expect("(");
    while (take(".param")) {
      variable(kernel_.parameters);
      take(",");
    }
    expect(")");
    block();
    return std::move(kernel_);
  }

  // Reads a variable: .align 8 .b8 name[32]
  void variable(std::vector<Variable>& among) {
    const std::uint64_t align = take(".align") ? number() : 1;
    const auto bytes = bytes_of_type(next().text);
    if (!bytes) return wrong("a type");
    ++at_;
    const auto boundary = static_cast<std::int64_t>(align > 1 ? align : static_cast<std::uint64_t>(*bytes));
    Variable variable{
        .name = std::string(word("a variable's name")), .offset = bytes_of(among), .bytes = *bytes};
    variable.offset = (variable.offset + boundary - 1) / boundary * boundary;
    if (take("[")) {
      variable.bytes *= static_cast<std::int64_t>(number());
      expect("]");
    }
    among.push_back(std::move(variable));
  }

  void block() {
    expect("{");
    while (!at_end() && !take("}")) {
      if (next().text == "{") {
        scopes_.emplace_back();
        block();
        scopes_.pop_back();
      } else {
        statement();
      }
    }
  }

  void statement() {
    if (take(".reg")) {
      word("a type");
      do registers();
      while (take(","));
    } else if (take(".shared")) {
      variable(kernel_.shared);
    } else if (take(".pragma")) {
      ++at_;  // only the next compiler uses a pragma
    } else if (tokens_[at_ + 1].text == ":") {
      return label();
    } else {
      instruction();
    }
    expect(";");
  }

  // Reads %r<8>, or a single name, which an inner scope may define again.
  void registers() {
    const auto name = std::string(word("a register's name"));
    if (take("<")) {
      const std::uint64_t count = number();
      for (std::uint64_t i = 0; i < count; ++i) kernel_.registers.insert(fmt::format("{}{}", name, i));
      return expect(">");
    }
    const std::string unique = scopes_.size() == 1 ? name : fmt::format("{}@{}", name, next().line);
    scopes_.back()[name] = unique;
    kernel_.registers.insert(unique);
  }

  void label() {
    const auto name = std::string(word("a label"));
    if (!kernel_.labels.emplace(name, kernel_.statements.size()).second) return wrong("another label");
    expect(":");
  }

  void instruction() {
    Statement statement{.line = next().line};
    if (take("@")) {
      statement.unless = take("!");
      statement.guard = resolved(word("a predicate"));
    }
    statement.opcode = word("an instruction");
    if (next().text != ";") do
        statement.operands.push_back(operand());
      while (take(","));
    kernel_.statements.push_back(std::move(statement));
  }

  Operand operand() {
    if (take("[")) return address();
    if (take("{")) return vector();
    if (next().kind == Token::Kind::word) return {.name = resolved(word("a name"))};
    return {.form = Operand::Form::number, .number = number()};
  }

  Operand address() {
    Operand address{.form = Operand::Form::address, .name = resolved(word("an address"))};
    if (take("+")) address.number = number();
    expect("]");
    return address;
  }

  Operand vector() {
    Operand vector{.form = Operand::Form::vector};
    do vector.elements.push_back(operand());
    while (take(","));
    expect("}");
    return vector;
  }

  // The register of this name in the innermost scope that has it.
  std::string resolved(std::string_view name) const {
    for (auto scope = scopes_.rbegin(); scope != scopes_.rend(); ++scope)
      if (const auto found = scope->find(name); found != scope->end()) return found->second;
    return std::string(name);
  }

  std::vector<Token> tokens_;
  std::size_t at_ = 0;
  std::optional<Error> wrong_;
  Kernel kernel_;
  std::vector<std::map<std::string, std::string, std::less<>>> scopes_;
};

}  // namespace

Result<std::vector<Kernel>> parse(std::string_view text) { return Parser(text).kernels(); }

std::int64_t bytes_of(const std::vector<Variable>& variables) {
  return variables.empty() ? 0 : variables.back().offset + variables.back().bytes;
}

}  // namespace commlab::ptx

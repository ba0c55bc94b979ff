// find_mutants SEED COUNT SOURCES PATH...: prints COUNT mutants of these sources for a list (see
// write_mutants.cpp), drawn with the seed from all places where one token can be another: a bound or a
// condition, a sum or a product, a number, min and max, a statement left out.
//
// It relies on clang-format: binary operators have blanks on both sides, template brackets have none. It need
// not understand everything, because the compiler refuses what is wrong.

#include <algorithm>
#include <array>
#include <cctype>
#include <cstdint>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

namespace {

struct Token {
  enum class Kind { word, number, text, binary, sign };
  Kind kind;
  std::size_t first, last;
};

bool is_word(char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; }

constexpr std::array<std::string_view, 24> long_signs = {"<=>", "<<=", ">>=", "...", "->*", "->", "::", "++",
                                                         "--",  "<=",  ">=",  "==",  "!=",  "&&", "||", "+=",
                                                         "-=",  "*=",  "/=",  "%=",  "|=",  "&=", "<<", ">>"};

class Source {
 public:
  explicit Source(std::string path, std::string text) : path_(std::move(path)), text_(std::move(text)) {
    for (std::size_t at = 0; at < text_.size();) at = read_token(at);
  }

  std::vector<std::string> mutants() {
    for (std::size_t t = 0; t < tokens_.size(); ++t)
      if (!is_in_a_constant(t)) mutate(t);
    return std::move(found_);
  }

 private:
  // The end of what begins here: blanks, a comment, a directive, or a token, which is kept.
  std::size_t read_token(std::size_t at) {
    const std::string_view rest = std::string_view(text_).substr(at);
    if (std::isspace(static_cast<unsigned char>(rest[0]))) return at + 1;
    if (rest.starts_with("//") || rest[0] == '#') return std::min(text_.find('\n', at), text_.size());
    if (rest.starts_with("R\"(")) return keep(Token::Kind::text, at, text_.find(")\"", at) + 2);
    if (rest[0] == '"' || rest[0] == '\'') return keep(Token::Kind::text, at, end_of_text(at));
    if (is_word(rest[0])) {
      const bool number = std::isdigit(static_cast<unsigned char>(rest[0]));
      std::size_t end = at;
      while (is_word(text_[end]) || (number && (text_[end] == '\'' || text_[end] == '.'))) ++end;
      return keep(number ? Token::Kind::number : Token::Kind::word, at, end);
    }
    std::size_t size = 1;
    for (const std::string_view sign : long_signs)
      if (rest.starts_with(sign)) {
        size = sign.size();
        break;
      }
    const bool spaced = at > 0 && std::isspace(static_cast<unsigned char>(text_[at - 1])) &&
                        std::isspace(static_cast<unsigned char>(text_[at + size]));
    const bool opens = std::string_view("([{)]};,").find(rest[0]) != std::string_view::npos;
    if (!spaced && (rest.starts_with("<<") || rest.starts_with(">>"))) size = 1;
    return keep(spaced && !opens ? Token::Kind::binary : Token::Kind::sign, at, at + size);
  }

  std::size_t end_of_text(std::size_t at) const {
    std::size_t end = at + 1;
    while (text_[end] != text_[at]) end += text_[end] == '\\' ? 2 : 1;
    return end + 1;
  }

  std::size_t keep(Token::Kind kind, std::size_t first, std::size_t last) {
    tokens_.push_back({kind, first, last});
    return last;
  }

  std::string_view at(std::size_t t) const {
    return t < tokens_.size()
               ? std::string_view(text_).substr(tokens_[t].first, tokens_[t].last - tokens_[t].first)
               : std::string_view();
  }
  bool is_binary(std::size_t t) const { return tokens_[t].kind == Token::Kind::binary; }
  bool opens(std::size_t t) const {
    return at(t) == "(" || at(t) == "[" || at(t) == "{" || (at(t) == "<" && !is_binary(t));
  }
  bool closes(std::size_t t) const {
    return at(t) == ")" || at(t) == "]" || at(t) == "}" || (at(t) == ">" && !is_binary(t));
  }

  // What the compiler computes itself, and what a release leaves out.
  bool is_in_a_constant(std::size_t t) const {
    for (std::size_t i = t; i-- > 0 && at(i) != ";" && at(i) != "}" && !begins_a_block(i);)
      for (const std::string_view word : {"constexpr", "constinit", "static_assert", "using", "template",
                                          "enum", "case", "assert", "operator", "noexcept"})
        if (at(i) == word) return true;
    return false;
  }

  // Not a value in braces, as in Bytes{2}.
  bool begins_a_block(std::size_t t) const {
    if (at(t) != "{") return false;
    for (const std::string_view word : {")", "else", "do", "const", "override", "noexcept"})
      if (t > 0 && at(t - 1) == word) return true;
    return false;
  }

  static int precedence(std::string_view sign) {
    static const std::map<std::string_view, int> known = {
        {"*", 10}, {"/", 10}, {"%", 10}, {"+", 9},  {"-", 9}, {"<<", 8}, {">>", 8}, {"<", 6},  {"<=", 6},
        {">", 6},  {">=", 6}, {"==", 5}, {"!=", 5}, {"&", 4}, {"^", 4},  {"|", 3},  {"&&", 2}, {"||", 1}};
    const auto found = known.find(sign);
    return found == known.end() ? 0 : found->second;  // assignments, ? and : bind least
  }
  bool ends_an_operand(std::size_t t) const {
    for (const std::string_view word : {"return", "case", "else", ";", ",", "co_return", "do"})
      if (at(t) == word) return true;
    return false;
  }

  // Where the operands begin and end of an operator that binds like this one.
  std::size_t begin_of_left(std::size_t t, int binds) const {
    int depth = 0;
    std::size_t i = t;
    for (; i-- > 0;) {
      if (closes(i)) ++depth;
      if (opens(i) && --depth < 0) break;
      if (depth > 0) continue;
      if (ends_an_operand(i) || (is_binary(i) && precedence(at(i)) < binds)) break;
    }
    return i + 1;
  }
  std::size_t end_of_right(std::size_t t, int binds) const {
    int depth = 0;
    std::size_t i = t + 1;
    for (; i < tokens_.size(); ++i) {
      if (opens(i)) ++depth;
      if (closes(i) && --depth < 0) break;
      if (depth > 0) continue;
      if (ends_an_operand(i) || (is_binary(i) && precedence(at(i)) <= binds)) break;
    }
    return i;
  }
  std::size_t partner(std::size_t open) const {
    int depth = 1;
    std::size_t i = open;
    while (depth > 0 && ++i < tokens_.size()) depth += opens(i) ? 1 : closes(i) ? -1 : 0;
    return i;
  }

  void mutate(std::size_t t) {
    switch (tokens_[t].kind) {
      case Token::Kind::binary: mutate_operator(t); break;
      case Token::Kind::number: mutate_number(t); break;
      case Token::Kind::word: mutate_word(t); break;
      case Token::Kind::sign: mutate_sign(t); break;
      case Token::Kind::text: break;
    }
  }

  void mutate_operator(std::size_t t) {
    static const std::map<std::string_view, std::string_view> others = {
        {"<", "<="}, {"<=", "<"}, {">", ">="}, {">=", ">"}, {"==", "!="}, {"!=", "=="}, {"+", "-"},
        {"-", "+"},  {"*", "/"},  {"/", "*"},  {"%", "/"},  {"&&", "||"}, {"||", "&&"}};
    const auto other = others.find(at(t));
    const bool joins_texts =
        tokens_[t - 1].kind == Token::Kind::text || tokens_[t + 1].kind == Token::Kind::text;
    if (other != others.end() && !(at(t) == "+" && joins_texts)) {
      const int binds = precedence(at(t));
      replace(begin_of_left(t, binds), end_of_right(t, binds), t, t + 1, other->second);
    }
    if (at(t) == "?") {
      const std::size_t first = begin_of_left(t, 1);
      add(first, t, "!(" + text(first, t) + ")");
    }
    if (at(t) == "+=" || at(t) == "-=") {
      std::size_t first = begin_of_left(t, 0);
      while (at(first) == "if" || at(first) == "for" || at(first) == "while") first = partner(first + 1) + 1;
      const std::size_t end = end_of_right(t, -1);
      if (at(end) == ";") replace(first, end + 1, t, t + 1, at(t) == "+=" ? "-=" : "+=");
    }
  }

  void mutate_number(std::size_t t) {
    const std::string number(at(t));
    if (number.find_first_not_of("0123456789'") == std::string::npos) {
      std::string digits = number;
      std::erase(digits, '\'');
      if (digits.size() > 18) return;
      const long long value = std::stoll(digits);
      add(t, t + 1, std::to_string(value + 1));
      if (value > 0) add(t, t + 1, std::to_string(value - 1));
    } else if (number.find_first_not_of("0123456789.") == std::string::npos) {
      add(t, t + 1, number + " * 2");
    }
  }

  void mutate_word(std::size_t t) {
    static const std::map<std::string_view, std::string_view> others = {{"min", "max"},
                                                                        {"max", "min"},
                                                                        {"any_of", "all_of"},
                                                                        {"all_of", "any_of"},
                                                                        {"none_of", "any_of"},
                                                                        {"upper_bound", "lower_bound"},
                                                                        {"lower_bound", "upper_bound"}};
    const auto other = others.find(at(t));
    if (other != others.end() && at(t - 1) == "::") {
      std::size_t first = t - 1;
      while (at(first) == "::") first -= 2;
      std::size_t open = t + 1;
      if (at(open) == "<") open = partner(open) + 1;
      if (at(open) == "(") replace(first + 1, partner(open) + 1, t, t + 1, other->second);
    }
    if (at(t) == "true") add(t, t + 1, "false");
    if (at(t) == "false") add(t, t + 1, "true");
    if ((at(t) == "if" || at(t) == "while") && at(t + 1) == "(") {
      const std::size_t first = t + 2, end = partner(t + 1);
      const std::string condition = text(first, end);
      for (std::size_t i = first; i < end; ++i)
        if (at(i) == ";" || at(i) == "=") return mutate_condition_after(t, i, end);
      add(first, end, "false");
      add(first, end, "!(" + condition + ")");
    }
    if (at(t) == "continue" && at(t + 1) == ";") add(t, t + 2, "break;");
    if (begins_a_statement(t)) {
      const std::size_t end = end_of_right(t, -1);
      if (at(end) == ";" && at(end - 1) == ")") add(t, end + 1, "");
      const bool of_member = at(t + 1) == "." || at(t + 1) == "->" || at(t + 1) == "[";
      if (at(end) == ";" && (at(t + 1) == "=" || (of_member && at(t + 3) == "="))) add(t, end + 1, "");
    }
  }
  // if (Status ok = f(); !ok): only the condition.
  void mutate_condition_after(std::size_t, std::size_t, std::size_t end) {
    for (std::size_t i = end; i-- > 0 && at(i) != "(";)
      if (at(i) == ";") return add(i + 1, end, "false");
  }

  void mutate_sign(std::size_t t) {
    if (at(t) == "!") {
      std::size_t end = t + 1;
      while (tokens_[end].kind == Token::Kind::word || at(end) == "." || at(end) == "->" || at(end) == "::" ||
             at(end) == "*" || opens(end))
        end = opens(end) ? partner(end) + 1 : end + 1;
      add(t, end, text(t + 1, end));
    }
    if ((at(t) == "++" || at(t) == "--") && begins_a_statement(t)) {
      const std::size_t end = end_of_right(t, -1);
      if (at(end) == ";") add(t, end + 1, "");
    }
  }

  // A call or an assignment that stands alone, not a declaration.
  bool begins_a_statement(std::size_t t) const {
    if (t == 0 || is_binary(t) || is_in_parentheses(t)) return false;
    const std::string_view before = at(t - 1);
    if (before != ";" && before != "{" && before != "}" && before != ")" && before != "else") return false;
    if (before == ")" && text_.substr(tokens_[t - 1].last, tokens_[t].first - tokens_[t - 1].last).empty())
      return false;
    for (const std::string_view word :
         {"return", "const", "auto", "if", "for", "while", "switch", "break", "continue", "else", "do",
          "struct", "class", "static", "public", "private", "assert"})
      if (at(t) == word) return false;
    return !declares(t, end_of_right(t, -1));
  }
  bool is_in_parentheses(std::size_t t) const {
    int depth = 0;
    while (t-- > 0) {
      if (closes(t)) ++depth;
      if (opens(t) && --depth < 0) return at(t) != "{";
    }
    return false;
  }
  // A type is followed by a name.
  bool declares(std::size_t first, std::size_t end) const {
    for (std::size_t i = first; i + 1 < end; ++i) {
      if (at(i) == "(") return false;
      if (at(i) == "<" && !is_binary(i)) i = partner(i);
      const bool type = tokens_[i].kind == Token::Kind::word || at(i) == ">" || at(i) == "&" || at(i) == "*";
      if (type && tokens_[i + 1].kind == Token::Kind::word) return true;
    }
    return false;
  }

  // The source from one token to before another, without line ends.
  std::string text(std::size_t first, std::size_t end) const {
    if (first >= end) return "";
    return spaced(text_.substr(tokens_[first].first, tokens_[end - 1].last - tokens_[first].first));
  }
  static std::string spaced(const std::string& original) {
    std::string result;
    for (const char c : original) {
      const bool blank = std::isspace(static_cast<unsigned char>(c));
      if (blank && !result.empty() && result.back() == ' ') continue;
      result += blank ? ' ' : c;
    }
    return result;
  }

  void replace(std::size_t first, std::size_t end, std::size_t from, std::size_t to, std::string_view other) {
    const std::string before = text_.substr(tokens_[first].first, tokens_[from].first - tokens_[first].first);
    const std::string after =
        text_.substr(tokens_[to - 1].last, tokens_[end - 1].last - tokens_[to - 1].last);
    add(first, end, spaced(before + std::string(other) + after));
  }

  // Adds a mutant, with as many lines round it as make it unique.
  void add(std::size_t first, std::size_t end, const std::string& replacement) {
    const std::size_t begin = tokens_[first].first, stop = tokens_[end - 1].last;
    if (text_.substr(begin, stop - begin).find("//") != std::string::npos) return;
    const std::string all = spaced(text_);
    const std::size_t line_end = text_.find('\n', stop);
    std::string after = spaced(text_.substr(stop, line_end - stop));
    std::size_t line = begin;
    for (int lines = 0; lines < 8; ++lines) {
      line = line == 0 ? 0 : text_.rfind('\n', line - 1);
      line = line == std::string::npos ? 0 : line;
      const std::size_t start = text_.find_first_not_of(" \n", line);
      const std::string before = spaced(text_.substr(start, begin - start));
      const std::string context = before + text(first, end) + after;
      if (all.find(context) == std::string::npos) return;
      if (all.find(context) == all.rfind(context)) {
        found_.push_back(path_ + ": " + before + "«" + text(first, end) + " → " + replacement + "»" + after);
        return;
      }
      if (line == 0) return;
    }
  }

  std::string path_, text_;
  std::vector<Token> tokens_;
  std::vector<std::string> found_;
};

}  // namespace

int main(int count, char** words) {
  if (count < 5) {
    std::cerr << "find_mutants: expected SEED COUNT SOURCES PATH...\n";
    return 2;
  }
  std::vector<std::string> all;
  for (int i = 4; i < count; ++i) {
    std::ifstream in(std::filesystem::path(words[3]) / words[i]);
    std::string text{std::istreambuf_iterator<char>(in), {}};
    for (std::string& mutant : Source(words[i], std::move(text)).mutants()) all.push_back(std::move(mutant));
  }
  std::mt19937_64 random(std::stoull(words[1]));
  const std::size_t chosen = std::min<std::size_t>(std::stoull(words[2]), all.size());
  // Not std::sample, whose choice is not the same in every library: each mutant changes places with one
  // behind it.
  std::vector<std::size_t> order(all.size());
  for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
  for (std::size_t i = 0; i < chosen; ++i) std::swap(order[i], order[i + random() % (order.size() - i)]);
  order.resize(chosen);
  std::ranges::sort(order);
  for (const std::size_t i : order) std::cout << all[i] << "\n";
  std::cerr << chosen << " of " << all.size() << " mutants\n";
}

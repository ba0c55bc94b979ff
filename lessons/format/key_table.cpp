#include "lessons/format/key_table.h"

#include <algorithm>
#include <cassert>
#include <set>

#include "core/base/nearest.h"
#include "core/base/numbers.h"
#include "lessons/expression/expression.h"
#include "lessons/expression/fill.h"
#include "lessons/text/blanks.h"

namespace commlab {
namespace {

bool is_family(const LessonKeyRow& row) { return row.name.ends_with(".*"); }
std::string_view beginning(const LessonKeyRow& row) {
  return std::string_view(row.name).substr(0, row.name.size() - 1);
}

const LessonKeyRow* row_of(const std::vector<LessonKeyRow>& rows, const std::string& key) {
  for (const LessonKeyRow& row : rows) {
    if (row.name == key) return &row;
    if (is_family(row) && key.starts_with(beginning(row)) && key.size() > beginning(row).size()) return &row;
    if (row.name == any_other_key) return &row;
  }
  return nullptr;
}

std::string unknown_key(const std::string& key, std::string_view block,
                        const std::vector<LessonKeyRow>& rows) {
  std::vector<std::string> names;
  for (const LessonKeyRow& row : rows)
    names.push_back(is_family(row) ? std::string(beginning(row)) : row.name);
  const std::string family = key.substr(0, std::min(key.find('.'), key.size()) + 1);
  std::string meant = nearest(key, names);
  if (meant.empty() && family != key + '.') meant = nearest(family, names);
  if (!meant.empty() && meant.back() == '.')
    meant += family.back() == '.' ? key.substr(family.size()) : "NAME";
  if (!meant.empty()) return fmt::format("unknown key '{}' in {}; did you mean {}?", key, block, meant);
  for (std::string& name : names)
    if (name.back() == '.') name += "NAME";
  return fmt::format("unknown key '{}' in {}; there are {}", key, block, fmt::join(names, ", "));
}

}  // namespace

Status read_keys(const LessonFilePart& block, std::string_view file, const std::vector<LessonKeyRow>& rows) {
  assert(block.kind == LessonFilePart::Kind::block && "only blocks have keys");
  const Result<std::vector<LessonKey>> keys = lesson_keys(block, file);
  if (!keys) return tl::unexpected(keys.error());
  std::set<std::string> seen;
  for (const LessonKey& key : *keys) {
    const LessonKeyRow* const row = row_of(rows, key.name);
    if (!row) return fail_in_lesson(file, key.line, unknown_key(key.name, block.word, rows));
    if (!seen.insert(key.name).second)
      return fail_in_lesson(file, key.line, fmt::format("{} stands twice in this block", key.name));
    const std::string part = is_family(*row) ? key.name.substr(beginning(*row).size()) : "";
    if (const Status read = row->read(key, part); !read)
      return fail_in_lesson(file, key.line, fmt::format("{}: {}", key.name, read.error().message));
  }
  return {};
}

Result<std::string> plain_value(const std::string& value) {
  if (!value.starts_with('"') && !value.starts_with('[')) return value;
  if (value.starts_with('[') && value.find('"') == std::string::npos) {
    if (!value.ends_with(']')) return fail("a list that begins with [ ends with ]");
    return value.substr(1, value.size() - 2);
  }
  return texts_of(value).map(
      [](const std::vector<std::string>& texts) { return fmt::format("{}", fmt::join(texts, ",")); });
}

Result<std::string> one_text(std::string_view value) {
  return quoted_text(value).and_then([](QuotedText quoted) -> Result<std::string> {
    if (quoted.rest.empty()) return std::move(quoted.text);
    return fail("'{}' stands behind the text, and nothing is expected there", quoted.rest.substr(0, 30));
  });
}

Result<std::vector<std::string>> texts_of(std::string_view value) {
  if (!value.starts_with('[')) return one_text(value).map([](std::string text) { return std::vector{text}; });
  if (!value.ends_with(']')) return fail("a list that begins with [ ends with ]");
  const std::string_view inside = without_blanks(value.substr(1, value.size() - 2));
  std::vector<std::string> texts;
  if (inside.empty()) return texts;
  for (const std::string& piece : cut_at_commas(inside)) {
    Result<std::string> text = one_text(piece);
    if (!text) return tl::unexpected(text.error());
    texts.push_back(*std::move(text));
  }
  return texts;
}

LessonKeyRow text_row(std::string name, std::string& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            return one_text(key.value).map([&](std::string text) { into = std::move(text); });
          }};
}

LessonKeyRow word_row(std::string name, std::string& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            return plain_value(key.value).map([&](std::string word) { into = std::move(word); });
          }};
}

LessonKeyRow filled_row(std::string name, std::string& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            Result<std::string> text = one_text(key.value);
            if (!text) return tl::unexpected(text.error());
            into = *std::move(text);
            return check_filling(into);
          }};
}

LessonKeyRow list_row(std::string name, std::vector<std::string>& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            return texts_of(key.value).map([&](std::vector<std::string> texts) { into = std::move(texts); });
          }};
}

LessonKeyRow number_row(std::string name, int least, int most, int& into) {
  return {std::move(name), [=, &into](const LessonKey& key, const std::string&) -> Status {
            const std::optional<int> number = parse_number<int>(key.value);
            if (!number || *number < least || *number > most)
              return fail("'{}' is no whole number from {} to {}", key.value, least, most);
            into = *number;
            return {};
          }};
}

LessonKeyRow share_row(std::string name, double& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            const std::string_view value = key.value;
            const auto per_cent =
                value.ends_with('%') ? parse_number<double>(without_blanks(value.substr(0, value.size() - 1)))
                                     : std::nullopt;
            if (!per_cent || !(*per_cent >= 0) || *per_cent > 50)
              return fail("'{}' is no share from 0% to 50%, as in 5%", key.value);
            into = *per_cent / 100;
            return {};
          }};
}

LessonKeyRow truth_row(std::string name, bool& into) {
  return {std::move(name), [&into](const LessonKey& key, const std::string&) -> Status {
            if (key.value != "true" && key.value != "false")
              return fail("'{}' is neither true nor false", key.value);
            into = key.value == "true";
            return {};
          }};
}

LessonKeyRow expression_row(std::string name, std::function<void(Expression)> into) {
  return {std::move(name), [into = std::move(into)](const LessonKey& key, const std::string&) -> Status {
            return parse_expression(key.value, key.line).map(into);
          }};
}

Result<LabelledExpression> labelled_expression(const LessonKey& key, const std::string& name,
                                               std::string_view label, LabelledFormat format) {
  const std::vector<std::string> pieces = cut_at_commas(key.value);
  if (pieces.size() != 2) return fail("expected an expression and {}: EXPRESSION, \"{}\"", label, label);
  Result<FormattedExpression> value = format == LabelledFormat::allowed
                                          ? parse_formatted(pieces[0], key.line)
                                          : parse_expression(pieces[0], key.line).map([](Expression e) {
                                              return FormattedExpression{std::move(e), {}};
                                            });
  if (!value) return tl::unexpected(value.error());
  if (value->format.told)
    return fail("'| told' belongs to a text's {{{{ }}}}: a number beside a slider is never hidden");
  Result<std::string> text = one_text(pieces[1]);
  if (!text) return tl::unexpected(text.error());
  if (const Status fine = check_filling(*text); !fine) return tl::unexpected(fine.error());
  return LabelledExpression{name, std::move(value->expression), *std::move(text), value->format};
}

LessonKeyRow labelled_row(const std::string& family, std::vector<LabelledExpression>& into,
                          LabelledFormat format) {
  return {family + ".*", [&into, format](const LessonKey& key, const std::string& name) -> Status {
            return labelled_expression(key, name, "a label", format).map([&](LabelledExpression one) {
              into.push_back(std::move(one));
            });
          }};
}

}  // namespace commlab

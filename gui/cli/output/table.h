#pragma once
// A table of texts: aligned columns for people, comma-separated values for programs.

#include <string>
#include <vector>

namespace commlab {

class Table {
 public:
  enum class Align { left, right };
  struct Column {
    std::string title;
    Align align = Align::left;
    std::size_t least = 0;  // at least so wide, for rows that come later
  };

  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> row);  // REQUIRES: as many cells as columns.

  std::string text() const;       // titles and rows, two blanks in front and between
  std::string rows_only() const;  // without titles
  // For rows that are printed one by one: as wide as the titles, and as `least` says. A longer cell pushes
  // those after it.
  std::string titles() const;
  std::string newest_row() const;  // REQUIRES: there is a row.

  std::string csv() const;
  std::string csv_rows_only() const;  // without titles

 private:
  std::vector<std::size_t> widths_beforehand(bool with_titles) const;
  std::string line(const std::vector<std::size_t>& widths, const std::vector<std::string>& cells) const;
  std::string lines(bool with_titles) const;
  std::vector<std::string> title_cells() const;

  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

inline constexpr auto right = Table::Align::right;  // a short name for lists of columns

// A line with a label: "  time       4.29 ms".
std::string fact(std::string_view label, std::string_view value);

// Words in lines of at most 100 characters. Each line begins with `indent`.
std::string paragraph(std::string_view words, std::string_view indent);

// How many characters a UTF-8 text has.
std::size_t width_of(std::string_view text);

}  // namespace commlab

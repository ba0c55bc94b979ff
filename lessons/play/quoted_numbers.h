#pragma once
// How much of a table of measured data a lesson shows: no selection of published numbers goes unsaid.

#include "lessons/expression/data_table.h"
#include "lessons/model/lesson.h"

namespace commlab {

struct QuotedNumbers {
  int quoted = 0;
  int all = 0;  // entries of the table: its cells that are not empty
  bool operator==(const QuotedNumbers&) const = default;
};

// The table's numbers that the lesson asks for up to this step, with measured(D1, row, column). A row or
// column that is computed counts as all rows or columns.
QuotedNumbers quoted_numbers(const Lesson&, int step, const DataTable&);

// "quoted: 4 of 12 entries; all: commlab lesson data D1"; empty if all are quoted.
std::string left_out_text(const QuotedNumbers&, const std::string& table);

}  // namespace commlab

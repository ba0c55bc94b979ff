#pragma once
// The columns of nccl-tests' and rccl-tests' tables, of every version since 2018 (src/common.cu,
// src/util.cu):
//
//   size count type [redop] [root]  time algbw busbw #wrong   time algbw busbw #wrong   out of place, in
//   place
//   ...  time algbw busbw error                               up to 2.11: the largest error, as 2e-07
//   ...  time algbw busbw #wrong i_min i_max i_p99 i_cv%      with -I, for each half
//   ...  cputime algbw busbw #wrong ... timestamp             with -C, with -S
//
// A row is known by its type behind two whole numbers, wherever it begins. Where titles are missing, the
// number of values tells the halves.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/collective/data_type.h"

namespace commlab {

// What the line of titles says.
struct TestColumns {
  bool has_root = true;
  int halves = 2;
  int of_half = 4;             // columns from one time to the next
  bool counts_errors = false;  // wrong values are counted ("#wrong"); else "error" is the largest error
  bool is_cpu_time = false;
};
// No value: these are no titles.
std::optional<TestColumns> columns_titled(std::string_view line);
// Whether all words are such titles: the rest of a line that was broken.
bool are_titles(std::string_view line);

// One half of a row: out of place, or in place.
struct TestHalf {
  double time_us = 0;  // 0 if it was not measured
  std::optional<double> algbw, busbw;
  std::string wrong;  // as printed: "0", "2e-07", "N/A"
};

struct TestRow {
  std::int64_t size = 0, count = 0;  // bytes; elements
  DataType dtype = DataType::float32;
  std::string op;                   // empty: not printed
  std::string root;                 // empty: not printed
  std::vector<std::string> values;  // behind those
  bool begins_in_place = false;     // the first half is left blank, so these are values in place
};

// The words of a row from the type on, after two whole numbers; `prefix` is what stands before them.
struct FoundRow {
  TestRow row;
  std::string_view prefix;
};
std::optional<FoundRow> row_in(std::string_view line, const std::optional<TestColumns>& columns);
// Numbers and "N/A" alone: the rest of a row that was broken. Empty if there is another word.
std::vector<std::string> values_alone(std::string_view line);

// Whether more values would follow in a whole row.
bool is_complete(const TestRow&, const std::optional<TestColumns>&);
// The halves that are whole, first out of place; a half that was not measured has no time.
struct TestHalves {
  TestHalf out_of_place, in_place;
};
TestHalves halves_of(const TestRow&, const std::optional<TestColumns>&);

// Whether the numbers cannot stand in these columns: part of a wrong value. Pieces of a row were mixed.
bool is_mixed_up(const TestHalf&, const std::optional<TestColumns>&);

// Whether the values were found wrong. Up to 2.11, rounding makes small errors, and each type has its limit
// (deltaMaxValue in src/common.cu).
bool is_wrong(const TestHalf&, const TestRow&, const std::optional<TestColumns>&);

}  // namespace commlab

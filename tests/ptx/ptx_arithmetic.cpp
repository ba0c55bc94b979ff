#include "tests/ptx/ptx_arithmetic.h"

#include <bit>
#include <map>
#include <string>
#include <utility>

#include "tests/ptx/ptx_functions.h"

static_assert(std::endian::native == std::endian::little);

namespace commlab::ptx {
namespace {

// Turns a function into an instruction whose sources and result are in slots.
template <auto function>
struct InSlots;
template <class Result, class... Sources, Result (*function)(Sources...)>
struct InSlots<function> {
  template <std::size_t... source>
  static void call(Slot* slots, const SlotNumbers& numbers, std::index_sequence<source...>) {
    slots[numbers[0]] = slot_of<Result>(function(as<Sources>(slots[numbers[1 + source]])...));
  }
  static void apply(Slot* slots, const SlotNumbers& numbers) {
    call(slots, numbers, std::index_sequence_for<Sources...>{});
  }
  static constexpr Arithmetic arithmetic{.results = 1, .operands = 1 + sizeof...(Sources), .apply = apply};
};

// Two results, which a C++ function cannot return: the low part comes first.
template <class Whole, class Part>
void unpack(Slot* slots, const SlotNumbers& numbers) {
  const auto whole = as<Whole>(slots[numbers[2]]);
  slots[numbers[0]] = slot_of(static_cast<Part>(whole));
  slots[numbers[1]] = slot_of(static_cast<Part>(whole >> sizeof(Part) * 8));
}
template <class Whole, class Part>
constexpr Arithmetic unpacked{.results = 2, .operands = 3, .apply = unpack<Whole, Part>};

// The known forms, by their text.
class Forms {
 public:
  Forms() {
    whole_numbers<std::uint16_t>("u16");
    whole_numbers<std::int16_t>("s16");
    whole_numbers<std::uint32_t>("u32");
    whole_numbers<std::int32_t>("s32");
    whole_numbers<std::uint64_t>("u64");
    whole_numbers<std::int64_t>("s64");
    form<multiply_wide<std::uint32_t, std::uint16_t>>("mul.wide", "u16");
    form<multiply_wide<std::int32_t, std::int16_t>>("mul.wide", "s16");
    form<multiply_wide<std::uint64_t, std::uint32_t>>("mul.wide", "u32");
    form<multiply_wide<std::int64_t, std::int32_t>>("mul.wide", "s32");
    bits<std::uint16_t>("b16");
    bits<std::uint32_t>("b32");
    bits<std::uint64_t>("b64");
    form<permute>("prmt", "b32");
    form<packed<std::uint32_t, std::uint16_t>>("mov", "b32 {}");
    form<packed<std::uint64_t, std::uint32_t>>("mov", "b64 {}");
    forms_.emplace("mov{}.b32", unpacked<std::uint32_t, std::uint16_t>);
    forms_.emplace("mov{}.b64", unpacked<std::uint64_t, std::uint32_t>);
    form<move<std::uint64_t>>("cvta.to.global", "u64");  // an address is the same in both spaces
    predicates();
    floats<float>("f32");
    floats<double>("f64");
    conversions();
  }

  const Arithmetic* find(std::string_view opcode) const {
    const auto found = forms_.find(opcode);
    return found == forms_.end() ? nullptr : &found->second;
  }

 private:
  template <auto function>
  void form(std::string_view operation, std::string_view type) {
    forms_.emplace(std::string(operation) + "." + std::string(type), InSlots<function>::arithmetic);
  }

  template <class T>
  void whole_numbers(std::string_view type) {
    form<add<T>>("add", type);
    form<subtract<T>>("sub", type);
    form<multiply_low<T>>("mul.lo", type);
    form<multiply_high<T>>("mul.hi", type);
    form<divide<T>>("div", type);
    form<remainder<T>>("rem", type);
    form<smaller<T>>("min", type);
    form<larger<T>>("max", type);
    if (std::is_signed_v<T>) form<negative<T>>("neg", type);
    form<shift_right<T>>("shr", type);
    moves<T>(type);
    comparisons<T>(type);
  }

  template <class T>
  void bits(std::string_view type) {
    form<conjunction<T>>("and", type);
    form<disjunction<T>>("or", type);
    form<difference<T>>("xor", type);
    form<complement<T>>("not", type);
    form<shift_left<T>>("shl", type);
    form<shift_right<T>>("shr", type);
    form<equal<T>>("setp.eq", type);
    form<unequal<T>>("setp.ne", type);
    moves<T>(type);
  }

  void predicates() {
    form<conjunction<bool>>("and", "pred");
    form<disjunction<bool>>("or", "pred");
    form<difference<bool>>("xor", "pred");
    form<no>("not", "pred");
    form<move<bool>>("mov", "pred");
  }

  template <class T>
  void floats(std::string_view type) {
    form<add_floats<T>>("add.rn", type);
    form<subtract_floats<T>>("sub.rn", type);
    form<multiply_floats<T>>("mul.rn", type);
    form<divide_floats<T>>("div.rn", type);
    form<negative_float<T>>("neg", type);
    form<smaller_float<T>>("min", type);
    form<larger_float<T>>("max", type);
    moves<T>(type);
    comparisons<T>(type);
    form<less_or_greater<T>>("setp.ne", type);
    form<or_unordered<T, equal<T>>>("setp.equ", type);
    form<unequal<T>>("setp.neu", type);
    form<or_unordered<T, less<T>>>("setp.ltu", type);
    form<or_unordered<T, less_or_equal<T>>>("setp.leu", type);
    form<or_unordered<T, greater<T>>>("setp.gtu", type);
    form<or_unordered<T, greater_or_equal<T>>>("setp.geu", type);
    form<both_numbers<T>>("setp.num", type);
    form<unordered<T>>("setp.nan", type);
  }

  template <class T>
  void moves(std::string_view type) {
    form<move<T>>("mov", type);
    form<select<T>>("selp", type);
  }

  template <class T>
  void comparisons(std::string_view type) {
    form<equal<T>>("setp.eq", type);
    if (std::is_integral_v<T>) form<unequal<T>>("setp.ne", type);
    form<less<T>>("setp.lt", type);
    form<less_or_equal<T>>("setp.le", type);
    form<greater<T>>("setp.gt", type);
    form<greater_or_equal<T>>("setp.ge", type);
  }

  void conversions() {
    from_whole<std::uint8_t>("u8");
    from_whole<std::int8_t>("s8");
    from_whole<std::uint16_t>("u16");
    from_whole<std::int16_t>("s16");
    from_whole<std::uint32_t>("u32");
    from_whole<std::int32_t>("s32");
    from_whole<std::uint64_t>("u64");
    from_whole<std::int64_t>("s64");
    form<converted<double, float>>("cvt.f64", "f32");
    form<widened>("cvt.f32", "f16");
    form<half_of>("cvt.rn.f16", "f32");
    form<two_halves>("cvt.rn.f16x2", "f32");
    form<two_brain_halves>("cvt.rn.bf16x2", "f32");
  }

  template <class From>
  void from_whole(std::string_view type) {
    form<converted<std::uint8_t, From>>("cvt.u8", type);
    form<converted<std::int8_t, From>>("cvt.s8", type);
    form<converted<std::uint16_t, From>>("cvt.u16", type);
    form<converted<std::int16_t, From>>("cvt.s16", type);
    form<converted<std::uint32_t, From>>("cvt.u32", type);
    form<converted<std::int32_t, From>>("cvt.s32", type);
    form<converted<std::uint64_t, From>>("cvt.u64", type);
    form<converted<std::int64_t, From>>("cvt.s64", type);
    form<converted<float, From>>("cvt.rn.f32", type);
    form<converted<double, From>>("cvt.rn.f64", type);
  }

  std::map<std::string, Arithmetic, std::less<>> forms_;
};

}  // namespace

const Arithmetic* arithmetic(std::string_view opcode) {
  static const Forms forms;
  return forms.find(opcode);
}

}  // namespace commlab::ptx

// What instructions compute, according to the PTX ISA 9.0; above all where C++ does something else.

#include "tests/ptx/ptx_arithmetic.h"

#include <gtest/gtest.h>

#include <array>

#include "tests/ptx/ptx_text.h"

namespace commlab::ptx {
namespace {

// What a register holds at the end.
std::uint64_t left_in(std::string_view store, std::string_view statements) {
  std::array<std::uint64_t, 1> result{};
  const Status run = run_text(fmt::format("{}\n st.global.{};", statements, store), result);
  EXPECT_TRUE(run) << run.error().message;
  return result[0];
}
std::uint64_t r1(std::string_view statements) { return left_in("u32 [%rd0], %r1", statements); }
std::uint64_t h1(std::string_view statements) { return left_in("u16 [%rd0], %h1", statements); }
std::uint64_t rd1(std::string_view statements) { return left_in("u64 [%rd0], %rd1", statements); }
bool p1(std::string_view statements) {
  return r1(fmt::format("{} selp.u32 %r1, 1, 0, %p1;", statements)) == 1;
}

TEST(PtxArithmetic, AConversionOfTwoPutsItsFirstSourceIntoTheUpperHalf) {
  EXPECT_EQ(r1("cvt.rn.f16x2.f32 %r1, 0f3F800000, 0f40000000;"), 0x3c004000u);   // 1, 2
  EXPECT_EQ(r1("cvt.rn.bf16x2.f32 %r1, 0f3F800000, 0f40000000;"), 0x3f804000u);  // 1, 2
}

TEST(PtxArithmetic, HalvesAreRoundedToNearestEven) {
  const auto half = [](std::string_view bits) { return h1(fmt::format("cvt.rn.f16.f32 %h1, {};", bits)); };
  EXPECT_EQ(half("0f3F801000"), 0x3c00u);  // 1 + 1/2 of the last place: to the even number below
  EXPECT_EQ(half("0f3F803000"), 0x3c02u);  // 1 + 3/2 of the last place: to the even number above
  EXPECT_EQ(half("0f3F801001"), 0x3c01u);
  EXPECT_EQ(half("0f477FEFFF"), 0x7bffu);  // the largest number
  EXPECT_EQ(half("0f477FF000"), 0x7c00u);  // halfway to the next: infinity
  EXPECT_EQ(half("0f33800000"), 0x0001u);  // 2^-24, the least denormal
  EXPECT_EQ(half("0f33000000"), 0x0000u);  // half of the least: to zero, which is even
  EXPECT_EQ(half("0fB3000001"), 0x8001u);
  EXPECT_EQ(half("0f387FE000"), 0x0400u);  // 1023.5 quanta: to 2^-14, the first normal number
  EXPECT_EQ(half("0fFF800000"), 0xfc00u);
  EXPECT_EQ(half("0fFFC00001"), 0x7fffu);  // any NaN
}

TEST(PtxArithmetic, HalvesAreFloats) {
  const auto wide = [](std::string_view bits) {
    return left_in("f32 [%rd0], %f1", fmt::format("mov.b16 %h1, {}; cvt.f32.f16 %f1, %h1;", bits));
  };
  EXPECT_EQ(wide("0x0001"), 0x33800000u);
  EXPECT_EQ(wide("0x83ff"), 0xb87fc000u);
  EXPECT_EQ(wide("0x3c00"), 0x3f800000u);
  EXPECT_EQ(wide("0x7bff"), 0x477fe000u);
  EXPECT_EQ(wide("0xfc00"), 0xff800000u);
  EXPECT_EQ(wide("0x8000"), 0x80000000u);
}

TEST(PtxArithmetic, ShiftsByAllTheBitsOrMoreLeaveNone) {
  EXPECT_EQ(r1("shl.b32 %r1, 5, 31;"), 0x80000000u);
  EXPECT_EQ(r1("shl.b32 %r1, 5, 32;"), 0u);
  EXPECT_EQ(r1("shr.u32 %r1, -1, 31;"), 1u);
  EXPECT_EQ(r1("shr.u32 %r1, -1, 32;"), 0u);
  EXPECT_EQ(r1("shr.s32 %r1, -5, 1000;"), 0xffffffffu);
  EXPECT_EQ(r1("shr.s32 %r1, 5, 32;"), 0u);
  EXPECT_EQ(rd1("shr.u64 %rd1, -1, 64;"), 0u);
  EXPECT_EQ(rd1("shl.b64 %rd1, 1, 32;"), std::uint64_t{1} << 32);
  EXPECT_EQ(h1("shr.u16 %h1, -1, 4;"), 0x0fffu);
}

TEST(PtxArithmetic, PrmtTakesBytesOfTwoRegistersOrTheirSigns) {
  EXPECT_EQ(r1("prmt.b32 %r1, 0x33221100, 0x77665544, 0x3210;"), 0x33221100u);
  EXPECT_EQ(r1("prmt.b32 %r1, 0x33221100, 0x77665544, 0x7604;"), 0x77660044u);
  EXPECT_EQ(r1("prmt.b32 %r1, 0x00008100, 0, 0x9199;"), 0xff81ffffu);
}

// setp.ne differs from C++'s !=: comparisons with a NaN are false, except those whose name ends in u.
TEST(PtxArithmetic, ComparisonsOfANaN) {
  const auto of_nan = [](std::string_view how) {
    return p1(fmt::format("setp.{}.f32 %p1, 0f7FC00000, 0f3F800000;", how));
  };
  for (const char* how : {"eq", "ne", "lt", "le", "gt", "ge", "num"}) EXPECT_FALSE(of_nan(how)) << how;
  for (const char* how : {"equ", "neu", "ltu", "leu", "gtu", "geu", "nan"}) EXPECT_TRUE(of_nan(how)) << how;
  EXPECT_TRUE(p1("setp.ne.f64 %p1, 0d3FF0000000000000, 0d4000000000000000;"));
  EXPECT_FALSE(p1("setp.ltu.f64 %p1, 0d4000000000000000, 0d3FF0000000000000;"));
}

TEST(PtxArithmetic, TheSmallerOfANumberAndANaNIsTheNumber) {
  const auto f1 = [](std::string_view statement) { return left_in("f32 [%rd0], %f1", statement); };
  EXPECT_EQ(f1("min.f32 %f1, 0f7FC00000, 0f3F800000;"), 0x3f800000u);
  EXPECT_EQ(f1("max.f32 %f1, 0f3F800000, 0fFFC00000;"), 0x3f800000u);
  EXPECT_EQ(f1("min.f32 %f1, 0f7FC00000, 0fFFC00001;"), 0x7fffffffu);
  EXPECT_EQ(f1("min.f32 %f1, 0f00000000, 0f80000000;"), 0x80000000u);  // -0 is less than +0
  EXPECT_EQ(f1("max.f32 %f1, 0f80000000, 0f00000000;"), 0u);
  EXPECT_EQ(f1("add.rn.f32 %f1, 0f7F800000, 0fFF800000;"), 0x7fffffffu);
  EXPECT_EQ(f1("mul.rn.f32 %f1, 0f00000001, 0f3F800000;"), 1u);  // denormals are kept
}

TEST(PtxArithmetic, ProductsKeepTheHalfThatIsAskedFor) {
  EXPECT_EQ(r1("mul.lo.s32 %r1, 0x10001, 0x10001;"), 0x20001u);
  EXPECT_EQ(r1("mul.hi.u32 %r1, -1, -1;"), 0xfffffffeu);
  EXPECT_EQ(r1("mul.hi.s32 %r1, -1, -1;"), 0u);
  EXPECT_EQ(rd1("mul.wide.u32 %rd1, -1, 2;"), 0x1fffffffeull);
  EXPECT_EQ(rd1("mul.wide.s32 %rd1, -1, 2;"), static_cast<std::uint64_t>(-2));
  EXPECT_EQ(rd1("mul.hi.u64 %rd1, -1, 16;"), 15u);
}

TEST(PtxArithmetic, QuotientsGoTowardsZero) {
  EXPECT_EQ(r1("div.s32 %r1, -7, 2;"), static_cast<std::uint32_t>(-3));
  EXPECT_EQ(r1("rem.s32 %r1, -7, 2;"), static_cast<std::uint32_t>(-1));
  EXPECT_EQ(r1("div.u32 %r1, -7, 2;"), 0x7ffffffcu);
  EXPECT_EQ(r1("div.s32 %r1, 0x80000000, -1;"), 0x80000000u);
}

// A conversion takes the low bits of a wider register, and extends the sign into a wider one.
TEST(PtxArithmetic, ConversionsExtendWhatTheyTake) {
  EXPECT_EQ(r1("cvt.s32.s8 %r1, 0x180;"), 0xffffff80u);
  EXPECT_EQ(r1("cvt.u32.u8 %r1, 0x180;"), 0x80u);
  EXPECT_EQ(rd1("cvt.s64.s32 %rd1, -2;"), static_cast<std::uint64_t>(-2));
  EXPECT_EQ(rd1("cvt.u64.u32 %rd1, -2;"), 0xfffffffeu);
  EXPECT_EQ(left_in("f32 [%rd0], %f1", "cvt.rn.f32.s32 %f1, 16777217;"), 0x4b800000u);
}

TEST(PtxArithmetic, MovPacksAndUnpacksTheLowHalfFirst) {
  EXPECT_EQ(r1("mov.b16 %h1, 1; mov.b16 %h2, 2; mov.b32 %r1, {%h1, %h2};"), 0x20001u);
  EXPECT_EQ(h1("mov.b32 {%h1, %h2}, 0x20001;"), 1u);
  EXPECT_EQ(h1("mov.b32 {%h2, %h1}, 0x20001;"), 2u);
}

}  // namespace
}  // namespace commlab::ptx

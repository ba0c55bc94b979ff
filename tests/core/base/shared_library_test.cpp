// Libraries that are loaded when they are used: what is there can be called, and what is missing is named.

#include "core/base/shared_library.h"

#include <cstring>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace commlab {
namespace {

using testing::HasSubstr;
using testing::StartsWith;

constexpr const char* c_library = "libc.so.6";

TEST(SharedLibrary, ItsFunctionsCanBeCalled) {
  Result<SharedLibrary> library = SharedLibrary::load(c_library);
  ASSERT_TRUE(library) << library.error().message;
  std::size_t (*length)(const char*) = nullptr;
  library->find("strlen", length);

  EXPECT_TRUE(library->has_all());
  ASSERT_NE(length, nullptr);
  EXPECT_EQ(length("four"), 4u);
}

TEST(SharedLibrary, TheFirstFunctionThatIsMissingIsNamed) {
  Result<SharedLibrary> library = SharedLibrary::load(c_library);
  ASSERT_TRUE(library) << library.error().message;
  void (*nothing)() = nullptr;
  library->find("rnig_all_reduce", nothing);
  library->find("rnig_broadcast", nothing);

  EXPECT_EQ(nothing, nullptr);
  ASSERT_FALSE(library->has_all());
  EXPECT_EQ(library->has_all().error().message, "libc.so.6 has no rnig_all_reduce");
  EXPECT_EQ(library->has_all().error().fault, Fault::runtime);
}

TEST(SharedLibrary, ThatIsNotThereIsAnErrorWithTheLoadersReason) {
  const Result<SharedLibrary> library = SharedLibrary::load("librnig.so.7");
  ASSERT_FALSE(library);
  EXPECT_THAT(library.error().message, StartsWith("librnig.so.7: "));
  EXPECT_THAT(library.error().message, HasSubstr("No such file or directory"));
  EXPECT_EQ(library.error().fault, Fault::runtime);
}

}  // namespace
}  // namespace commlab
